// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Files/Json.h"
#include "Pipeline/OptionTable.h"

namespace Exemplar
{

/** What an options file holds: a preset to start from, and options that differ from it. */
struct FOptionsFile
{
	std::string Preset; // empty: none
	std::vector<FOptionAssignment> Options;
};

/**
 * Reads an options file: {"preset": "hero", "rig": {"bones": 30}}. What is no JSON, no option or of the wrong type gets
 * a sentence with the file, the key and the key that was probably meant.
 */
TResult<FOptionsFile> ReadOptionsFile(const std::filesystem::path& File);

/** The same from text; Name is what errors call it. */
TResult<FOptionsFile> ParseOptionsFile(std::string_view Text, const std::string& Name);

/** All options with their values, in the form of an options file. */
FJson DescribeOptions(const FBuildOptions& Options);

/** The JSON schema of options files (draft 2020-12), with help, defaults and ranges. */
FJson MakeOptionsSchema();

} // namespace Exemplar
