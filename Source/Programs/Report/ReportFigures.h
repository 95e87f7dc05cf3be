// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Files/Json.h"

#include <string>
#include <utility>
#include <vector>

namespace Exemplar
{

struct FReportStage
{
	std::string Name;
	double Seconds = 0.0;                                     // 0 if unknown
	bool bCached = false;                                     // taken from an earlier build
	std::vector<std::pair<std::string, std::string>> Figures; // figures of the stage, as text
};

/** Something about the input or the result that the user may want to fix. */
struct FReportProblem
{
	std::string What;
	std::string Remedy; // may be empty if What includes it
};

struct FReportBone
{
	std::string Kind; // "ball", "hinge", "root", "not bent"
	double Gap = 0.0; // meters
};

/** What a report takes from the figures of a build (figures.json, or the output of `rig --json`) beyond what it can
 * measure itself. Any part may be missing or have an unexpected type; it is then ignored.
 */
struct FReportFigures
{
	std::vector<FReportStage> Stages; // with their figures
	std::vector<FReportStage> Times;  // times of the stages, or of parts of the build with several stages
	double Seconds = 0.0;             // of the whole build; 0 if unknown
	std::vector<double> BoneCurve;    // error of 1, 2, ... rigid clusters, % of the diagonal
	std::vector<std::pair<double, double>> TriangleCurve; // triangles, % of the diagonal: the stream of levels
	std::vector<FReportBone> Bones;                       // in the order of the character's joints
	double LeftOutRms = 0.0, BlendLeftOutRms = 0.0;       // % of the diagonal on held-out poses; 0 if not measured
	size_t Folds = 0;                                     // of the cross-validation
	std::vector<FReportProblem> Problems;
	std::vector<std::pair<std::string, std::string>> Options; // "rig.influences", "4"
};

FReportFigures ReadReportFigures(const FJson& Document);

} // namespace Exemplar
