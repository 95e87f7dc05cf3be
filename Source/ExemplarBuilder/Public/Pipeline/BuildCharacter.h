// Copyright (c) 2026 Exemplar contributors. MIT licence.

#pragma once

#include "Character/Character.h"
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
	FFinishOptions Finish;
};

/** What came out of every stage, for reports and for whoever wants to go on from the middle. */
struct FBuiltCharacter
{
	FRigFromMotion Rig;
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
