// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/BuildContext.h"
#include "Base/Result.h"
#include "Geometry/Mesh.h"

#include <cstddef>

namespace Exemplar
{

/** Cubes of one edge length in a box, x fastest. Two empty cells pad every side, so that neighbors always exist. */
struct FVoxelGrid
{
	static constexpr int32_t Padding = 2;

	std::array<int32_t, 3> Size{};
	FDouble3 Origin; // the corner of the first cell
	double Edge = 0.0;
	std::vector<uint8_t> Cells; // 1: occupied

	size_t IndexOf(int32_t X, int32_t Y, int32_t Z) const
	{
		return static_cast<size_t>(X) +
			static_cast<size_t>(Size[0]) *
			(static_cast<size_t>(Y) + static_cast<size_t>(Size[1]) * static_cast<size_t>(Z));
	}
	std::array<int32_t, 3> PlaceOf(size_t Index) const
	{
		const auto Row = static_cast<size_t>(Size[0]), Slice = Row * static_cast<size_t>(Size[1]);
		return {static_cast<int32_t>(Index % Row), static_cast<int32_t>(Index % Slice / Row),
			static_cast<int32_t>(Index / Slice)};
	}
	FDouble3 CenterOf(size_t Index) const
	{
		const std::array<int32_t, 3> Place = PlaceOf(Index);
		return {
			Origin.X + (Place[0] + 0.5) * Edge, Origin.Y + (Place[1] + 0.5) * Edge, Origin.Z + (Place[2] + 0.5) * Edge};
	}
	/** Whether the cell that holds a point is occupied; outside the box none is. */
	bool IsOccupied(const FDouble3& Point) const;
	size_t CountOccupied() const;
};

/** Steps from a cell to its 26 neighbors: the six across faces first, then across edges, then across corners. */
struct FVoxelSteps
{
	explicit FVoxelSteps(const FVoxelGrid& Grid);
	std::array<ptrdiff_t, 26> Offsets{};
};

/** The solid that a mesh encloses, as cells. */
struct FVoxelSolid
{
	FVoxelGrid Grid;
	int Resolution = 0; // cells along the longest side of the mesh's box, as used
	size_t SurfaceCells = 0;
	size_t Bridges = 0;    // gaps between pieces that were bridged to make one solid
	int64_t Loops = 0;     // handles of the solid: of the mesh, or limbs that touch
	bool bWinding = false; // the mesh is open: what is inside was decided by winding numbers
};

struct FVoxelOptions
{
	/** Cells along the longest side of the mesh's box, 8 to 512. */
	int Resolution = 155;

	/** Try higher resolutions where parts of the body have fused: the solid has more handles than the mesh. */
	bool bRefine = true;
};

/**
 * Voxels that triangles touch (separating axes, Akenine-Moeller 2001: a surface without holes lets no path of
 * face-adjacent cells through), and everything that cannot be reached from outside. A mesh with openings is filled
 * where its winding number says inside (Jacobson et al. 2013). Pieces that do not touch are joined by thin bridges, the
 * smallest ones dropped. Fails if the mesh encloses nothing.
 */
TResult<FVoxelSolid> VoxelizeSolid(
	const FTriangleMesh& Mesh, const FVoxelOptions& Options, const FBuildContext& Context);

/** Vertices - edges + faces - cells of the union of the closed cells: pieces - handles + cavities. */
int64_t EulerNumber(const FVoxelGrid& Grid);

/** The distance from the center of every cell to the surface of the solid, 0 outside (Felzenszwalb and Huttenlocher
 * 2012). */
std::vector<float> FindDepths(const FVoxelGrid& Grid, IExecutor& Executor);

/** The pieces of 26-connected cells: their sizes, and the piece of every occupied cell (-1 for empty ones). */
std::vector<size_t> FindVoxelPieces(const FVoxelGrid& Grid, std::vector<int32_t>& PieceOfCell);

} // namespace Exemplar
