// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Render/Canvas.h"

#include <string>
#include <utility>
#include <vector>

namespace Exemplar
{

/** The meaning of colors: a bar from one value to another, or named swatches. */
struct FLegend
{
	std::string Title;
	std::vector<FPixel> Bar;                              // its colors from left to right; empty for swatches
	bool bSteps = false;                                  // the bar's colors are steps, each with one label below
	std::vector<std::string> BarLabels;                   // evenly spaced from the bar's left to its right end
	std::vector<std::pair<FPixel, std::string>> Swatches; // those that fit are shown
	std::string Remark;                                   // to the right
	bool IsEmpty() const { return Bar.empty() && Swatches.empty(); }
};

struct FSheetPanel
{
	FCanvas Picture;
	std::string Caption;
	std::string Remark; // smaller, behind the caption
};

/** Pictures in rows with captions, a title above and a legend below. */
struct FSheet
{
	std::string Title;
	std::string Subtitle;
	std::vector<FSheetPanel> Panels; // of one size
	uint32_t Columns = 0;            // 0: automatic, for an aspect ratio of about 16 : 10
	FLegend Legend;
};

FCanvas DrawSheet(const FSheet& Sheet);

} // namespace Exemplar
