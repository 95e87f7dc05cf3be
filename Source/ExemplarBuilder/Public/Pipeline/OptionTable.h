// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Result.h"
#include "BuilderApi.h"
#include "Pipeline/BuildOptions.h"

#include <functional>
#include <variant>

namespace Exemplar
{

/** What an option may be. Edges are texts such as "3-7", two bones. */
enum class EOptionKind
{
	Flag,
	Integer,
	Number,
	Choice,
	Text,
	Numbers,
	Texts,
	Edges
};

using FOptionValue = std::variant<bool, int64_t, double, std::string, std::vector<double>, std::vector<std::string>>;

/**
 * An option of a build under the name that options files, --set and provenance give it: "rig.bones". What stands before
 * the first dot is the stage that it shapes.
 */
struct FBuildOption
{
	std::string Key;
	std::string Help;
	EOptionKind Kind = EOptionKind::Flag;
	double Low = 0.0; // of numbers, and of each number of a list; both ends are allowed
	double High = 0.0;
	std::vector<std::string> Choices;
	std::function<FOptionValue(const FBuildOptions& Options)> Get;
	std::function<void(FBuildOptions& Options, const FOptionValue& Value)> Set; // Value is of the kind and in range

	std::string_view Stage() const { return std::string_view(Key).substr(0, Key.find('.')); }
};

/** All of them, in the order of the stages. The schema, the flags, the presets and the provenance come from here. */
EXEMPLARBUILDER_API std::span<const FBuildOption> GetOptionTable();

/** Null where there is none of that name. */
EXEMPLARBUILDER_API const FBuildOption* FindOption(std::string_view Key);

/** The name that somebody who wrote Key most likely meant: fewest letters to change. */
EXEMPLARBUILDER_API const std::string& FindNearestOption(std::string_view Key);

/** How many letters have to be changed, added or taken away to make B of A. */
EXEMPLARBUILDER_API size_t EditDistance(std::string_view A, std::string_view B);

/** "a whole number from 1 to 64", for messages. */
EXEMPLARBUILDER_API std::string DescribeOptionKind(const FBuildOption& Option);

/** A value as a command line has it; lists are separated by commas, flags are true or false. */
EXEMPLARBUILDER_API TResult<FOptionValue> ParseOptionValue(const FBuildOption& Option, std::string_view Text);

/** The same text back, the same for the same value everywhere; reading it gives the value exactly. */
EXEMPLARBUILDER_API std::string FormatOptionValue(const FOptionValue& Value);

/** Whether a value is of the option's kind and in its range; the sentence begins with the option's name. */
EXEMPLARBUILDER_API FStatus CheckOptionValue(const FBuildOption& Option, const FOptionValue& Value);

struct FOptionAssignment
{
	std::string Key;
	FOptionValue Value;
};

/**
 * Lays a layer of options over others: preset, options file, --set, flags. Source is what errors call the layer; where
 * one is returned, Options is what it was. What a layer says of the number of bones (rig.bones, rig.tolerance) or of
 * the levels (levels.count, levels.fractions, levels.errors) replaces what a lower one said in other words; two of
 * them in one layer are refused, except that levels.count yields to the others.
 */
EXEMPLARBUILDER_API FStatus AssignOptions(
	std::span<const FOptionAssignment> Layer, std::string_view Source, FBuildOptions& Options);

/** A kind of character that game teams build, as options that differ from the defaults. */
struct FBuildPreset
{
	std::string Name;
	std::string Description;
	std::vector<FOptionAssignment> Options;
};

EXEMPLARBUILDER_API std::span<const FBuildPreset> GetBuildPresets();

} // namespace Exemplar
