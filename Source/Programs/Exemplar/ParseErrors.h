// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace Exemplar
{

/** What is wrong with the arguments, in a sentence: with the command or option that was meant, where one is near. */
std::string DescribeParseError(const CLI::App& App, const CLI::ParseError& Error);

} // namespace Exemplar
