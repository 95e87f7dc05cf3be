// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Geometry/SurfaceTree.h"
#include "Registration/Scans.h"

#include <memory>
#include <optional>

namespace Exemplar
{

/** What cleaning found, by count. */
struct FScanFindings
{
	size_t NotFinite = 0;
	size_t Degenerate = 0;
	size_t Duplicate = 0;
	size_t NonManifold = 0; // edges with more than two triangles
	size_t Flipped = 0;     // pieces that were inside out
	size_t SmallPieces = 0;
	size_t FarPieces = 0;
	size_t FloorTriangles = 0;
};

/**
 * A scan ready for the fit, in the template's units: a soup of triangles with normals, a tree of boxes, and the edges
 * where it ends. Points without faces are triangles without area whose normals are estimated from their neighbors.
 */
struct FCleanScan
{
	std::string Name;
	std::vector<FDouble3> Positions;
	std::vector<FTriangle> Triangles;
	std::vector<FDouble3> TriangleNormals;
	std::vector<FDouble3> VertexNormals;
	std::vector<double> VertexAreas;
	std::vector<uint8_t> BorderVertices;
	std::vector<uint8_t> BorderEdges; // per triangle, bit k: the edge from corner k to corner k + 1
	std::vector<FFloat4> Colors;      // per vertex, if the scan has them
	double Area = 0.0;
	double Noise = 0.0;            // estimate of the deviation along the normal
	std::optional<FDouble4> Floor; // the plane (n, d), n . p = d, that was removed
	bool bPoints = false;          // without faces
	FScanFindings Findings;
	std::unique_ptr<FSurfaceTree> Tree; // of Positions and Triangles

	/** Whether a place lies where the scan ends. */
	bool IsBorder(const FSurfaceCoordinate& Where) const;
};

/** Cleans a scan after multiplying its positions by Scale (Docs/Registration.md lists the steps). Up is the axis that
 * floors are searched along. Fails on a scan without area. */
TResult<FCleanScan> CleanScan(const FScan& Scan, double Scale, const FBuildContext& Context);

/** The deviation of a surface from its own smoothness: what scanners add. */
double EstimateNoise(std::span<const FDouble3> Positions, std::span<const FTriangle> Triangles,
	std::span<const FDouble3> Normals, std::span<const uint8_t> Border);

/** Normals of points without faces, from the plane of their neighbors, made to agree along a spanning tree; and
 * whether a point lies where the points end. */
void EstimatePointNormals(
	std::span<const FDouble3> Positions, std::vector<FDouble3>& Normals, std::vector<uint8_t>& Border);

} // namespace Exemplar
