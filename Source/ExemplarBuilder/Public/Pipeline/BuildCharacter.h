// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Character/Character.h"
#include "Pipeline/BuildOptions.h"
#include "Pipeline/StageStore.h"
#include "Skin/SkinComparison.h"

#include <functional>

namespace Exemplar
{

/** How a stage went this time: "rig", "skin", "levels" or "finish". */
struct FStageRun
{
	std::string Stage;
	double Seconds = 0.0;
	bool bCached = false; // taken from the store instead of computed
};

/** What came out of every stage, for reports and for whoever wants to go on from the middle. */
struct FBuiltCharacter
{
	FRigResult Rig;
	std::optional<FSkinFit> Skin;              // of animation space, where that was asked for
	std::optional<FSkinComparison> Comparison; // with it: both skins on the examples
	std::optional<FBuiltLevels> Levels;        // where they were asked for
	FCharacterData Data;
	FCharacter Character;
	std::vector<FStageFigures> Figures; // of all stages, in their order; those of stages from the store as they were
	std::vector<FStageRun> Runs;        // what differs from run to run, and nothing else does
};

/** Who asks for a build: may keep results of stages, and hears of each when it is done. */
struct FBuildHost
{
	IStageStore* Store = nullptr;

	/** The version of the program, part of every key of the store. */
	std::string Code;

	std::function<void(const FStageRun& Run)> StageDone;
};

/**
 * Examples in, character out: all stages in a row. What a stage refuses ends the build with its sentence. The result is
 * the same whether stages come from the store or not. The character's provenance has all options that made it.
 */
EXEMPLARBUILDER_API TResult<FBuiltCharacter> BuildCharacter(const FExampleSet& Examples, const FBuildOptions& Options,
	const FBuildContext& Context, const FBuildHost& Host = {});

} // namespace Exemplar
