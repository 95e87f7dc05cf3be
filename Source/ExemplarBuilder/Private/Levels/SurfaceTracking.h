// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "BuilderApi.h"
#include "Geometry/Adjacency.h"
#include "Geometry/ClosestPoint.h"
#include "Geometry/SurfaceTree.h"

namespace Exemplar
{

/**
 * Closest points on a surface that moves a little between queries: from the triangle where the point was, downhill over
 * the triangles around it. Finds the nearest place that a walk can reach, which is the one that a vertex should be
 * drawn to, and not one of another limb.
 */
class EXEMPLARBUILDER_API FSurfaceTracker
{
public:
	/** Groups, one a triangle, may be empty; a walk stays in the group where it begins. */
	FSurfaceTracker(size_t VertexCount, std::span<const FTriangle> InTriangles, std::span<const int32_t> Groups = {});

	/**
	 * Where.Triangle is where the walk begins; returns the squared distance. Without bLeave a point above the inside of
	 * that triangle stays there.
	 */
	double Track(std::span<const FDouble3> Positions, const FDouble3& Point, FSurfaceCoordinate& Where,
		bool bLeave = true) const;

	/** A triangle at a vertex to begin with; -1 where it has none. */
	int32_t TriangleAt(int32_t Vertex) const;

private:
	std::span<const FTriangle> Triangles;
	FIndexLists Around; // triangles that share a vertex with a triangle
	std::vector<int32_t> First;
};

} // namespace Exemplar
