// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Levels/BuildLevels.h"
#include "Levels/WedgeMesh.h"

namespace Exemplar
{

/**
 * Blend weights of a level, for everything that plays weights instead of animation vectors: other programs, and all
 * operators but animation space. A vertex that moved gets the weights, on the simplex and over the bones that its
 * animation vector or its nearest corner has, whose linear blend is nearest to its animation vector over the poses. A
 * vertex that stands as it did keeps its own. Nothing happens without blend weights.
 */
EXEMPLARBUILDER_API FStatus FitLevelWeights(const FWedgeMesh& Source, const FLodState& State, const FPoseSamples& Poses,
	FLevel& Level, const FBuildContext& Context);

} // namespace Exemplar
