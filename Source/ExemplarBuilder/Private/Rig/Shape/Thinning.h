// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Rig/Shape/VoxelGrid.h"

namespace Exemplar
{

/**
 * Thins a solid to curves one cell wide without changing its topology (26-connected cells, 6-connected background): six
 * directional sub-iterations (after Palagyi et al. 2001) that remove simple cells and keep the ends of curves. Cells
 * that are one layer thin are taken in the order of their parity and after thicker ones: in plain order, a limb two
 * cells wide is unzipped from its end. Returns the passes that it took, or that it was canceled.
 */
TResult<int> ThinToCurves(FVoxelGrid& Grid, const FBuildContext& Context);

/** The 26 neighbors of a cell as bits, in the order of FVoxelSteps. */
uint32_t NeighborBits(const FVoxelGrid& Grid, const FVoxelSteps& Steps, size_t Cell);

/** Whether removing a cell with these neighbors leaves pieces, handles and cavities as they are. */
bool IsSimple(uint32_t Neighbors);

} // namespace Exemplar
