// Copyright (c) 2026 Exemplar contributors. MIT license.
// May change.

#pragma once

#include "Clips/Animation.h"

#include <span>

namespace Exemplar
{

/**
 * Limits of every joint that just allow what the clips and the rest pose show, and Margin (radians) more in twist and
 * swing. The twist axis is the one that leaves least open: of a hinge its axis, of other joints the axis of its largest
 * turns or another one nearby. Roots have no limits: they place the character. Empty without clips.
 */
EXEMPLARBUILDER_API TResult<std::vector<FJointLimit>> FitJointLimits(const FAnimation& Animation, double Margin);

/** Fails with the joint and by how much where a pose, given by local transforms, leaves the skeleton's limits by more
 * than a degree. */
EXEMPLARBUILDER_API FStatus CheckPoseLimits(const FSkeletonData& Skeleton, std::span<const FBoneTransform> Local);

/** The given limits, widened where the clips leave them. */
EXEMPLARBUILDER_API TResult<std::vector<FJointLimit>> WidenJointLimits(const FAnimation& Animation);

} // namespace Exemplar
