// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Examples/ExampleFiles.h"

namespace Exemplar
{

/** Converts ASCII letters only, which is enough for extensions and the name "rest". */
std::string LowerCaseText(std::string_view Text);
std::string LowerCaseExtension(const std::filesystem::path& File);

/** The files that paths, folders and globs refer to, in order; fails if one refers to none. */
TResult<std::vector<std::filesystem::path>> ExpandExamplePaths(
	std::span<const std::filesystem::path> Paths, const FImportOptions& Options);

/** '*' matches any text, '?' one UTF-8 character. */
bool MatchesGlob(std::string_view Pattern, std::string_view Name);

} // namespace Exemplar
