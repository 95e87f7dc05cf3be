// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Character/Character.h"
#include "Pipeline/BuildOptions.h"
#include "Pipeline/StageStore.h"
#include "Skin/SkinComparison.h"

#include <functional>

namespace Exemplar
{

/** One run of a stage: "rig", "skin", "levels" or "finish". */
struct FStageRun
{
	std::string Stage;
	double Seconds = 0.0;
	bool bCached = false; // taken from the store instead of computed
};

/** The results of all stages, for reports and for resuming in the middle. */
struct FBuiltCharacter
{
	FRigResult Rig;
	std::optional<FSkinFit> Skin;              // animation-space skin, if requested
	std::optional<FSkinComparison> Comparison; // with Skin: both skins on the examples
	std::optional<FBuiltLevels> Levels;        // if requested
	FCharacterData Data;
	FCharacter Character;
	std::vector<FStageFigures> Figures; // of all stages in order; unchanged for stages from the store
	std::vector<FStageRun> Runs;        // the only part that differs between runs
};

/** The caller of a build: may store results of stages and is notified when each is done. */
struct FBuildHost
{
	IStageStore* Store = nullptr;

	/** The version of the program, part of every key of the store. */
	std::string Code;

	std::function<void(const FStageRun& Run)> StageDone;
};

/** Runs all stages, from examples to character. The first error of a stage ends the build. The result is the same
 * whether stages come from the store or not. The character's provenance lists all options used.
 */
EXEMPLARBUILDER_API TResult<FBuiltCharacter> BuildCharacter(const FExampleSet& Examples, const FBuildOptions& Options,
	const FBuildContext& Context, const FBuildHost& Host = {});

} // namespace Exemplar
