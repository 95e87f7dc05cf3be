// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Report/CharacterMeasures.h"
#include "Report/Html.h"
#include "Report/ReportFigures.h"
#include "Report/ReportPictures.h"

namespace Exemplar
{

/** All that a page tells. Referred to, not owned. */
struct FReportContent
{
	const FCharacter& Character;
	const FExampleSet& Examples;
	const FCharacterMeasures& Measures;
	const FReportFigures& Figures;
	const FReportPictures& Pictures;
	const std::vector<std::string>& PoseNames; // one an example
	const std::vector<double>& PixelSizes;     // by level, see FReportPictureOptions
	double RampEnd = 0.0;
};

/** The whole page: pictures, plots, numbers, problems, provenance, in this order. */
std::string FormatReportPage(const FReportContent& Content);

/** The parts of it that are text. Headings are theirs. */
FMarkup FormatCorrectives(const FReportContent& Content);
FMarkup FormatNumbers(const FReportContent& Content);
FMarkup FormatProblems(const FReportContent& Content);
FMarkup FormatProvenance(const FReportContent& Content);

/** What is worth knowing about the input and the result, the examples' own problems first. */
std::vector<FReportProblem> ListProblems(const FReportContent& Content);

} // namespace Exemplar
