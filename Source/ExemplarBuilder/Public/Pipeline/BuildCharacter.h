// Copyright (c) 2026 Exemplar contributors. MIT licence.

#pragma once

#include "AnimationSpace/SkinFit.h"
#include "Character/Character.h"
#include "Lod/BuildLevels.h"
#include "Metrics/SkinComparison.h"
#include "Pipeline/FinishCharacter.h"
#include "Rig/RigCharacter.h"
#include "Rig/RigFromMotion.h"

namespace Exemplar
{

/** The options of all stages, in their order. */
struct FBuildOptions
{
	FRigFromMotionOptions Rig;
	FRigCharacterOptions Character;

	/** Fit an animation-space skin, which linear blending then only accompanies; off: linear blending alone. */
	bool bAnimationSpace = true;
	FSkinFitOptions Skin; // MaxInfluences comes from Rig.Refine

	/** Make levels of detail. */
	bool bLevels = false;
	FLevelOptions Levels;

	FFinishOptions Finish;
};

/** What came out of every stage, for reports and for whoever wants to go on from the middle. */
struct FBuiltCharacter
{
	FRigFromMotion Rig;
	std::optional<FSkinFit> Skin;              // of animation space, where that was asked for
	std::optional<FSkinComparison> Comparison; // with it: both skins on the examples
	std::optional<FBuiltLevels> Levels;        // where they were asked for
	FCharacterData Data;
	FCharacter Character;
	std::vector<FStageFigures> Figures; // of all stages, in their order
};

/**
 * Examples in, character out: all stages in a row. What a stage refuses ends the build with its sentence.
 * The character's provenance says which options made it.
 */
EXEMPLARBUILDER_API TResult<FBuiltCharacter> BuildCharacter(
	const FExampleSet& Examples, const FBuildOptions& Options, const FBuildContext& Context);

} // namespace Exemplar
