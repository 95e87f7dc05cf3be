// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Result.h"
#include "Geometry/Adjacency.h"

#include <string>

namespace Exemplar
{

/**
 * A mesh on which functions are solved: the piece with the largest area, without triangles that have no area. Across
 * pairs the sides of triangles one to one and in opposite directions, so that a curve that leaves a triangle enters
 * exactly one other even at non-manifold sides.
 */
struct FHarmonicMesh
{
	std::string Name; // what messages call it
	FTriangleMesh Mesh;
	std::vector<int32_t> Vertices; // of Mesh: their numbers in the mesh that this one was made from
	FMeshAdjacency Adjacency;
	std::vector<std::array<int32_t, 3>> Across; // the triangle across side k, from corner k to k + 1; -1 for none
	size_t PieceCount = 0;                      // of the mesh that this one was made from
};

/** Fails if an index is out of range, a coordinate is not finite, or no triangle has an area. */
TResult<FHarmonicMesh> MakeHarmonicMesh(const FTriangleMesh& Source, std::string Name);

/**
 * The mean curvature of every vertex, 1/r on a sphere of radius r and positive where the surface bulges outward: half
 * the normal part of the cotangent Laplacian of the position over the area.
 */
std::vector<double> MeanCurvatures(const FHarmonicMesh& Mesh);

} // namespace Exemplar
