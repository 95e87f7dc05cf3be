// Copyright (c) 2026 Exemplar contributors. MIT license.
// Stable: measures of triangle meshes.

#pragma once

#include "BuilderApi.h"
#include "Geometry/Mesh.h"

#include <cstddef>
#include <span>

namespace Exemplar
{

/** Length of the diagonal of the axis-aligned bounding box; zero for no points. Errors are given in % of the rest
 * mesh's diagonal. */
EXEMPLARBUILDER_API double BoxDiagonal(std::span<const FDouble3> Points);

/**
 * Areas, normals and volume of triangle meshes. Indices must be in range. A triangle without area has a zero normal, as
 * has a vertex whose triangles all have no area.
 */
EXEMPLARBUILDER_API std::vector<double> TriangleAreas(
	std::span<const FDouble3> Positions, std::span<const FTriangle> Triangles);

/** A third of the area of the triangles around each vertex; the sum is the area of the mesh. */
EXEMPLARBUILDER_API std::vector<double> VertexAreas(
	std::span<const FDouble3> Positions, std::span<const FTriangle> Triangles);

EXEMPLARBUILDER_API double SurfaceArea(std::span<const FDouble3> Positions, std::span<const FTriangle> Triangles);

EXEMPLARBUILDER_API std::vector<FDouble3> TriangleNormals(
	std::span<const FDouble3> Positions, std::span<const FTriangle> Triangles);

enum class ENormalWeight
{
	Angle, // by the triangle's angle at the vertex (Thürmer & Wüthrich 1998): independent of the triangulation
	Area,  // by the triangle's area
	Equal
};

EXEMPLARBUILDER_API std::vector<FDouble3> VertexNormals(std::span<const FDouble3> Positions,
	std::span<const FTriangle> Triangles, ENormalWeight Weight = ENormalWeight::Angle);

/**
 * Volume inside a closed mesh: the sum of signed tetrahedra against the first vertex, so that a mesh far from the
 * origin keeps its precision. Positive if triangles are counter-clockwise seen from outside.
 */
EXEMPLARBUILDER_API double SignedVolume(std::span<const FDouble3> Positions, std::span<const FTriangle> Triangles);

/** Mean length of the triangles' sides; a side counts once per triangle. */
EXEMPLARBUILDER_API double MeanEdgeLength(std::span<const FDouble3> Positions, std::span<const FTriangle> Triangles);

/** The kind of surface a mesh is. Vertices without triangles are not counted. */
struct FMeshTopology
{
	size_t Components = 0;
	size_t BoundaryEdges = 0;
	size_t NonManifoldEdges = 0;    // with more than two triangles
	size_t NonManifoldVertices = 0; // with more than one fan of triangles, and not on a non-manifold edge
	size_t InconsistentEdges = 0;   // whose two triangles are oriented differently
	int64_t EulerCharacteristic = 0;

	bool IsManifold() const { return NonManifoldEdges == 0 && NonManifoldVertices == 0 && InconsistentEdges == 0; }
	bool IsClosed() const { return Components > 0 && BoundaryEdges == 0; }
	/** Number of handles, summed over the components; defined for closed manifolds only. */
	int64_t Genus() const { return (2 * static_cast<int64_t>(Components) - EulerCharacteristic) / 2; }
};

EXEMPLARBUILDER_API FMeshTopology DescribeTopology(size_t VertexCount, std::span<const FTriangle> Triangles);

} // namespace Exemplar
