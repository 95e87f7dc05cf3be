// Copyright (c) 2026 Exemplar contributors. MIT license.
// May change.

#pragma once

#include "Base/BuildContext.h"
#include "Clips/Animation.h"
#include "Model/Surface.h"
#include "Skin/Skin.h"

namespace Exemplar
{

/** Which surfaces get an atlas. */
enum class EAtlasUse
{
	Never,
	Missing, // those that came without UVs
	Always   // all: UVs of the source are replaced
};

enum class EChartMethod
{
	Merge, // triangles are merged while they stay flat and compact, then charts while they flatten well
	Divide // the whole surface is divided until its parts flatten well, then charts are merged as above
};

struct FAtlasOptions
{
	EAtlasUse Use = EAtlasUse::Never;
	EChartMethod Charts = EChartMethod::Merge;

	/** Largest L2 stretch of a chart, over the poses; a chart that exceeds it is divided. Above 1. */
	double MaxStretch = 1.05;

	/** Weight of the perimeter beside the area of a chart: larger values give rounder charts. */
	double Compactness = 0.2;

	/** Flatten for all poses of the clips (the L2,2 metric); off flattens the rest pose alone. */
	bool bAllPoses = true;

	/** Side of the texture in texels, a multiple of 64, and texels between charts: 2^k keep charts apart down to mip
	 * level k. */
	uint32_t Size = 1024;
	uint32_t Gutter = 4;
};

/** UVs of a surface: charts that cover no place of the unit square twice. */
struct FAtlas
{
	std::vector<FFloat2> UVs;             // one per point and chart, origin at the bottom left
	std::vector<uint32_t> CornerUVs;      // three per triangle, into UVs
	std::vector<int32_t> ChartOfTriangle; // -1 for a triangle that names a point twice
	size_t ChartCount = 0;

	double Stretch = 0.0;    // L2, over the poses (Merry 2007, section 5.4)
	double MaxStretch = 0.0; // the largest of any triangle
	double Efficiency = 0.0; // part of the texture that charts cover
	size_t Flipped = 0;      // triangles that are turned over
	FStageFigures Figures;
};

/**
 * Cuts a skinned surface into charts, flattens them so that they are stretched as little as possible over all poses of
 * its clips, and packs them. Fails where there is no skin, no triangle, or where charts do not fit into the texture.
 */
EXEMPLARBUILDER_API TResult<FAtlas> BuildAtlas(const FSurface& Surface, const FSkin& Skin, const FAnimation& Animation,
	const FAtlasOptions& Options, const FBuildContext& Context);

/**
 * The surface with the UVs of an atlas, and tangents along them: points are split into corners at the borders of
 * charts, and no longer where only their old UVs differed. Rest is where the points stand.
 */
EXEMPLARBUILDER_API FSurface ApplyAtlas(const FSurface& Surface, const FAtlas& Atlas, std::span<const FDouble3> Rest);

/** The UVs of a surface, whoever made them. */
struct FUVMeasure
{
	std::vector<int32_t> ChartOfTriangle; // joined by edges with the same UVs on both sides; -1 for ill-formed ones
	std::vector<float> Stretches;         // of triangles: L2; 1 where the size is that of the whole, 0 if turned over
	size_t ChartCount = 0;
	double Stretch = 0.0;    // L2 of the whole
	double Largest = 0.0;    // of any triangle, in any direction
	double Efficiency = 0.0; // part of the unit square that triangles cover, each counted by itself
	double Overlap = 0.0;    // part of the covered texels that more than one triangle covers
	size_t Flipped = 0;      // triangles that are mirrored
};

/** Measures the UVs of a skinned surface over the poses of its clips, or at rest where it has none. Fails where there
 * are no UVs. */
EXEMPLARBUILDER_API TResult<FUVMeasure> MeasureUVs(
	const FSurface& Surface, const FSkin& Skin, const FAnimation& Animation);

} // namespace Exemplar
