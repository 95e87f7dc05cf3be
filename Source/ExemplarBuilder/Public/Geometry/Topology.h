// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Geometry/Adjacency.h"

namespace Exemplar
{

/** Pieces of a mesh that hang together by shared vertices, numbered by their smallest vertex. */
struct FMeshComponents
{
	size_t Count = 0;
	std::vector<int32_t> OfVertex;   // -1 for a vertex without triangles
	std::vector<int32_t> OfTriangle; // -1 for an ill-formed triangle
};

EXEMPLARBUILDER_API FMeshComponents FindComponents(
	const FMeshAdjacency& Adjacency, std::span<const FTriangle> Triangles);

/** What kind of surface a mesh is. Vertices without triangles are not counted. */
struct FMeshTopology
{
	size_t Components = 0;
	size_t BoundaryEdges = 0;
	size_t NonManifoldEdges = 0;    // with more than two triangles
	size_t NonManifoldVertices = 0; // whose triangles make more than one fan, without being on a non-manifold edge
	size_t InconsistentEdges = 0;   // whose two triangles run the same way
	int64_t EulerCharacteristic = 0;

	bool IsManifold() const { return NonManifoldEdges == 0 && NonManifoldVertices == 0 && InconsistentEdges == 0; }
	bool IsClosed() const { return Components > 0 && BoundaryEdges == 0; }
	/** The number of handles, summed over the components; only closed manifolds have one. */
	int64_t Genus() const { return (2 * static_cast<int64_t>(Components) - EulerCharacteristic) / 2; }
};

EXEMPLARBUILDER_API FMeshTopology DescribeTopology(
	const FMeshAdjacency& Adjacency, std::span<const FTriangle> Triangles);

} // namespace Exemplar
