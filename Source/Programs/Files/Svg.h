// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Geometry/Mesh.h"

#include <string>
#include <vector>

namespace Exemplar
{

/** A line of a plot. Points that cannot be shown (not finite, or not positive on a logarithmic axis) break the line. */
struct FPlotSeries
{
	std::string Name; // in the legend; no entry if empty
	std::vector<FDouble2> Points;
	bool bDashed = false; // for references and bounds
};

struct FPlotAxis
{
	std::string Label;
	bool bLogarithmic = false;
};

/** A line plot, such as error over bone count. */
struct FPlot
{
	std::string Title;
	FPlotAxis X;
	FPlotAxis Y;
	std::vector<FPlotSeries> Series;
	int Width = 720; // pixels
	int Height = 440;
};

/** The plot as a self-contained SVG file, readable on light and dark pages; the same bytes for the same plot. */
std::string FormatSvg(const FPlot& Plot);

} // namespace Exemplar
