// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Levels/BuildLevels.h"
#include "Levels/WedgeMesh.h"

namespace Exemplar
{

/** The wedges that a state draws, which become its corners. */
struct FLevelCorners
{
	std::vector<int32_t> Wedges;
	std::vector<int32_t> CornerOfWedge; // -1 where it is not drawn
};

/** Ascending by wedge, those of the smallest Rank first (Rank, one per wedge, may be empty). */
FLevelCorners FindCorners(const FWedgeMesh& Source, const FLodState& State, std::span<const int32_t> Rank = {});

/**
 * A state of the stream as a level: triangles by section, and what the finest level has at the nearest place of its own
 * surface in the same chart (UVs, colors, normals, tangents; weights of the nearest point). A corner has a source where
 * it stands as it did. Errors and morph targets are left to the caller.
 */
FLevel AssembleLevel(const FSurface& Finest, const FSkin& Skin, const FWedgeMesh& Source, const FLodState& State,
	const FLevelCorners& Corners);

/** What the corners of a level, given by their wedges (-1: none), become in the next state. */
std::vector<uint32_t> LinkCorners(
	const FWedgeMesh& Source, std::span<const int32_t> Wedges, const FLodState& Next, const FLevelCorners& NextCorners);

} // namespace Exemplar
