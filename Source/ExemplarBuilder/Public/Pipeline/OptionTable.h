// Copyright (c) 2026 Exemplar contributors. MIT license.
// Stable.

#pragma once

#include "Base/Result.h"
#include "BuilderApi.h"
#include "Pipeline/BuildCharacter.h"

#include <functional>
#include <variant>

namespace Exemplar
{

/** The type of an option. Edges are pairs of bones written as text: "3-7". */
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

/** A build option under the name used by options files, --set and provenance: "rig.bones". The part before the first
 * dot is the stage it belongs to.
 */
struct FBuildOption
{
	std::string Key;
	std::string Help;
	EOptionKind Kind = EOptionKind::Flag;
	double Low = 0.0; // range of numbers and of each number in a list, inclusive
	double High = 0.0;
	std::vector<std::string> Choices;
	std::function<FOptionValue(const FBuildOptions& Options)> Get;
	std::function<void(FBuildOptions& Options, const FOptionValue& Value)>
		Set; // Value must have the right kind and be in range

	std::string_view Stage() const { return std::string_view(Key).substr(0, Key.find('.')); }
};

/** All options in stage order. The schema, the flags, their help, the presets and the provenance come from here. */
EXEMPLARBUILDER_API std::span<const FBuildOption> GetOptionTable();

/** Null if no option has that name. */
EXEMPLARBUILDER_API const FBuildOption* FindOption(std::string_view Key);

/** The option name most similar to Key: fewest letters to change. */
EXEMPLARBUILDER_API const std::string& FindNearestOption(std::string_view Key);

/** How many letters must be changed, added or removed to turn A into B. */
EXEMPLARBUILDER_API size_t EditDistance(std::string_view A, std::string_view B);

/** "a whole number from 1 to 64", for messages. */
EXEMPLARBUILDER_API std::string DescribeOptionKind(const FBuildOption& Option);

/** Parses a value from the command line; lists are separated by commas, flags are true or false. */
EXEMPLARBUILDER_API TResult<FOptionValue> ParseOptionValue(const FBuildOption& Option, std::string_view Text);

/** The inverse: the same text for the same value on every platform, which parses back to exactly that value. */
EXEMPLARBUILDER_API std::string FormatOptionValue(const FOptionValue& Value);

/** Checks a value against the option's kind and range; the error starts with the option's name. */
EXEMPLARBUILDER_API FStatus CheckOptionValue(const FBuildOption& Option, const FOptionValue& Value);

struct FOptionAssignment
{
	std::string Key;
	FOptionValue Value;
};

/** Applies a layer of options on top of others: preset, options file, --set, flags. Errors refer to the layer as Source
 * and leave Options unchanged. A layer that sets the bone count (rig.bones, rig.tolerance) or the levels (levels.count,
 * levels.fractions, levels.errors) in one way discards what lower layers set in another way; setting two of them in one
 * layer is an error, except that the others take precedence over levels.count.
 */
EXEMPLARBUILDER_API FStatus AssignOptions(
	std::span<const FOptionAssignment> Layer, std::string_view Source, FBuildOptions& Options);

/** A common kind of character, as options that differ from the defaults. */
struct FBuildPreset
{
	std::string Name;
	std::string Description;
	std::vector<FOptionAssignment> Options;
};

EXEMPLARBUILDER_API std::span<const FBuildPreset> GetBuildPresets();

} // namespace Exemplar
