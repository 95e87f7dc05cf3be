// Copyright (c) 2026 Exemplar contributors. MIT license.
// May change.

#pragma once

#include "Pipeline/OptionTable.h"
#include "Tools/BuildFiles.h"

namespace Exemplar
{

/** A character that a manifest asks for. */
struct FManifestEntry
{
	std::string Asset; // where it goes: "/Game/Heroes/Hero"; empty in a manifest of one character
	std::vector<std::filesystem::path> Sources;
	FBuildOptions Options;
};

/**
 * Reads a list of characters to build:
 *
 *     # lines before the first section hold for all
 *     preset = hero
 *     [/Game/Heroes/Hero]
 *     examples = hero          folders and files, relative to Folder; may be repeated
 *     rig.bones = 40           any option of the table, as --set takes it
 *
 * Without a section the lines are one character. Without examples its sources are Folder. Errors name the line, and
 * the option that was probably meant.
 */
EXEMPLARBUILDER_API TResult<std::vector<FManifestEntry>> ParseBuildManifest(
	std::string_view Text, std::string_view Name, const std::filesystem::path& Folder);

/** What became of an entry. */
struct FManifestResult
{
	std::string Asset;
	bool bBuilt = false; // otherwise it was up to date, or it failed
	std::string Error;   // why it failed
	std::string Key;
	FCharacterError Measured;
	double Seconds = 0.0;
	size_t Bones = 0, Vertices = 0, Triangles = 0, Levels = 0;
	std::vector<std::string> Warnings;
};

/** The results as JSON: {"characters": [...], "failed": n}. */
EXEMPLARBUILDER_API std::string FormatManifestResults(std::span<const FManifestResult> Results);

} // namespace Exemplar
