// Copyright (c) 2026 Exemplar contributors. MIT license.
// Stable: BuildCharacter and its options. May change: BuildFromParts and the stage store.

#pragma once

#include "Atlas/BuildAtlas.h"
#include "Bake/Bake.h"
#include "Bake/BakeMaps.h"
#include "Base/AlignedArray.h"
#include "Examples/ExampleSet.h"
#include "Pipeline/CorrectCharacter.h"
#include "Rig/BuildRig.h"
#include "Skin/FitSkin.h"

#include <cstddef>
#include <functional>
#include <span>

namespace Exemplar
{

/** How examples are read and welded, before the stages. */
struct FReadOptions
{
	/** Character name; if empty, the name of the examples' folder or file. */
	std::string Name;

	/** File that holds the rest mesh; if empty, the mesh named rest, or else the first. */
	std::string Rest;

	/** Poses per second to sample from animations; 0 uses the file's own rate, or 30 if it has none. */
	double FramesPerSecond = 0.0;

	/** Names of the animations to sample; all if empty. */
	std::vector<std::string> Animations;

	/** Frames of an Alembic cache to read, as in "0-9,12,20-", and paths of its objects; all if empty. */
	std::string Frames;
	std::vector<std::string> Objects;

	FExampleOptions Examples;
};

/** The options of all stages, in order. OptionTable.h lists every one that has a name. */
struct FBuildOptions
{
	FReadOptions Read; // used by the code that reads the examples; BuildCharacter only records it

	FRigOptions Rig;

	/** Find the bones on examples with this share of the triangles and fit only the weights to all points; 0: off. */
	double RigProxy = 0.0;
	FAnimationOptions Clip;

	/** Fit an animation-space skin in addition to linear blend weights. */
	bool bAnimationSpace = true;

	/** The operator that the character is drawn with: TCharacterModel::PreferredOperator. */
	uint32_t PreferredOperator = 0;
	FSkinFitOptions Skin; // MaxInfluences comes from Rig.Refine

	/** Correctives from the examples, after the skin. */
	FCorrectCharacterOptions Correctives;

	/** Charts and UVs, before the levels. */
	FAtlasOptions Atlas;

	/** LevelCount 1 without fractions and errors builds no coarser levels. */
	FLevelOptions Levels;

	FBakeOptions Bake;

	/** Maps over the UVs, from the baked levels. */
	FMapOptions Maps;

	bool HasLevels() const { return Levels.LevelCount > 1 || !Levels.Fractions.empty() || !Levels.Errors.empty(); }

	/** Affine bones are for comparisons only: the character's bones are rigid, so a skin fitted to affine ones would
	 * mislead. */
	bool HasAnimationSpace() const { return bAnimationSpace && !Rig.Refine.bAffineBones; }
};

/** A 128-bit hash of everything a stage's result depends on: the stages before it, its options, the code. */
struct FStageKey
{
	uint64_t Low = 0;
	uint64_t High = 0;
	bool operator==(const FStageKey&) const = default;
};

/** 32 hexadecimal digits, for file names. */
EXEMPLARBUILDER_API std::string FormatStageKey(const FStageKey& Key);

/** Keeps results of stages from one build to the next: a folder for the command line, derived data for the editor.
 * Loaded data is checked before use, so a store may lose or damage entries.
 */
class EXEMPLARBUILDER_API IStageStore
{
public:
	virtual ~IStageStore();

	/** The bytes saved under this key; empty if there are none. */
	virtual TAlignedArray<std::byte> Load(std::string_view Stage, const FStageKey& Key) = 0;

	virtual void Save(std::string_view Stage, const FStageKey& Key, std::span<const std::byte> Bytes) = 0;
};

/**
 * The key of a stage ("rig", "skin", "atlas" or "levels"). Before is the key of the previous stage, or that of the
 * examples. It covers the options in OptionTable.h under the stage's name (and "clip" for levels): code that changes
 * options without a name must not use a store.
 */
EXEMPLARBUILDER_API FStageKey MakeStageKey(
	std::string_view Stage, const FBuildOptions& Options, const FStageKey& Before);

/** The key of the examples, independent of the files they came from. Code is the program version, since versions
 * compute differently. */
EXEMPLARBUILDER_API FStageKey MakeExamplesKey(const FExampleSet& Examples, uint64_t Seed, std::string_view Code);

/** One run of a stage: "rig", "skin", "correctives", "atlas", "levels", "bake" or "maps". */
struct FStageRun
{
	std::string Stage;
	double Seconds = 0.0;
	bool bCached = false; // taken from the store instead of computed
};

/** The results of all stages, and the character that they make. Stages that were left out are empty. */
struct FBuiltCharacter
{
	FRigResult Rig;
	std::optional<FSkinResult> Skin;              // animation-space skin, if requested
	std::optional<FSkinComparison> Comparison;    // with Skin: both skins on the examples
	std::optional<FCorrectedCharacter> Corrected; // correctives, if requested
	FCharacterParts Parts;                        // what Bake was given
	std::optional<FAtlas> Atlas;                  // charts and UVs, if they were made; Parts.Surface has them
	bool bLevels = false;                         // levels were requested: Parts.Levels
	FCharacter Character;                         // what is saved
	std::vector<FStageFigures> Figures;           // of all stages in order; unchanged for stages from the store
	std::vector<FStageRun> Runs;                  // the only part that differs between runs
};

/** The caller of a build: may store results of stages and is notified when each is done. */
struct FBuildHost
{
	IStageStore* Store = nullptr;

	/** The version of the program, part of every key of the store. */
	std::string Code;

	std::function<void(const FStageRun& Run)> StageDone;
};

/**
 * Runs all stages, from examples to character: rig, skin, correctives, atlas, levels, Bake, maps. The first error of a
 * stage ends the build. The result is the same whether stages come from the store or not. The character's provenance
 * lists all options used. What is saved is FBuiltCharacter::Character, byte for byte, on the command line and in the
 * editor.
 */
EXEMPLARBUILDER_API TResult<FBuiltCharacter> BuildCharacter(const FExampleSet& Examples, const FBuildOptions& Options,
	const FBuildContext& Context, const FBuildHost& Host = {});

/** The end of the same pipeline, from parts that have a skin: atlas, levels and maps where options ask for them, and
 * Bake. A new atlas without new levels leaves the coarser levels out, because they have the UVs of the old one. Maps of
 * levels or UVs that are made anew are left out, too. */
EXEMPLARBUILDER_API TResult<FBuiltCharacter> BuildFromParts(
	FCharacterParts Parts, const FBuildOptions& Options, const FBuildContext& Context, const FBuildHost& Host = {});

} // namespace Exemplar
