// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Rig/Shape/VoxelGrid.h"

namespace Exemplar
{

/** What a mesh is to a voxelization. */
struct FVoxelMeshKind
{
	bool bClosed = false; // no boundary edges
	int64_t Genus = 0;    // handles of a closed mesh, 0 where they are not defined
};

FVoxelMeshKind DescribeForVoxels(const FTriangleMesh& Mesh);

/** The mesh with a fan of triangles over every hole; the outline of a sheet is none. */
FTriangleMesh CapHoles(const FTriangleMesh& Mesh);

/** Occupies every cell that a triangle touches. */
void MarkSurface(const FTriangleMesh& Mesh, IExecutor& Executor, FVoxelGrid& Grid);

/** Occupies what a flood from outside does not reach. */
void FillSolid(FVoxelGrid& Grid);

/** Occupies what has a winding number above a half as well. */
void FillByWinding(const FTriangleMesh& Mesh, IExecutor& Executor, FVoxelGrid& Grid);

/** Joins pieces to the largest one by lines of cells across the gaps, and drops specks. Returns the lines. */
size_t JoinPieces(FVoxelGrid& Grid);

} // namespace Exemplar
