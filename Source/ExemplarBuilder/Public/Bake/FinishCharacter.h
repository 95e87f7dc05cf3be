// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/BuildContext.h"
#include "Base/Result.h"
#include "BuilderApi.h"
#include "Model/Rig.h"

namespace Exemplar
{

struct FFinishOptions
{
	/**
	 * Store clips with fewer keys: how far the skin may be, in any frame, from where all keys put it, in % of the rest
	 * diagonal. 0 keeps every key.
	 */
	double KeyTolerance = 0.0;

	/**
	 * Levels with an animation-space skin and normals get the tangent pairs that normals come from when posed, where
	 * they have none.
	 */
	bool bSkinTangents = true;
};

/**
 * What is left to do once a character has its levels, its skin and its clips, whatever made them: keys are reduced
 * where that is asked for, skins get tangents, and spheres are found that contain the character and its sections in
 * every legal pose. The spheres come last, because every stage before can change what they have to contain.
 */
EXEMPLARBUILDER_API TResult<FStageFigures> FinishCharacter(
	FCharacterData& Character, const FFinishOptions& Options, const FBuildContext& Context);

} // namespace Exemplar
