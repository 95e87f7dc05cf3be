// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "BuilderApi.h"
#include "Examples/ExampleSet.h"

namespace Exemplar
{

/** Triangles of a mesh's polygons: corners index CornerVertices. A polygon of n corners gives n - 2 triangles, in
 * order. */
struct FPolygonTriangles
{
	std::vector<std::array<uint32_t, 3>> Corners;
	std::vector<uint32_t> Polygons;
};

/** A polygon of more corners is refused by BuildExampleSet: clipping ears takes time quadratic in the corners. */
constexpr size_t MaxPolygonCorners = 4096;

/**
 * Cuts every polygon by clipping ears, the one with the shortest diagonal first (a convex quad is cut along its shorter
 * diagonal), in the plane of the polygon's Newell normal. Done on the rest mesh alone, so that every pose has the same
 * triangles. Ties go to the lower corner. Polygons without area or that cut themselves still give n - 2 triangles.
 * Mesh must be well-formed: offsets rising, at least three corners a polygon, indices in range.
 */
EXEMPLARBUILDER_API FPolygonTriangles TriangulatePolygons(const FSourceMesh& Mesh);

} // namespace Exemplar
