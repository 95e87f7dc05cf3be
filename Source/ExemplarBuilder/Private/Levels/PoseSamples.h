// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Clips/Animation.h"
#include "Levels/LodStream.h"

namespace Exemplar
{

/**
 * The poses that levels are made for: the rest and up to MaxPoses frames spread evenly over the clips, or as many drawn
 * poses within the joints' limits where there are none (turns of at most 45 degrees). The metric knows every frame:
 * half of it knows how joints move together, a tenth covers what no clip shows.
 */
EXEMPLARBUILDER_API TResult<FPoseSamples> SamplePoses(const FAnimation& Animation, size_t MaxPoses, uint64_t Seed);

} // namespace Exemplar
