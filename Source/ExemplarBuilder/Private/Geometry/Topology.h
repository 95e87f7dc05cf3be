// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Geometry/Adjacency.h"
#include "Geometry/Measures.h"

namespace Exemplar
{

/** Pieces of a mesh that are connected by shared vertices, numbered by their smallest vertex. */
struct FMeshComponents
{
	size_t Count = 0;
	std::vector<int32_t> OfVertex;   // -1 for a vertex without triangles
	std::vector<int32_t> OfTriangle; // -1 for an ill-formed triangle
};

FMeshComponents FindComponents(const FMeshAdjacency& Adjacency, std::span<const FTriangle> Triangles);

/** DescribeTopology of Geometry/Measures.h for a mesh whose adjacency is known. */
FMeshTopology DescribeTopology(const FMeshAdjacency& Adjacency, std::span<const FTriangle> Triangles);

} // namespace Exemplar
