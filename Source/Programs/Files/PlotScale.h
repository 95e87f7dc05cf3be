// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include <string>
#include <vector>

namespace Exemplar
{

/** An axis that knows its range, its ticks, and where a value stands on the page. */
struct FPlotScale
{
	bool bLogarithmic = false;
	double Begin = 0.0, End = 1.0;     // of values; decades where logarithmic
	double From = 0.0, To = 1.0;       // of pixels
	std::vector<double> Ticks, Minors; // values

	double Measure(double Value) const;

	/** Whether a value has a place: finite, and positive on a logarithmic axis. */
	bool Shows(double Value) const;
	double Place(double Value) const;
};

/**
 * The scale of values, which reaches from the pixel From to To; Steps is about how many ticks a linear one has. A
 * linear one begins at zero where that wastes little, a logarithmic one has at least a decade.
 */
FPlotScale MakePlotScale(const std::vector<double>& Values, bool bLogarithmic, double Steps, double From, double To);

/** A tick's number. */
std::string PlotTickText(double Value);

/** A place on the page: tenths of a pixel are enough, and keep files small and stable. */
std::string PlotPixels(double Value);

} // namespace Exemplar
