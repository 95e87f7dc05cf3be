// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Files/Json.h"
#include "Pipeline/BuildProblems.h"

namespace Exemplar
{

/** What a build was asked for and what came of it. */
struct FBuildRecord
{
	std::vector<std::string> Inputs; // paths as they were given
	std::string Preset;              // empty: none
	const FBuildOptions& Options;
	const FExampleSet& Examples;
	const FBuiltCharacter& Built;
	const FCharacter& Character; // as it is written
	int Threads = 0;
	double ReadSeconds = 0.0;
};

/**
 * The document of figures.json, which Docs/Building.md describes field by field. Everything in it but "run" is the same
 * for the same inputs, options and program; "run" has the times, the threads and what came from the cache.
 */
TResult<FJson> DescribeBuild(const FBuildRecord& Record);

/** The problems as the document has them. */
FJson DescribeProblems(const std::vector<FBuildProblem>& Problems);

} // namespace Exemplar
