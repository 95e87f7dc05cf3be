// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "AnimationSpace/PoseMetric.h"
#include "Geometry/Mesh.h"

#include <cmath>

namespace Exemplar
{

/**
 * Inner products of two sides of a triangle, corner 0 to 1 and corner 0 to 2: all that flattening and stretch know of a
 * surface. Those of one shape are its own lengths and angles; those of the L2,2 metric are means over poses (Merry
 * 2007, section 5.4), so the same code flattens a mesh for one pose or for all.
 */
struct FSideProducts
{
	double G11 = 0.0, G12 = 0.0, G22 = 0.0;

	double Area() const { return 0.5 * std::sqrt((std::max)(G11 * G22 - G12 * G12, 0.0)); }
};

/** Of one shape. */
std::vector<FSideProducts> MeasureSides(std::span<const FDouble3> Positions, std::span<const FTriangle> Triangles);

/** Over the poses of the metric; points have the metric's basis. */
std::vector<FSideProducts> MeasureSides(
	const FPoseMetric& Metric, std::span<const FAnimationVector> Points, std::span<const FTriangle> Triangles);

/** The mean of several shapes: what the metric sampled from them gives. */
std::vector<FSideProducts> MeanSides(
	std::span<const std::vector<FDouble3>> Shapes, std::span<const FTriangle> Triangles);

/**
 * A triangle laid into the plane with its first side along x: corners (0, 0), (A, 0), (B, C). A triangle without area
 * gets a height of a thousandth of its longest side, so that it can be flattened like any other.
 */
struct FFlatTriangle
{
	double A = 0.0, B = 0.0, C = 0.0;

	double Area() const { return 0.5 * A * C; }
};

/** Scale is a typical length of the mesh: no side is shorter than a millionth of it. */
FFlatTriangle LayFlat(const FSideProducts& Sides, double Scale);

/** How far a flattened surface is from its metric. */
struct FStretch
{
	double L2 = 0.0;  // root of the mean square over the surface; 1 where nothing is stretched (Sander et al. 2001)
	double Max = 0.0; // the largest singular value of any triangle
	size_t Flipped = 0;
	double Area = 0.0;     // of the surface
	double FlatArea = 0.0; // in the plane
};

/**
 * The stretch of a map from the plane to a surface: UVs has three entries per triangle. The plane is scaled until both
 * areas agree. Triangles that are turned over count for nothing but Flipped; triangles without area on the surface are
 * left out.
 */
FStretch MeasureStretch(std::span<const FSideProducts> Sides, std::span<const FDouble2> CornerUVs);

} // namespace Exemplar
