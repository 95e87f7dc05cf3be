// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include <string>
#include <vector>

namespace Exemplar
{

/** An axis with its range, its ticks, and the mapping from values to pixels. */
struct FPlotScale
{
	bool bLogarithmic = false;
	double Begin = 0.0, End = 1.0;     // range of values; in decades if logarithmic
	double From = 0.0, To = 1.0;       // range of pixels
	std::vector<double> Ticks, Minors; // values

	double Measure(double Value) const;

	/** Whether a value can be shown: finite, and positive on a logarithmic axis. */
	bool Shows(double Value) const;
	double Place(double Value) const;
};

/** The scale for values, from pixel From to pixel To; Steps is the approximate number of ticks of a linear scale. A
 * linear scale starts at zero if that wastes little space; a logarithmic one spans at least a decade.
 */
FPlotScale MakePlotScale(const std::vector<double>& Values, bool bLogarithmic, double Steps, double From, double To);

/** The label of a tick. */
std::string PlotTickText(double Value);

/** A pixel position; tenths of a pixel are precise enough and keep files small and stable. */
std::string PlotPixels(double Value);

} // namespace Exemplar
