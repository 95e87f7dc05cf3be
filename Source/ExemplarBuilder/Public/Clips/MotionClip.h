// Copyright (c) 2026 Exemplar contributors. MIT license.
// May change.

#pragma once

#include "Clips/Animation.h"

#include <span>

namespace Exemplar
{

/**
 * A clip in which the joints of a skeleton follow the motions of a rig from rest, one frame per pose. A joint whose
 * distance from its parent stays within Fixed (meters) of the rest's has no translation keys. Scales stay those of the
 * rest: below a parent with different scales along its axes, a motion is reproduced only as far as joints do not shear.
 */
EXEMPLARBUILDER_API FClipData MakeMotionClip(
	const FSkeletonData& Skeleton, const FRig& Rig, double Fixed, const std::string& Name, float FramesPerSecond);

/**
 * The clips that hold examples of PoseCount poses, one frame each: the last clip with as many frames, else all clips in
 * sequence if they have as many together, else none. What writes the motions of examples and what measures a character
 * on them agree by this rule.
 */
EXEMPLARBUILDER_API std::vector<size_t> FindExampleClips(std::span<const uint32_t> FrameCounts, size_t PoseCount);
EXEMPLARBUILDER_API std::vector<size_t> FindExampleClips(std::span<const FClipData> Clips, size_t PoseCount);

/**
 * Replaces the clips in Replaced by the motions of the rig, frame by frame in sequence, names and rates kept. Without
 * any, appends a clip "examples" (with a number if that name is taken). Returns the clips that now hold the poses.
 */
EXEMPLARBUILDER_API std::vector<size_t> WriteMotionClips(
	const FRig& Rig, double Fixed, std::span<const size_t> Replaced, FAnimation& Animation);

} // namespace Exemplar
