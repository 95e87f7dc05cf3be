// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Files/Json.h"
#include "Pipeline/BuildProblems.h"

namespace Exemplar
{

/** The request and the results of a build. */
struct FBuildRecord
{
	std::vector<std::string> Inputs; // paths as given
	std::string Preset;              // empty if none
	const FBuildOptions& Options;
	const FExampleSet& Examples;
	const FBuiltCharacter& Built;
	int Threads = 0;
	double ReadSeconds = 0.0;
};

/** The contents of figures.json, described field by field in Docs/Building.md. Everything except "run" is the same for
 * the same inputs, options and program; "run" has the times, the threads and the cached stages.
 */
TResult<FJson> DescribeBuild(const FBuildRecord& Record);

/** The problems as stored in the document. */
FJson DescribeProblems(const std::vector<FBuildProblem>& Problems);

} // namespace Exemplar
