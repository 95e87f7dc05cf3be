// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "BuilderApi.h"
#include "Geometry/Mesh.h"

#include <span>

namespace Exemplar
{

/**
 * Areas, normals and volume of triangle meshes. Indices must be in range. A triangle without area has the normal zero,
 * and so has a vertex without any triangle that has one.
 */
EXEMPLARBUILDER_API std::vector<double> TriangleAreas(
	std::span<const FDouble3> Positions, std::span<const FTriangle> Triangles);

/** A third of the area of the triangles around each vertex; they sum to the area of the mesh. */
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
 * The volume inside a closed mesh as the sum of signed tetrahedra against a point (the first vertex, so that a mesh far
 * from the origin keeps its digits). Positive where triangles run counter-clockwise seen from outside.
 */
EXEMPLARBUILDER_API double SignedVolume(std::span<const FDouble3> Positions, std::span<const FTriangle> Triangles);

/** The mean length of a triangle's side, each side counted once a triangle. */
EXEMPLARBUILDER_API double MeanEdgeLength(std::span<const FDouble3> Positions, std::span<const FTriangle> Triangles);

} // namespace Exemplar
