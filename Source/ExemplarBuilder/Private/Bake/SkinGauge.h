// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Bake/Bake.h"

#include <optional>

namespace Exemplar
{

/**
 * The parts with the gauge of every animation-space skin fixed (AnimationSpace/Gauge.h): blocks as near to those of
 * linear blending as displacements can bring them that no pose shows. Then the W of a point are like its blend weights,
 * 16-bit points have small steps, and two fits of the same surface carry a corrective alike. A joint counts as one that
 * only turns if its translation stays at rest in every clip; without clips nothing is known and nothing moves. Nothing
 * if no joint or no point has a gauge to fix. Fixing a second time returns the same bytes.
 */
TResult<std::optional<FCharacterParts>> FixSkinGauge(const FCharacterParts& Parts, IExecutor& Executor);

/** The largest |W| of a skin's blocks. */
double LargestBlockWeight(const FSkin& Skin);

} // namespace Exemplar
