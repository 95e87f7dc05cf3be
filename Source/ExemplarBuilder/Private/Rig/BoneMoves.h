// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Fit/MotionFit.h"

namespace Exemplar
{

/** The rigid motion of a set of points in every pose. */
std::vector<FMotion> FitRigid(const FMotionData& Data, std::span<const uint32_t> Points);

/** Rigid motions, two for each of the neighborhoods that the present bones explain worst: a small and a large one. */
struct FBoneProposals
{
	FBoneMotions Bones;
	std::vector<std::vector<uint8_t>> Reach; // of neighborhoods: points that its bones may win; empty: all
};

FBoneProposals ProposeBones(
	const FMotionData& Data, const FPointGraph& Graph, const FWeightTable& Weights, size_t BoneCount, bool bLocal);

/** How much the squared error falls when each of the proposals joins the bones, motions fixed, weights refitted. */
std::vector<double> PriceCandidates(const FMotionData& Data, const FBoneMotions& Bones, const FWeightTable& Weights,
	const FBoneProposals& Proposals, IExecutor& Executor);

/** How much the squared error rises when each bone leaves, motions fixed, weights refitted within permissions. */
std::vector<double> PriceRemovals(const FMotionData& Data, const FBoneMotions& Bones, const FWeightTable& Weights,
	std::span<const uint8_t> Allowed, IExecutor& Executor);

} // namespace Exemplar
