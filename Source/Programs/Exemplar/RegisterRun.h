// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Inputs.h"
#include "Registration/ScanFiles.h"

#include <optional>

namespace Exemplar
{

/** Scans that were registered. */
struct FRegistrationRun
{
	FScanInput Input;
	FRegisteredExamples Result;
	double ScanScale = 1.0;
	double Seconds = 0.0;
};

/** What a build reads: examples, and how they were registered if they were scans. */
struct FLoadedExamples
{
	FExampleSet Examples;
	std::optional<FRegistrationRun> Registration;
};

/** Registers scans and says why, if there is a reason, and what came out. Landmarks are those of the flags; the options
 * name a file with more. */
TResult<FRegistrationRun> RunRegistration(FScanSet Scans, const FImportOptions& Import, const FScanOptions& Options,
	std::span<const FFileLandmark> Landmarks, const std::string& Reason, FSession& Session);

/**
 * Reads examples as LoadExamples does. Meshes that share no vertices are registered first, unless the options turn this
 * off: then, or if they do not look like scans, they are refused.
 */
TResult<FLoadedExamples> LoadOrRegisterExamples(
	const std::vector<std::string>& Inputs, const FReadOptions& Read, const FScanOptions& Options, FSession& Session);

/** Writes rest.obj, frames.pc2 and frames.confidence into Folder, which is created. */
FStatus WriteRegistered(const FRegistrationRun& Run, const std::filesystem::path& Folder, const FBuildContext& Context);

} // namespace Exemplar
