// Copyright (c) 2026 Exemplar contributors. MIT license.
// May change.

#pragma once

#include "BuilderApi.h"
#include "Character/CharacterModel.h"
#include "Examples/ExampleSet.h"

#include <span>
#include <string_view>

namespace Exemplar
{

/**
 * Adds a curve with a value per frame to a clip, or replaces the one of that name. Keys that the others imply are left
 * out: a curve that never changes has one key, and straight parts have one at each end.
 */
EXEMPLARBUILDER_API void SetCurve(FClipData& Clip, std::string_view Name, std::span<const float> Values);

/** The numbers of poses as curves of the clip that plays them, one frame per pose. A pose without a number that another
 * pose has counts as zero. Nothing is done if the clip has another number of frames. */
EXEMPLARBUILDER_API void SetExampleCurves(std::span<const FSourcePose> Poses, FClipData& Clip);

} // namespace Exemplar
