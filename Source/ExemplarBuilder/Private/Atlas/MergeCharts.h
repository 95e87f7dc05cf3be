// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/BuildContext.h"
#include "Base/Result.h"
#include "Geometry/Adjacency.h"

namespace Exemplar
{

/** Segmentation looks at no more poses than this: they differ in where surfaces bend, and few show it. */
constexpr size_t MaxChartShapes = 4;

/** Triangles in the shapes that segmentation looks at: from one to MaxChartShapes, which count alike. */
struct FPosedFaces
{
	std::span<const FTriangle> Triangles;
	std::span<const std::vector<FDouble3>> Shapes;
	const FMeshAdjacency& Adjacency;
};

/**
 * How far a set of triangles is from a flat, compact piece (Merry 2007, eqs. 5.3 and 5.4): its area and the area of the
 * circle of its perimeter, over the largest area that it has when seen from one direction. Sums are means over shapes,
 * each seen from its own best direction.
 */
struct FPieceShape
{
	double Area = 0.0;
	double Perimeter = 0.0;
	size_t ShapeCount = 0;
	std::array<FDouble3, MaxChartShapes> Normals{}; // per shape: the sum of area-weighted normals

	/** 1 for a flat piece; half a cylinder has 1.57, a capped limb ("sock") far more. */
	double AreaRatio() const { return Area / (std::max)(Projected(), 1e-12 * Area); }
	double Error(double Compactness) const;
	double Projected() const;
};

struct FMergeOptions
{
	double Compactness = 0.2; // weight of the perimeter

	/** A piece may have this much more area than can be seen from one direction. */
	double MaxAreaRatio = 1.6;

	/** And this part of either half of a merge may face away from the whole: fingers keep out of the palm's chart. */
	double MaxAway = 0.1;

	/** Merging ends at so many pieces if it comes so far. */
	size_t MinPieces = 1;
};

/**
 * Greedy merging of triangles into discs: the legal merge that adds least to the sum of area times error comes first.
 * Returns a piece per triangle, numbered by their first triangles; -1 for ill-formed triangles. A merge is legal where
 * the two share one path, which keeps every piece a disc.
 */
TResult<std::vector<int32_t>> MergeCharts(
	const FPosedFaces& Faces, const FMergeOptions& Options, const FBuildContext& Context);

/** Whether an edge lies inside the surface: two triangles of the same orientation. */
bool IsInnerEdge(const FPosedFaces& Faces, size_t Edge);

/** The normal of a triangle with its area as length. */
FDouble3 FaceNormal(std::span<const FDouble3> Shape, const FTriangle& T);

/** The shape of some of the triangles. */
FPieceShape MeasurePiece(const FPosedFaces& Faces, std::span<const int32_t> Piece);

/**
 * Divides a connected piece in two connected parts that face different directions: grown from the two triangles whose
 * normals differ most along the axis of the widest spread, then again from the parts' own directions, a few rounds
 * (Cohen-Steiner et al. 2004 with two proxies). Either part may be anything but empty; a single triangle stays whole.
 */
std::vector<std::vector<int32_t>> DividePiece(const FPosedFaces& Faces, std::span<const int32_t> Piece);

/** Divides a connected piece in two by the distance, in triangles, from two of them. */
std::vector<std::vector<int32_t>> DividePieceBetween(
	const FPosedFaces& Faces, std::span<const int32_t> Piece, int32_t First, int32_t Second);

} // namespace Exemplar
