// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Atlas/Chart.h"
#include "Base/BuildContext.h"
#include "Base/Result.h"

namespace Exemplar
{

struct FPackingOptions
{
	/** Side of the texture in texels; a multiple of 64. */
	uint32_t Size = 1024;

	/** Texels between charts; half as many to the edge of the texture. 2^k keep charts apart down to mip level k. */
	uint32_t Gutter = 4;
};

struct FPackingResult
{
	double Efficiency = 0.0; // part of the texture that charts cover
	double Scale = 0.0;      // of UVs per unit of the surface
};

/** A chart's smallest box, of those turned by whole degrees. */
struct FChartBox
{
	double Angle = 0.0; // by which the chart is turned, radians, below a right angle
	double Area = 0.0;
	double Length = 0.0; // of the longer side
};

FChartBox FindBox(std::span<const FDouble2> UVs);

/**
 * Turns, scales (all alike) and moves charts into the unit square, so that every two are a gutter apart and the scale
 * is the largest that was found. Charts are laid down as pictures of their exact shape, so small ones fill the bays of
 * large ones: the largest first, each in the orientation and at the place where its top is lowest. Charts are never
 * mirrored.
 */
TResult<FPackingResult> PackCharts(
	const FPackingOptions& Options, std::vector<FChart>& Charts, const FBuildContext& Context);

} // namespace Exemplar
