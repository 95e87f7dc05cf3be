// Copyright (c) 2026 Exemplar contributors. MIT license.
// May change.

#pragma once

#include "Examples/ExampleFiles.h"
#include "Registration/RegisterScans.h"

namespace Exemplar
{

/** A landmark on a scan or on the template, which is named by its file, with or without folder and extension. */
struct FFileLandmark
{
	std::string File;
	FScanLandmark Landmark;
};

/** How files that share no vertices become examples. */
struct FScanOptions
{
	/** Register such files; otherwise they are refused. */
	bool bRegister = true;

	/** The scans are frames of a motion, in order. */
	bool bOrdered = false;

	/** A JSON file with landmarks; read by the host. */
	std::string LandmarkFile;
	FRegistrationOptions Register;
	FTemplateOptions Template;
};

/** Scans as read, and the mesh that they are registered with. */
struct FScanInput
{
	FScanSet Scans;
	FTemplate Template;
	std::vector<std::string> Notes; // which mesh is the template, and why
};

/** Reads one scan per file. Paths are files, folders and globs as of ImportExamples; point caches are refused. */
EXEMPLARBUILDER_API TResult<FScanSet> ReadScans(
	std::span<const std::filesystem::path> Paths, const FImportOptions& Options, const FBuildContext& Context);

/**
 * Whether meshes are scans: at least two, no two of them have the same polygons over the same number of vertices, and
 * each is large enough for a body. Otherwise a wrong file is more likely than a scan.
 */
EXEMPLARBUILDER_API bool LookLikeScans(const FScanSet& Scans);

/**
 * Finds the template: the file Import.Rest, or the scan named "rest", or one that is made from the most complete scan.
 * A template that is one of the scans is taken out of them. Landmarks go to their files; one that names no file fails.
 */
EXEMPLARBUILDER_API TResult<FScanInput> PrepareTemplate(FScanSet Scans, const FImportOptions& Import,
	const FScanOptions& Options, std::span<const FFileLandmark> Landmarks, const FBuildContext& Context);

/** Registers, and fails with the reasons if not one scan can be used. */
EXEMPLARBUILDER_API TResult<FRegisteredExamples> RegisterInput(
	const FScanInput& Input, const FScanOptions& Options, const FBuildContext& Context);

} // namespace Exemplar
