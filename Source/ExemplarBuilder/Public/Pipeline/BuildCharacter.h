// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Pipeline/StageStore.h"
#include "Skin/SkinComparison.h"

#include <functional>

namespace Exemplar
{

/** One run of a stage: "rig", "skin", "levels" or "bake". */
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
	std::optional<FSkinResult> Skin;           // animation-space skin, if requested
	std::optional<FSkinComparison> Comparison; // with Skin: both skins on the examples
	FCharacterParts Parts;                     // what Bake was given
	bool bLevels = false;                      // levels were requested: Parts.Levels
	FCharacter Character;                      // what is saved
	std::vector<FStageFigures> Figures;        // of all stages in order; unchanged for stages from the store
	std::vector<FStageRun> Runs;               // the only part that differs between runs
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
 * Runs all stages, from examples to character: rig, skin, levels, Bake. The first error of a stage ends the build. The
 * result is the same whether stages come from the store or not. The character's provenance lists all options used. What
 * is saved is FBuiltCharacter::Character, byte for byte, on the command line and in the editor.
 */
EXEMPLARBUILDER_API TResult<FBuiltCharacter> BuildCharacter(const FExampleSet& Examples, const FBuildOptions& Options,
	const FBuildContext& Context, const FBuildHost& Host = {});

/** The end of the same pipeline, from parts that have a skin: levels where options ask for them, and Bake. */
EXEMPLARBUILDER_API TResult<FBuiltCharacter> BuildFromParts(
	FCharacterParts Parts, const FBuildOptions& Options, const FBuildContext& Context, const FBuildHost& Host = {});

} // namespace Exemplar
