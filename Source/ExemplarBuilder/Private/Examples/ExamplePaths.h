// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Examples/ImportExamples.h"

namespace Exemplar
{

/** ASCII letters only: extensions and the name "rest" are nothing else. */
std::string LowerCaseText(std::string_view Text);
std::string LowerCaseExtension(const std::filesystem::path& File);

/** The files that paths, folders and globs stand for, in order; an error where one stands for none. */
TResult<std::vector<std::filesystem::path>> ExpandExamplePaths(
	std::span<const std::filesystem::path> Paths, const FImportOptions& Options);

/** '*' is any text, '?' one character (of a UTF-8 name). */
bool MatchesGlob(std::string_view Pattern, std::string_view Name);

} // namespace Exemplar
