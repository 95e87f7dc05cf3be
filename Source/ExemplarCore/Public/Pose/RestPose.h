// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Api.h"
#include "Base/Math.h"
#include "Base/Result.h"
#include "Character/CharacterModel.h"

#include <cstdint>
#include <span>
#include <vector>

namespace Exemplar
{

/** Constant data of a skeleton for posing. Made once when a character is loaded. */
struct FRestPose
{
	std::vector<int32_t> Parents;
	std::vector<FBoneTransform> Local;
	std::vector<FAffine> Model;         // joint to character space
	std::vector<FAffine> InverseModel;  // character space to joint
	std::vector<FFloat3> Centers;       // joints in character space
	std::vector<FFloat3> LinkAxes;      // unit, parent to joint, character space; zero for roots and zero-length links
	std::vector<FFloat3> LocalLinkAxes; // the same in the joint's own rest frame: the axis about which it twists

	size_t JointCount() const { return Parents.size(); }
};

/** Fails if a parent does not precede its child, or if a joint's rest scale is zero or not finite. */
EXEMPLARCORE_API TResult<FRestPose> MakeRestPose(
	std::span<const int32_t> Parents, std::span<const FBoneTransform> RestLocal);

template <typename S>
TResult<FRestPose> MakeRestPose(const TSkeleton<S>& Skeleton)
{
	return MakeRestPose(Skeleton.Parents, Skeleton.RestLocal);
}

} // namespace Exemplar
