// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Pipeline/EdgeText.h"
#include "Pipeline/OptionTable.h"

#include <type_traits>

namespace Exemplar
{

/** Options of each kind, for the table. */
namespace OptionTableDetail
{

inline constexpr double Unbounded = 1e9;

/** Field is a generic lambda from the options, const or not, to the option's place in them. */
template <typename FieldType>
FBuildOption Flag(const char* Key, FieldType Field, const char* Help)
{
	return {Key, Help, EOptionKind::Flag, 0.0, 0.0, {}, [Field](const FBuildOptions& O) { return Field(O); },
		[Field](FBuildOptions& O, const FOptionValue& V) { Field(O) = *std::get_if<bool>(&V); }};
}

template <typename FieldType>
FBuildOption Integer(const char* Key, FieldType Field, double Low, double High, const char* Help)
{
	return {Key, Help, EOptionKind::Integer, Low, High, {},
		[Field](const FBuildOptions& O) { return static_cast<int64_t>(Field(O)); },
		[Field](FBuildOptions& O, const FOptionValue& V)
		{ Field(O) = static_cast<std::remove_reference_t<decltype(Field(O))>>(*std::get_if<int64_t>(&V)); }};
}

template <typename FieldType>
FBuildOption Number(const char* Key, FieldType Field, double Low, double High, const char* Help)
{
	return {Key, Help, EOptionKind::Number, Low, High, {},
		[Field](const FBuildOptions& O) { return static_cast<double>(Field(O)); },
		[Field](FBuildOptions& O, const FOptionValue& V)
		{ Field(O) = static_cast<std::remove_reference_t<decltype(Field(O))>>(*std::get_if<double>(&V)); }};
}

/** A number that is chosen automatically if not given, written as -1. */
template <typename FieldType>
FBuildOption ChosenNumber(const char* Key, FieldType Field, double High, const char* Help)
{
	return {Key, Help, EOptionKind::Number, -1.0, High, {},
		[Field](const FBuildOptions& O) { return Field(O).value_or(-1.0); },
		[Field](FBuildOptions& O, const FOptionValue& V)
		{
			const double Value = *std::get_if<double>(&V);
			Field(O) = Value >= 0.0 ? std::optional<double>(Value) : std::nullopt;
		}};
}

/** The enumerators' names, in their order. */
template <typename FieldType>
FBuildOption Choice(const char* Key, FieldType Field, std::vector<std::string> Names, const char* Help)
{
	return {Key, Help, EOptionKind::Choice, 0.0, 0.0, Names,
		[Field, Names](const FBuildOptions& O) { return Names[static_cast<size_t>(Field(O))]; },
		[Field, Names](FBuildOptions& O, const FOptionValue& V)
		{
			for (size_t Index = 0; Index < Names.size(); ++Index)
			{
				if (Names[Index] == *std::get_if<std::string>(&V))
				{
					Field(O) = static_cast<std::remove_reference_t<decltype(Field(O))>>(Index);
				}
			}
		}};
}

/** Texts and lists of numbers or texts, stored unchanged. */
template <typename ValueType, typename FieldType>
FBuildOption Plain(const char* Key, FieldType Field, EOptionKind Kind, double Low, double High, const char* Help)
{
	return {Key, Help, Kind, Low, High, {}, [Field](const FBuildOptions& O) { return Field(O); },
		[Field](FBuildOptions& O, const FOptionValue& V) { Field(O) = *std::get_if<ValueType>(&V); }};
}

template <typename FieldType>
FBuildOption Edges(const char* Key, FieldType Field, const char* Help)
{
	return {Key, Help, EOptionKind::Edges, 0.0, 0.0, {},
		[Field](const FBuildOptions& O)
		{
			std::vector<std::string> Out;
			for (const auto& [A, B] : Field(O))
			{
				Out.push_back(std::to_string(A) + "-" + std::to_string(B));
			}
			return Out;
		},
		[Field](FBuildOptions& O, const FOptionValue& V)
		{
			Field(O).clear();
			for (const std::string& Text : *std::get_if<std::vector<std::string>>(&V))
			{
				Field(O).push_back(*ParseEdgeText(Text));
			}
		}};
}

} // namespace OptionTableDetail

} // namespace Exemplar
