// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Files/OptionsJson.h"

#include "Base/File.h"
#include "Files/Json.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{
namespace
{

FError OptionsError(const std::string& Name, const std::string& What)
{
	return {EErrorCode::InvalidArgument, Name + ": " + What};
}

/** The value of a JSON leaf, converted to the kind of its option; empty if it cannot be converted. */
std::optional<FOptionValue> ValueOf(const FJson& Json, EOptionKind Kind)
{
	if (Json.is_boolean())
	{
		return Json.get<bool>();
	}
	if (Json.is_number())
	{
		// Unsigned numbers beyond the signed range are too large for every option; a double is rejected the same way.
		const bool bWhole =
			Json.is_number_integer() && (!Json.is_number_unsigned() || Json.get<uint64_t>() <= INT64_MAX);
		return bWhole && Kind != EOptionKind::Number ? FOptionValue(Json.get<int64_t>())
													 : FOptionValue(Json.get<double>());
	}
	if (Json.is_string())
	{
		return Json.get<std::string>();
	}
	if (!Json.is_array())
	{
		return std::nullopt;
	}
	const auto All = [&](bool (*Is)(const FJson&)) { return std::all_of(Json.begin(), Json.end(), Is); };
	if (Kind == EOptionKind::Numbers && All([](const FJson& Item) { return Item.is_number(); }))
	{
		return Json.get<std::vector<double>>();
	}
	if (All([](const FJson& Item) { return Item.is_string(); }))
	{
		return Json.get<std::vector<std::string>>();
	}
	return std::nullopt;
}

FStatus ReadStage(const std::string& Stage, const FJson& Json, const std::string& Name, FOptionsFile& Out)
{
	for (const auto& [Key, Value] : Json.items())
	{
		const std::string Full = Stage + "." + Key;
		const FBuildOption* Option = FindOption(Full);
		if (Option == nullptr)
		{
			return OptionsError(Name, "unknown option " + Full + ". Did you mean " + FindNearestOption(Full) + "?");
		}
		const std::optional<FOptionValue> Read = ValueOf(Value, Option->Kind);
		if (!Read || !CheckOptionValue(*Option, *Read))
		{
			return OptionsError(Name,
				Full + " must be " + DescribeOptionKind(*Option) + ", not " +
					Value.dump(-1, ' ', false, FJson::error_handler_t::replace) + ".");
		}
		Out.Options.push_back({Full, *Read});
	}
	return FOk{};
}

} // namespace

TResult<FOptionsFile> ParseOptionsFile(std::string_view Text, const std::string& Name)
{
	FJson Json;
	try
	{
		Json = FJson::parse(Text.begin(), Text.end());
	}
	catch (const FJson::parse_error& Error)
	{
		const std::string What = Error.what();
		const size_t Begin = (std::min)(What.find("] ") + 2, What.size());
		return OptionsError(Name, "not valid JSON: " + What.substr(Begin) + ".");
	}
	if (!Json.is_object())
	{
		return OptionsError(Name, "the file must be one JSON object, as in {\"rig\": {\"bones\": 30}}.");
	}
	FOptionsFile Out;
	for (const auto& [Key, Value] : Json.items())
	{
		if (Key == "$schema")
		{
			continue; // for editors
		}
		if (Key == "preset")
		{
			if (!Value.is_string())
			{
				return OptionsError(Name, "preset must be the name of a preset, as in \"hero\".");
			}
			Out.Preset = Value.get<std::string>();
		}
		else if (!Value.is_object())
		{
			const std::string& Nearest = FindNearestOption(Key);
			const size_t Dot = Nearest.find('.');
			return OptionsError(Name,
				"unknown option " + Key + ". Did you mean " + Nearest + ", written as {\"" + Nearest.substr(0, Dot) +
					"\": {\"" + Nearest.substr(Dot + 1) + "\": ...}}?");
		}
		else if (FStatus Status = ReadStage(Key, Value, Name, Out); !Status)
		{
			return Status.GetError();
		}
	}
	return Out;
}

TResult<FOptionsFile> ReadOptionsFile(const std::filesystem::path& File)
{
	const TResult<std::string> Text = ReadWholeTextFile(File);
	return Text ? ParseOptionsFile(*Text, PathToText(File)) : TResult<FOptionsFile>(Text.GetError());
}

namespace
{

FJson ToJson(const FOptionValue& Value)
{
	return std::visit([](const auto& Held) { return FJson(Held); }, Value);
}

FJson DescribeOption(const FBuildOption& Option, const FBuildOptions& Defaults)
{
	FJson Out;
	Out["description"] = Option.Help;
	const auto Range = [&](FJson& To, bool bInteger)
	{
		To["minimum"] = bInteger ? FJson(static_cast<int64_t>(Option.Low)) : FJson(Option.Low);
		To["maximum"] = bInteger ? FJson(static_cast<int64_t>(Option.High)) : FJson(Option.High);
	};
	switch (Option.Kind)
	{
	case EOptionKind::Flag:
		Out["type"] = "boolean";
		break;
	case EOptionKind::Integer:
		Out["type"] = "integer";
		Range(Out, true);
		break;
	case EOptionKind::Number:
		Out["type"] = "number";
		Range(Out, false);
		break;
	case EOptionKind::Choice:
		Out["enum"] = Option.Choices;
		break;
	case EOptionKind::Text:
		Out["type"] = "string";
		break;
	case EOptionKind::Numbers:
		Out["type"] = "array";
		Out["items"]["type"] = "number";
		Range(Out["items"], false);
		break;
	case EOptionKind::Texts:
		Out["type"] = "array";
		Out["items"]["type"] = "string";
		break;
	case EOptionKind::Edges:
		Out["type"] = "array";
		Out["items"] = {{"type", "string"}, {"pattern", "^[0-9]+-[0-9]+$"}};
		break;
	}
	Out["default"] = ToJson(Option.Get(Defaults));
	return Out;
}

} // namespace

FJson DescribeOptions(const FBuildOptions& Options)
{
	FJson Out;
	for (const FBuildOption& Option : GetOptionTable())
	{
		const std::string Stage(Option.Stage());
		Out[Stage][Option.Key.substr(Stage.size() + 1)] = ToJson(Option.Get(Options));
	}
	return Out;
}

FJson MakeOptionsSchema()
{
	FJson Out;
	Out["$schema"] = "https://json-schema.org/draft/2020-12/schema";
	Out["title"] = "Options of exemplar build";
	Out["type"] = "object";
	Out["additionalProperties"] = false;
	FJson& Properties = Out["properties"];
	Properties["$schema"]["type"] = "string";
	FJson& Preset = Properties["preset"];
	Preset["description"] = "Preset to start from";
	Preset["enum"] = FJson::array();
	for (const FBuildPreset& Each : GetBuildPresets())
	{
		Preset["enum"].push_back(Each.Name);
	}
	const FBuildOptions Defaults;
	for (const FBuildOption& Option : GetOptionTable())
	{
		const std::string Stage(Option.Stage());
		FJson& Of = Properties[Stage];
		Of["type"] = "object";
		Of["additionalProperties"] = false;
		Of["properties"][Option.Key.substr(Stage.size() + 1)] = DescribeOption(Option, Defaults);
	}
	return Out;
}

} // namespace Exemplar
