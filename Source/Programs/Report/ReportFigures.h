// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Files/Json.h"

#include <string>
#include <utility>
#include <vector>

namespace Exemplar
{

struct FStageOfReport
{
	std::string Name;
	double Seconds = 0.0;                                     // 0: not known
	bool bCached = false;                                     // taken from an earlier build
	std::vector<std::pair<std::string, std::string>> Figures; // what the stage says of itself, for people
};

/** Something about the input or the result that the user may want to mend. */
struct FProblemOfReport
{
	std::string What;
	std::string Remedy; // may be empty: then What says it
};

struct FBoneOfReport
{
	std::string Kind; // "ball", "hinge", "root", "not bent"
	double Gap = 0.0; // meters
};

/**
 * What the figures document of a build (figures.json, or what `rig --json` writes) tells a report beyond what it can
 * measure itself. Any part may be missing, and none has to be of the kind that is expected: what cannot be understood
 * is left out.
 */
struct FReportFigures
{
	std::vector<FStageOfReport> Stages; // what they say of themselves
	std::vector<FStageOfReport> Times;  // what took how long: the stages, or the parts of the build that hold several
	double Seconds = 0.0;               // of the whole build; 0: not known
	std::vector<double> BoneCurve;      // error of 1, 2, ... rigid clusters, % of the diagonal
	std::vector<std::pair<double, double>> TriangleCurve; // triangles, % of the diagonal: the stream of levels
	std::vector<FBoneOfReport> Bones;                     // in the order of the character's joints
	double LeftOutRms = 0.0, BlendLeftOutRms = 0.0;       // % of the diagonal on poses left out; 0: not measured
	size_t Folds = 0;                                     // how often poses were left out
	std::vector<FProblemOfReport> Problems;
	std::vector<std::pair<std::string, std::string>> Options; // "rig.influences", "4"
};

FReportFigures ReadReportFigures(const FJson& Document);

} // namespace Exemplar
