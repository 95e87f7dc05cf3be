// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "LevelArguments.h"
#include "RigArguments.h"

namespace Exemplar
{

/** A build as a command line asks for it. */
struct FBuildRequest
{
	std::vector<std::string> Paths;
	FBuildOptions Options;
	std::string Preset; // that the options began with, for the figures

	std::string Out;
	bool bFolder = false; // Out is a folder for everything; else a character, .exemplar or .glb
	bool bColorByBone = false;
	bool bReport = true; // of a folder: the page and its pictures
	bool bPictures = true;
	bool bDraft = false;

	std::string Cache; // the folder where stages are kept; empty: none is
	uint64_t CacheBytes = 0;

	const FRigArguments* Rig = nullptr;      // files besides
	const FLevelArguments* Levels = nullptr; // likewise; may be null
};

/**
 * All that a command which makes a character does: reads the examples, runs the stages, says how long each took and
 * what is wrong with the examples, and writes what was asked for.
 */
FStatus RunBuild(const FBuildRequest& Request, FSession& Session);

} // namespace Exemplar
