// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Api.h"
#include "Base/Basis.h"
#include "Character/CharacterModel.h"

namespace Exemplar
{

/**
 * Parts of a character in other axes and units (Base/Basis.h). An engine's space need not be the character's: parts are
 * converted once, when they are loaded, so that everything after that computes in the engine's space.
 */

/** A level. Sections, weights, bones and UVs stay as they are; where handedness changes, bitangents are negated. */
EXEMPLARCORE_API FMeshLevelData ChangeAxes(const FMeshLevelView& Level, const FBasis& Basis);

/** Centers, helper joints and scales. A kernel of coordinates reads those of the new axes. */
EXEMPLARCORE_API TCorrectives<FOwned> ChangeAxes(const TCorrectives<FViewed>& Correctives, const FBasis& Basis);

/** Whether it has one source for every axis, signs of one, and a positive scale: not so where a file is damaged. */
EXEMPLARCORE_API bool IsSound(const FBasis& Basis);

} // namespace Exemplar
