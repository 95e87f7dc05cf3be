// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Atlas/BuildAtlas.h"
#include "Atlas/Chart.h"
#include "Atlas/MergeCharts.h"
#include "Atlas/PackCharts.h"

namespace Exemplar
{

/** What an atlas is made of: triangles over points, and the metric to flatten them in. */
struct FAtlasInput
{
	std::span<const FTriangle> Triangles;
	std::span<const FSideProducts> Sides;          // per triangle
	std::span<const std::vector<FDouble3>> Shapes; // from one to MaxChartShapes: what charts are cut by
	std::span<const int32_t> GivenCharts;          // optional, per triangle: charts to keep, not to cut
};

/** Cuts, flattens and packs. Given charts are divided only where they are no discs or cover themselves. */
TResult<FAtlas> MakeAtlas(const FAtlasInput& Input, const FAtlasOptions& Options, const FBuildContext& Context);

/** Sides over all frames of the clips, or at rest without clips. */
TResult<std::vector<FSideProducts>> MeasureSkinSides(
	const FSkin& Skin, const FAnimation& Animation, bool bAllPoses, std::span<const FTriangle> Triangles);

/** A chart that was flattened, or what to divide it into instead. */
struct FFlattened
{
	FChart Chart;
	double Stretch = 0.0;
	FChartBox Box;                           // what it takes up in the texture, roughly
	double Area = 0.0;                       // in the plane
	std::vector<std::vector<int32_t>> Parts; // empty: the chart is good
};

/**
 * Flattens a piece: conformally, or onto a circle where that turns triangles over, then as near to its own size as it
 * gets. Pieces that are no discs, are stretched by more than MaxStretch or cover themselves come back divided.
 */
FFlattened FlattenPiece(
	const FAtlasInput& Input, const FPosedFaces& Faces, std::span<const int32_t> Piece, double MaxStretch);

/** The longest side of a chart that can be placed well, in units of the surface. */
double FindMaxLength(const FAtlasInput& Input);

/**
 * Joins neighbors, those with the longest common border first, as long as both together flatten within MaxStretch, are
 * not too long, and fill their box: by 70 %, or no worse than the two do by themselves.
 */
FStatus JoinCharts(const FAtlasInput& Input, const FPosedFaces& Faces, double MaxStretch,
	std::vector<FFlattened>& Charts, const FBuildContext& Context);

/**
 * Cuts a flattened chart along a straight line, so that the boxes of its parts are smaller than its own: a leg from a
 * trunk. Returns connected parts; none where no line saves 8 % of the box for every part more, and the chart is not
 * too long.
 */
std::vector<std::vector<int32_t>> CutChart(const FChart& Chart, double MaxLength);

} // namespace Exemplar
