// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Files/Json.h"

#include "Base/File.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace Exemplar
{
namespace
{

std::string FormatScalar(const FJson& Value)
{
	return Value.dump(-1, ' ', false, FJson::error_handler_t::replace);
}

bool IsRowOfScalars(const FJson& Value)
{
	return Value.is_array() &&
		std::none_of(Value.begin(), Value.end(), [](const FJson& Item) { return Item.is_structured(); });
}

void AppendJson(const FJson& Value, const std::string& Indent, std::string& Out)
{
	const std::string Inner = Indent + "  ";
	if (!Value.is_structured() || Value.empty())
	{
		Out += FormatScalar(Value);
	}
	else if (IsRowOfScalars(Value))
	{
		const char* Separator = "[";
		for (const FJson& Item : Value)
		{
			Out += Separator;
			Out += FormatScalar(Item);
			Separator = ", ";
		}
		Out += "]";
	}
	else
	{
		const char* Separator = Value.is_object() ? "{\n" : "[\n";
		for (const auto& [Key, Item] : Value.items())
		{
			Out += Separator + Inner + (Value.is_object() ? FormatScalar(Key) + ": " : "");
			AppendJson(Item, Inner, Out);
			Separator = ",\n";
		}
		Out += "\n" + Indent + (Value.is_object() ? "}" : "]");
	}
}

std::string FormatForPeople(const FJson& Value)
{
	if (Value.is_string())
	{
		return Value.get<std::string>();
	}
	if (Value.is_boolean())
	{
		return Value.get<bool>() ? "yes" : "no";
	}
	if (Value.is_number_float())
	{
		char Text[32];
		std::snprintf(Text, sizeof(Text), "%.6g", Value.get<double>());
		return Text;
	}
	if (IsRowOfScalars(Value))
	{
		std::string Out;
		for (const FJson& Item : Value)
		{
			Out += Out.empty() ? "" : Item.is_string() ? ", " : " ";
			Out += FormatForPeople(Item);
		}
		return Out.empty() ? "none" : Out;
	}
	return Value.is_null() ? "none" : FormatScalar(Value);
}

void AppendForPeople(const FJson& Value, const std::string& Indent, std::string& Out)
{
	size_t Width = 0;
	for (const auto& [Key, Item] : Value.items())
	{
		if (Value.is_object() && (!Item.is_structured() || IsRowOfScalars(Item)))
		{
			Width = (std::max)(Width, Key.size());
		}
	}
	for (const auto& [Key, Item] : Value.items())
	{
		const std::string Label = Value.is_object() ? Key : "-";
		if (!Item.is_structured() || IsRowOfScalars(Item))
		{
			const std::string Padding(Value.is_object() ? Width - Key.size() : 0, ' ');
			Out += Indent + Label + Padding + (Value.is_object() ? "  " : " ") + FormatForPeople(Item) + "\n";
		}
		else if (Item.empty())
		{
			Out += Indent + Label + "  none\n";
		}
		else
		{
			// A list item uses its name, if any, as heading.
			const bool bNamed = !Value.is_object() && Item.is_object() && Item.contains("name");
			Out += Indent + Label;
			Out += bNamed ? " " : "";
			Out += bNamed ? FormatForPeople(Item["name"]) : "";
			Out += "\n";
			FJson Rest = Item;
			if (bNamed)
			{
				Rest.erase("name");
			}
			AppendForPeople(Rest, Indent + "  ", Out);
		}
	}
}

} // namespace

FJson ToJson(const FFloat3& V)
{
	return FJson::array({V.X, V.Y, V.Z});
}

FJson ToJson(const FDouble3& V)
{
	return FJson::array({V.X, V.Y, V.Z});
}

std::string FormatJson(const FJson& Json)
{
	std::string Out;
	AppendJson(Json, "", Out);
	return Out + "\n";
}

std::string FormatJsonForPeople(const FJson& Json)
{
	std::string Out;
	AppendForPeople(Json, "", Out);
	return Out;
}

FStatus WriteJson(const std::filesystem::path& File, const FJson& Json)
{
	return WriteFileAtomically(File, FormatJson(Json));
}

} // namespace Exemplar
