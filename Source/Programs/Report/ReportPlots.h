// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Lod/LevelChoice.h"
#include "Report/CharacterMeasures.h"
#include "Report/Html.h"
#include "Report/ReportFigures.h"

namespace Exemplar
{

/**
 * The plots of a report as SVG elements of its page, colored by the page's style sheet so that they follow light and
 * dark. Every mark has a tooltip with its values. Names are by pose.
 */
FMarkup PlotErrorByPose(const FCharacterMeasures& Measures, std::span<const std::string> Names);

/** Curve is the error of 1, 2, ... rigid clusters; Reached that of the finished character with Chosen bones. */
FMarkup PlotErrorByBones(std::span<const double> Curve, size_t Chosen, double Reached);

/** Mean error and bound of levels; Stream, if any, has every step between them: triangles and percent. */
FMarkup PlotErrorByTriangles(
	const FCharacterView& Character, double Diagonal, std::span<const std::pair<double, double>> Stream);

/** The cumulative distribution of distances. */
FMarkup PlotDistances(const FCharacterMeasures& Measures);

FMarkup PlotInfluences(std::span<const size_t> Counts);

FMarkup PlotStages(std::span<const FReportStage> Stages);

} // namespace Exemplar
