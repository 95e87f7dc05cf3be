// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Bake/Bake.h"
#include "Examples/ExampleSet.h"
#include "Rig/BuildRig.h"
#include "Skin/FitSkin.h"

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

	FExampleOptions Examples;
};

/** The options of all stages, in order. OptionTable.h lists every one that has a name. */
struct FBuildOptions
{
	FReadOptions Read; // used by the code that reads the examples; BuildCharacter only records it

	FRigOptions Rig;
	FAnimationOptions Clip;

	/** Fit an animation-space skin in addition to linear blend weights. */
	bool bAnimationSpace = true;
	FSkinFitOptions Skin; // MaxInfluences comes from Rig.Refine

	/** LevelCount 1 without fractions and errors builds no coarser levels. */
	FLevelOptions Levels;

	FBakeOptions Bake;

	bool HasLevels() const { return Levels.LevelCount > 1 || !Levels.Fractions.empty() || !Levels.Errors.empty(); }

	/** Affine bones are for comparisons only: the character's bones are rigid, so a skin fitted to affine ones would
	 * mislead. */
	bool HasAnimationSpace() const { return bAnimationSpace && !Rig.Refine.bAffineBones; }
};

} // namespace Exemplar
