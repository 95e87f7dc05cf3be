// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "AnimationSpace/AnimationVector.h"
#include "Base/Result.h"
#include "Examples/ExampleSet.h"
#include "Geometry/Adjacency.h"

namespace Exemplar
{

/** Polygons over points, and the edges that stay sharp. */
struct FSubdivisionMesh
{
	size_t PointCount = 0;

	/** The corners of polygon f are CornerPoints[PolygonOffsets[f] .. PolygonOffsets[f + 1]). */
	std::vector<uint32_t> PolygonOffsets{0};
	std::vector<uint32_t> CornerPoints;

	/** Boundaries and edges of more than two polygons are sharp without being listed. */
	std::vector<FMeshEdge> Creases;

	/** Edges that sqrt(3) does not flip, so that faces on both sides keep them: UV seams. */
	std::vector<FMeshEdge> Seams;

	size_t PolygonCount() const { return PolygonOffsets.size() - 1; }
};

enum class ESubdivisionScheme
{
	CatmullClark, // polygons of any size, quads come out (Catmull & Clark 1978)
	Loop,         // triangles (Loop 1987)
	Sqrt3         // triangles, three times as many per step; sharp edges and seams stay whole (Kobbelt 2000)
};

/**
 * One step: point i of the finer mesh is the sum of Weights times coarse points Sources over its row [Offsets[i],
 * Offsets[i + 1]); rows sum to one. Points keep their numbers, then come the edges' and then the polygons'. Sharp edges
 * follow the cubic B-spline; a point with more than two of them stays where it is (Hoppe et al. 1994).
 *
 * Rows depend on connectivity alone and projection is linear, so a skin of animation-space points is subdivided once
 * and equals the subdivision of every posed mesh (Merry 2007). Linear blend weights have no such property.
 */
struct FSubdivision
{
	FSubdivisionMesh Mesh;
	std::vector<uint32_t> Offsets{0};
	std::vector<uint32_t> Sources;
	std::vector<double> Weights;
};

/** Refuses polygons with fewer than three corners, with one twice, or, except for Catmull-Clark, with more than three.
 */
TResult<FSubdivision> Subdivide(const FSubdivisionMesh& Mesh, ESubdivisionScheme Scheme);

/**
 * The same mesh with every point at the place that further steps lead to: the limit masks of the schemes. Points of
 * Catmull-Clark must be those of a mesh of quads, as one step makes them; others stay where they are.
 */
FSubdivision FindLimit(const FSubdivisionMesh& Mesh, ESubdivisionScheme Scheme);

std::vector<FDouble3> ApplySubdivision(const FSubdivision& Subdivision, std::span<const FDouble3> Points);

/** Points get the bones of all that they are made of: remove influences afterward (InfluenceSimplification.h). */
std::vector<FAnimationVector> ApplySubdivision(
	const FSubdivision& Subdivision, std::span<const FAnimationVector> Points);

/**
 * The polygons of a set's source over its points. Edges are creases where the source has hard ones: normals that differ
 * on the two sides at both ends. A polygon with fewer than three points after welding is omitted.
 */
FSubdivisionMesh MakeSubdivisionMesh(const FExampleSet& Examples);

} // namespace Exemplar
