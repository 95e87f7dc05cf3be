// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Api.h"

#include <cstddef>
#include <span>
#include <vector>

namespace Exemplar
{

/**
 * The events of a clip between two times of it: those after From up to To, in the order in which they come, each as
 * often as a loop comes round. Backward where To is before From: those before From down to To. Times are within the
 * duration, in any order. Appends their numbers to Out. A clip that does not loop ends at its ends.
 */
EXEMPLARCORE_API void FindClipEvents(
	std::span<const float> Times, float From, float To, float Duration, bool bLoops, std::vector<size_t>& Out);

} // namespace Exemplar
