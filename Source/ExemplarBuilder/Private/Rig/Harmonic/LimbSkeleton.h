// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Model/Rig.h"
#include "Rig/Harmonic/LimbParts.h"

namespace Exemplar
{

struct FLimbSkeletonOptions
{
	/** What a joint must gain: an error of this share of the diagonal over the whole limb, in one pose. */
	double JointCost = 0.005;
};

/** The one or two bones of a ring and their weights, ascending; unused ones have none. */
using FRingBlend = std::array<std::pair<int32_t, double>, 2>;

/** The skeleton that moves the rings of all limbs, without weights. */
struct FLimbSkeleton
{
	/** BoneCount, PoseCount (the poses after the first), Transforms, Parents, Root and Joints. Bones are parts of
	 * limbs, root first, parents before children; behind them one bone without length per tip. */
	FRig Rig;
	std::vector<int32_t> LimbOfBone;                 // the limb in which a bone begins, seen from the root
	std::vector<int32_t> TipOfBone;                  // tip of the reference for the bones that end limbs, else -1
	std::vector<std::vector<FRingBlend>> RingBlends; // [limb][ring]
	double RingRms = 0.0;                            // of the rings against the examples' rings, % of the diagonal
	double SkinChangeBefore = 0.0, SkinChange = 0.0; // the mean change of SkinDistances, before and after the fit
};

/**
 * From limbs to a skeleton: rigid parts, joints where the motions of neighboring parts agree, parts that meet at a
 * branch and move alike taken together, and a fit of rotations and joints with bone lengths common to all poses.
 * TipPositions are those of the reference in the first pose.
 */
TResult<FLimbSkeleton> BuildLimbSkeleton(const FLimbs& Limbs, std::span<const FDouble3> TipPositions,
	const FLimbSkeletonOptions& Options, const FBuildContext& Context);

/** The mean distance of a ring's samples to the bone from A to B. */
double SkinDistance(const FRing& Ring, const FDouble3& A, const FDouble3& B);

} // namespace Exemplar
