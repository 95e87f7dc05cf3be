// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "ExemplarOptions.h"

#include "ExemplarConversions.h"
#include "ExemplarOptionVisits.h"

namespace Exemplar
{

namespace ExemplarOptionsDetail
{

FString ToProperty(const std::string& Text, const FString&)
{
	return ToUnrealText(Text);
}
double ToProperty(double Number, double)
{
	return Number;
}
std::string ToOption(const FString& Text)
{
	return TCHAR_TO_UTF8(*Text);
}
double ToOption(double Number)
{
	return Number;
}

/** A property's value, as the option table holds it. */
template <typename T>
FOptionValue ToValue(const FBuildOption& Option, const T& Property)
{
	if constexpr (std::is_same_v<T, bool>)
	{
		return Property;
	}
	else if constexpr (std::is_enum_v<T>)
	{
		return Option.Choices[static_cast<size_t>(Property)]; // enums have the order of the choices
	}
	else if constexpr (std::is_integral_v<T>)
	{
		return static_cast<int64_t>(Property);
	}
	else if constexpr (requires { Property.Num(); })
	{
		std::vector<decltype(ToOption(Property[0]))> Out;
		for (const auto& Item : Property)
		{
			Out.push_back(ToOption(Item));
		}
		return Out;
	}
	else
	{
		return ToOption(Property);
	}
}

/** The inverse. */
template <typename T>
void FromValue(const FBuildOption& Option, const FOptionValue& Value, T& Property)
{
	if constexpr (std::is_same_v<T, bool>)
	{
		Property = std::get<bool>(Value);
	}
	else if constexpr (std::is_enum_v<T>)
	{
		const auto At = std::ranges::find(Option.Choices, std::get<std::string>(Value));
		Property = static_cast<T>(At - Option.Choices.begin());
	}
	else if constexpr (std::is_integral_v<T>)
	{
		Property = static_cast<T>(std::get<int64_t>(Value));
	}
	else if constexpr (requires { Property.Num(); })
	{
		Property.Reset();
		using FItem = typename T::ElementType;
		for (const auto& Item : std::get<std::vector<decltype(ToOption(FItem()))>>(Value))
		{
			Property.Add(ToProperty(Item, FItem()));
		}
	}
	else
	{
		Property = ToProperty(std::get<decltype(ToOption(Property))>(Value), Property);
	}
}

} // namespace ExemplarOptionsDetail

TResult<FBuildOptions> ToBuildOptions(const FExemplarBuildOptions& Properties)
{
	using namespace ExemplarOptionsDetail;
	FBuildOptions Out;
	std::vector<FOptionAssignment> Layer;
	VisitOptions(Properties,
		[&](std::string_view Key, const auto& Property)
		{
			const FBuildOption* Option = FindOption(Key);
			check(Option); // Scripts/editor_options.py was not run since the table has changed
			const FOptionValue Value = ToValue(*Option, Property);
			if (FormatOptionValue(Value) != FormatOptionValue(Option->Get(Out)))
			{
				Layer.push_back({std::string(Key), Value});
			}
		});
	for (const FOptionAssignment& Assignment : Layer)
	{
		if (FStatus Good = CheckOptionValue(*FindOption(Assignment.Key), Assignment.Value); !Good)
		{
			return Good.GetError();
		}
	}
	if (FStatus Assigned = AssignOptions(Layer, "The build settings", Out); !Assigned)
	{
		return Assigned.GetError();
	}
	return Out;
}

FExemplarBuildOptions FromBuildOptions(const FBuildOptions& Options)
{
	FExemplarBuildOptions Out;
	VisitOptions(Out,
		[&](std::string_view Key, auto& Property)
		{
			const FBuildOption* Option = FindOption(Key);
			check(Option);
			ExemplarOptionsDetail::FromValue(*Option, Option->Get(Options), Property);
		});
	return Out;
}

} // namespace Exemplar
