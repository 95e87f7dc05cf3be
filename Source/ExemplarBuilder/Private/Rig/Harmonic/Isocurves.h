// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Rig/Harmonic/HarmonicMesh.h"

#include <span>

namespace Exemplar
{

/**
 * A connected curve of equal field value, walked with the lower side on the same hand on every curve of a mesh whose
 * triangles agree in orientation. Points have a phase in [0, 1]: the flux of the field through the curve up to there,
 * which is the conjugate of the field. Phases stay the same along lines of steepest ascent, so value and phase are
 * coordinates of a limb that depend on lengths on its surface alone, not on its triangles and not on its pose.
 */
struct FIsocurve
{
	double Value = 0.0;
	bool bClosed = true; // open where it meets the boundary of the mesh
	std::vector<FDouble3> Points;
	std::vector<double> Curvatures; // mean curvature of the surface at the points
	std::vector<double> Phases;     // at the points, and 1 at the end
	std::vector<double> Slopes;     // logarithm of the field's gradient on the segments, one per point
	double Length = 0.0;
	FDouble3 Center;                // weighted by length
	double MeanCurvature = 0.0;     // the same
	int32_t Below = -1, Above = -1; // nodes of the Reeb graph

	size_t SegmentCount() const { return bClosed ? Points.size() : Points.size() - 1; }
};

/** Where a curve has a phase, which may have any integer part. */
struct FCurvePlace
{
	FDouble3 Point;
	double Curvature = 0.0;
	double Slope = 0.0;
};
FCurvePlace PlaceAtPhase(const FIsocurve& Curve, double Phase);

/** The phase of the place on the curve that is closest to a point. */
double ClosestPhase(const FIsocurve& Curve, const FDouble3& Point);

/** What is between levels: every triangle is cut into pieces by the levels that it crosses. A piece's number is
 * Offsets[triangle] + class - the smallest class of the triangle's corners. */
struct FLevelPieces
{
	std::vector<double> Levels;   // ascending
	std::vector<int32_t> Classes; // per vertex: how many levels are not above it
	std::vector<uint32_t> Offsets;

	int32_t LowClass(const FTriangle& Triangle) const;
	int32_t HighClass(const FTriangle& Triangle) const;
};
FLevelPieces CutByLevels(const FHarmonicMesh& Mesh, std::span<const double> Field, std::vector<double> Levels);

/**
 * All curves of all levels, ascending. CurveOfPiece gives, for the piece below a level in a triangle that the level
 * crosses, the curve; -1 for other pieces.
 */
struct FIsocurves
{
	std::vector<FIsocurve> Curves;
	std::vector<int32_t> CurveOfPiece;
};
FIsocurves TraceIsocurves(const FHarmonicMesh& Mesh, std::span<const double> Field,
	std::span<const double> VertexCurvatures, const FLevelPieces& Pieces);

} // namespace Exemplar
