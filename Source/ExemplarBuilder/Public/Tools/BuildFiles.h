// Copyright (c) 2026 Exemplar contributors. MIT license.
// May change.

#pragma once

#include "Examples/ExampleFiles.h"
#include "Pipeline/BuildCharacter.h"
#include "Pipeline/BuildProblems.h"

namespace Exemplar
{

/** How far a character, posed as it is drawn, is from its examples. Errors are % of the rest diagonal. */
struct FCharacterError
{
	double Rms = 0.0;
	double Max = 0.0;
	std::string WorstPose; // the example with the largest error
};

/**
 * Poses the finest level in the frames of the first clip, one per example, with the character's own operator and
 * correctives, and compares it with the examples. Fails where the examples are of another mesh or the clip is shorter.
 */
EXEMPLARBUILDER_API TResult<FCharacterError> MeasureCharacter(
	const FCharacter& Character, const FExampleSet& Examples, const FBuildContext& Context);

/** Files to build a character from. Paths are meshes, point caches, folders or globs, as of ImportExamples. */
struct FFileBuildRequest
{
	std::vector<std::filesystem::path> Sources;
	FBuildOptions Options;
	FImportOptions Import; // readers of further formats; the name and the rest come from Options

	/** The key (FFileBuild::Key) of the character that is already there: then nothing is built. Empty: build. */
	std::string KnownKey;
};

struct FFileBuild
{
	std::string Key;                      // of the sources, the options and the code
	std::optional<FBuiltCharacter> Built; // none if the key is the known one
	FCharacterError Error;                // of the built character
	std::vector<FBuildProblem> Problems;
};

/**
 * The whole way from files to a measured character, as an editor and its commandlet go it. Nothing is written. Errors
 * name the file. A skeleton that options name is read from a character file (.exemplar); other formats need a reader
 * that the builder does not have.
 */
EXEMPLARBUILDER_API TResult<FFileBuild> BuildFiles(
	const FFileBuildRequest& Request, const FBuildContext& Context, const FBuildHost& Host = {});

/** 32 digits for everything that the character depends on: the examples, every option, the seed and the code. */
EXEMPLARBUILDER_API std::string MakeFileBuildKey(
	const FExampleSet& Examples, const FBuildOptions& Options, uint64_t Seed, std::string_view Code);

} // namespace Exemplar
