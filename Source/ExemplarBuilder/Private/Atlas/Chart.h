// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Atlas/SideProducts.h"
#include "Geometry/Adjacency.h"

namespace Exemplar
{

/** A piece of a surface that is flattened as one. */
struct FChart
{
	std::vector<int32_t> Faces;       // triangles of the surface, ascending
	std::vector<int32_t> Vertices;    // points of the surface, ascending
	std::vector<FTriangle> Triangles; // of Faces, over Vertices
	std::vector<FDouble2> UVs;        // of Vertices, in the surface's units; v points up
};

/** The chart of these triangles; not yet flattened. */
FChart GatherChart(std::span<const FTriangle> Triangles, std::vector<int32_t> Faces);

/** Pieces of a mesh that edges connect, per triangle, numbered by their first triangles; -1 for ill-formed triangles.
 */
std::vector<int32_t> LabelConnected(const FMeshAdjacency& Adjacency);

/** Whether faces are one topological disc: connected by edges, without holes, handles, or vertices that only touch. */
bool IsDisc(const FChart& Chart);

/** The border in the orientation of its triangles; empty unless the chart is a disc. */
std::vector<int32_t> FindBorder(const FChart& Chart);

/** The UVs of every triangle's corners, for MeasureStretch. */
std::vector<FDouble2> CornerUVsOf(const FChart& Chart);

/** The entries of Faces. */
std::vector<FSideProducts> SidesOf(std::span<const FSideProducts> Sides, const FChart& Chart);

/** Two sides of the border that cross each other, as places in the border. */
struct FBorderCrossing
{
	size_t First = 0, Second = 0;
};

/**
 * A disc whose triangles all keep their orientation and whose border does not cross itself covers nothing twice.
 * Returns whether it does cross itself, and where first.
 */
bool FindCrossing(const FChart& Chart, std::span<const int32_t> Border, FBorderCrossing& Out);

} // namespace Exemplar
