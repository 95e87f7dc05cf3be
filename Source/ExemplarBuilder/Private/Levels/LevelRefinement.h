// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/BuildContext.h"
#include "Base/Result.h"
#include "Levels/ExampleDecimation.h"
#include "Levels/LodStream.h"

namespace Exemplar
{

struct FLevelRefinementOptions
{
	/** Rounds of finding closest points and moving vertices. */
	int Rounds = 12;

	/** How strongly a vertex is held to its last place, next to the points that pull it. Above zero. */
	double Damping = 0.02;

	/** Vertices that do not move, one flag a vertex of the level; may be empty. */
	std::vector<uint8_t> Fixed;
};

/**
 * Moves the vertices of a level, in every example on its own, to where the distance from the original's vertices to the
 * level's surface is smallest in the least-squares sense: closest points and positions in turn, as registration does
 * (Hoppe et al. 1993, "Mesh optimization", with fixed connectivity). Connectivity does not change, and no triangle
 * flips against where the level had it.
 */
EXEMPLARBUILDER_API FStatus RefineLevelPositions(FDecimatedLevel& Level,
	std::span<const std::vector<FDouble3>> Examples, const FLevelRefinementOptions& Options,
	const FBuildContext& Context);

/**
 * The same for a skinned level: its points of animation space move, over the bones that each has, to where the posed
 * original's vertices are nearest to the posed level over all poses together. One linear problem a round, because
 * posing is linear in the points.
 */
EXEMPLARBUILDER_API FStatus RefineLevelSkin(FLodState& Level, const FSkinnedMesh& Original, const FPoseSamples& Poses,
	const FLevelRefinementOptions& Options, const FBuildContext& Context);

} // namespace Exemplar
