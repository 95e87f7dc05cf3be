// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Bake/FinishCharacter.h"
#include "Bake/RigCharacter.h"
#include "Examples/ExampleSet.h"
#include "Levels/BuildLevels.h"
#include "Rig/BuildRig.h"
#include "Skin/SkinFit.h"

namespace Exemplar
{

/** How examples are read and welded: what comes before the stages. */
struct FReadOptions
{
	/** The character's name; empty: that of the examples' folder or file. */
	std::string Name;

	/** The file that is the rest mesh; empty: the one called rest, else the first. */
	std::string Rest;

	/** Poses a second at which animations are sampled; 0: what the file says, else 30. */
	double FramesPerSecond = 0.0;

	/** The animations that are sampled, by name; empty: all. */
	std::vector<std::string> Animations;

	FExampleOptions Examples;

	/** Meshes and caches have their z axis up instead of y, and are turned about x. */
	bool bZUp = false;
};

/** The options of all stages, in their order. Every one that has a name is in OptionTable.h. */
struct FBuildOptions
{
	FReadOptions Read; // of whoever reads the examples; BuildCharacter only notes it

	FRigOptions Rig;
	FRigCharacterOptions Character;

	/** Fit an animation-space skin, which linear blending then only accompanies; off: linear blending alone. */
	bool bAnimationSpace = true;
	FSkinFitOptions Skin; // MaxInfluences comes from Rig.Refine

	/** LevelCount 1 without fractions and errors makes none. */
	FLevelOptions Levels;

	FFinishOptions Finish;

	bool HasLevels() const { return Levels.LevelCount > 1 || !Levels.Fractions.empty() || !Levels.Errors.empty(); }

	/** Affine bones are for comparisons: the character's own are rigid, and a skin fitted to others would mislead. */
	bool HasAnimationSpace() const { return bAnimationSpace && !Rig.Refine.bAffineBones; }
};

} // namespace Exemplar
