// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "AnimationSpace/InfluenceRemoval.h"
#include "Base/BuildContext.h"
#include "Model/Rig.h"

namespace Exemplar
{

/**
 * Takes whole bones off a skin. A point that loses a bone may follow the bone's nearest ancestor that stays, and its
 * influences are adjusted so that it moves as little as possible (Merry 2007, section 9.1).
 */
class FBoneRemoval
{
public:
	FBoneRemoval(const FSkeletonData& InSkeleton, const FPoseMetric& InMetric, std::vector<FAnimationVector> InPoints);

	/**
	 * Takes off the listed bones, then others, the one whose loss moves the skin least first, until at most MaxBones
	 * are in use.
	 */
	FStatus Remove(const std::vector<bool>& Listed, size_t MaxBones, const FBuildContext& Context);

	const std::vector<FAnimationVector>& GetPoints() const { return Points; }

	/** Blend weights without the bones that are gone, as linear blends that move as little as possible. */
	FRigWeights RemoveFromWeights(std::span<const FDouble3> Rest, const FRigWeights& Weights) const;

private:
	/** The nearest ancestor that is not gone; without one the first bone that is not. */
	uint16_t HeirOf(uint16_t Bone) const;
	FAnimationVector WithHeirs(const FAnimationVector& Point, uint64_t& Mask) const;
	void TakeOff(size_t Point);
	double CostOf(uint16_t Bone);

	const FSkeletonData& Skeleton;
	const FPoseMetric& Metric;
	FInfluenceRemover Remover;
	std::vector<FAnimationVector> Points;
	std::vector<bool> Gone;
	std::vector<std::vector<uint32_t>> PointsOfBone; // may list points that no longer follow the bone
};

} // namespace Exemplar
