// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Rig/Shape/TemplateFit.h"

namespace Exemplar
{

/**
 * Adds three joints per finger behind the wrists of a fitted humanoid, where the curves of a hand part into fingers. Of
 * five, the thumb is the one that leaves the palm first; the others are named by their order from it; fewer
 * are numbered. Returns the number of fingers; hands whose fingers are fused have none.
 */
size_t AddFingers(const FCurveSkeleton& Tree, FTemplateFit& Fit);

} // namespace Exemplar
