// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Files/Json.h"
#include "Pipeline/OptionTable.h"

namespace Exemplar
{

/** The contents of an options file: a preset to start from, and options that override it. */
struct FOptionsFile
{
	std::string Preset; // empty if none
	std::vector<FOptionAssignment> Options;
};

/**
 * Reads an options file: {"preset": "hero", "rig": {"bones": 30}}. Errors name the file, the key and, for unknown keys,
 * the most similar option.
 */
TResult<FOptionsFile> ReadOptionsFile(const std::filesystem::path& File);

/** The same from text; errors call it Name. */
TResult<FOptionsFile> ParseOptionsFile(std::string_view Text, const std::string& Name);

/** All options with their values, in the form of an options file. */
FJson DescribeOptions(const FBuildOptions& Options);

/** The JSON schema of options files (draft 2020-12), with help, defaults and ranges. */
FJson MakeOptionsSchema();

} // namespace Exemplar
