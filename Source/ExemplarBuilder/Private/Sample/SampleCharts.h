// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Geometry/Mesh.h"

#include <span>

namespace Exemplar
{

/** Charts of the half x >= 0. Those in the middle continue across the mirror plane, the others have a mirror image. */
enum ESampleChart : int32_t
{
	ChartHeadFront,
	ChartHeadBack,
	ChartTrunkFront,
	ChartTrunkBack,
	ChartLegFront,
	ChartLegBack,
	ChartSole,
	ChartArmAbove,
	ChartArmBelow,
	ChartPalmAbove,
	ChartPalmBelow,
	ChartFingersAbove, // the little finger to the index, then the thumb
	ChartFingersBelow = ChartFingersAbove + 5,
	HalfChartCount = ChartFingersBelow + 5
};
constexpr int32_t FirstPairedChart = ChartLegFront;

/**
 * The chart of each of the triangles of the half, which must come before their mirror images: by position, with borders
 * that have no teeth and charts of one piece each.
 */
std::vector<int32_t> LabelCharts(std::span<const FDouble3> Positions, std::span<const FTriangle> Half);

} // namespace Exemplar
