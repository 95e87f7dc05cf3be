// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Result.h"
#include "Examples/ExampleSet.h"

#include <string>
#include <vector>

namespace Exemplar
{

/** Parses a list such as "0-9,12,20-" of frames below Count into ascending unique frames; empty for an empty text.
 * Errors say that Owner has too few.
 */
TResult<std::vector<size_t>> ParseFrames(
	const std::string& Text, size_t Count, const std::string& Option, const std::string& Owner = "examples have");

/** The examples with these of their poses alone, in this order. */
FExampleSet SelectFrames(const FExampleSet& Examples, const std::vector<size_t>& Frames);

} // namespace Exemplar
