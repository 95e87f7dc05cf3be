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

struct FSkinRefinementOptions
{
	/** Rounds of finding closest points and moving vertices, and steps of the solver in each. */
	int Rounds = 4;
	int Steps = 10;

	/** How strongly a point is held to its last place, next to the mean of what pulls. Above zero. */
	double Damping = 0.02;

	/** How strongly a point is held to where it began, by what the change would do in poses that are not known. */
	double Unseen = 0.1;

	/** What sliding over the surface weighs next to leaving it. */
	double Sliding = 0.1;
};

/**
 * Moves the points of a skinned level, over the bones that each has, to where the posed level is nearest to the posed
 * original over all poses together, both ways: places spread over each surface by area (at least four per triangle of
 * the level, others in every pose) and their closest points on the other one. The original's vertices are held to one
 * place of the level in all poses, weakly, so that texture does not slide. One linear problem per round, because posing
 * is linear in the points. Every eighth place pulls nothing: by these the best round is chosen, so a level does not get
 * worse.
 */
EXEMPLARBUILDER_API FStatus RefineLevelSkin(FLodState& Level, const FSkinnedMesh& Original, const FPoseSamples& Poses,
	const FSkinRefinementOptions& Options, const FBuildContext& Context);

} // namespace Exemplar
