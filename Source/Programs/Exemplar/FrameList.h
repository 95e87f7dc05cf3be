// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Result.h"

#include <string>
#include <vector>

namespace Exemplar
{

/** The frames that a text like "0-9,12,20-" names out of Count, ascending, each once; none for an empty text. */
TResult<std::vector<size_t>> ParseFrames(const std::string& Text, size_t Count, const std::string& Option);

} // namespace Exemplar
