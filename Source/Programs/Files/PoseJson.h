// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Character/CharacterModel.h"
#include "Files/Json.h"

#include <string_view>

namespace Exemplar
{

/**
 * Reads a pose in JSON: {"joints": {"elbow_l": {"rotation": [x, y, z, w]}, "knee_l": {"angles": [40, 0, 0]}}}.
 * Rotations are relative to rest, in the joint's own rest frame; angles are degrees about x, y and z, R = Rx Ry Rz. A
 * joint may have a "translation" from rest, meters, in its parent's frame. Joints that are not named stay at rest. Safe
 * on untrusted text. Errors call the file Name.
 */
TResult<std::vector<FBoneTransform>> ParsePoseJson(
	std::string_view Text, const FSkeletonView& Skeleton, const std::string& Name);

/** The inverse: every joint that is not at rest. */
FJson DescribePose(const FSkeletonView& Skeleton, std::span<const FBoneTransform> Local);

} // namespace Exemplar
