// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "LevelArguments.h"
#include "Registration/ScanFiles.h"
#include "RigArguments.h"

namespace Exemplar
{

/** A build as requested on the command line. */
struct FBuildRequest
{
	std::vector<std::string> Paths;
	FBuildOptions Options;
	FScanOptions Scans; // how files that share no vertices are registered
	std::string Preset; // the preset the options started from, for the figures

	std::string Out;
	bool bFolder = false; // Out is a folder; otherwise a single .exemplar or .glb file
	bool bColorByBone = false;
	bool bReport = true; // write the page and its pictures (folders only)
	bool bPictures = true;
	bool bDraft = false;

	std::string Cache; // folder for cached stages; empty disables the cache
	uint64_t CacheBytes = 0;

	const FRigArguments* Rig = nullptr;      // additional output files
	const FLevelArguments* Levels = nullptr; // same; may be null
};

/** Runs a whole build: reads the examples, runs the stages, reports their times and any problems with the examples, and
 * writes the requested files.
 */
FStatus RunBuild(const FBuildRequest& Request, FSession& Session);

} // namespace Exemplar
