// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/BuildContext.h"
#include "Rig/Harmonic/Tubes.h"

namespace Exemplar
{

/** Distances along the surface between tips: row i, column j at [i * Count + j]. */
struct FTipDistances
{
	size_t Count = 0;
	std::vector<double> Values;
	double At(size_t A, size_t B) const { return Values[A * Count + B]; }
};

/** A renumbering of tips: tip i of the reference is tip Tips[i] of the pose. Error is the RMS difference of the
 * distances over the largest. */
struct FTipMatch
{
	std::vector<int32_t> Tips;
	double Error = 0.0;
};

/**
 * The ways to number the tips of a pose so that their distances are those of the reference, the best first, none worse
 * than the best by more than Slack; at most 64. Limbs of equal length can be exchanged without changing distances.
 */
std::vector<FTipMatch> MatchTips(const FTipDistances& Reference, const FTipDistances& Pose, double Slack);

/** The tips that the mirror image of the body exchanges, from distances alone: an involution; a tip in the middle is
 * its own partner. The identity if the body has no such symmetry. */
std::vector<int32_t> FindTipPartners(const FTipDistances& Distances);

/** A limb: the same tube in every pose, sampled at the same values and phases. */
struct FLimb
{
	uint64_t Tips = 0;
	int32_t Parent = -1;                   // the limb on the side of the source; -1 for the source's own
	std::vector<std::vector<FRing>> Rings; // [pose][ring], from the source's side outward
};

/** What a pose has to offer to the match. Tip 0 is the source. */
struct FTubedPose
{
	std::string Name;
	FReebGraph Graph;
	std::vector<FHarmonicTube> Tubes;
};

struct FLimbs
{
	std::vector<FLimb> Limbs;               // parents first
	std::vector<std::vector<int32_t>> Tips; // [pose][tip of the reference]: the pose's own number
	double LongestCollapsed = 0.0;          // of the tubes that not all poses have, a share of the longest path
	std::string LongestPose;                // the pose that has it
};

/**
 * The limbs that all poses share. A tube is known by the tips beyond it, so trees agree where these sets agree: tubes
 * that some pose does not have are collapsed (branches that are one in theory come apart in practice). Among the
 * matches of tips, each pose takes the one with the most limbs in common with the first pose and the field's slopes
 * most alike: left and right limbs have the same distances but turn their fronts to different phases.
 */
TResult<FLimbs> MatchLimbs(
	std::span<const FTubedPose> Poses, std::span<const std::vector<FTipMatch>> Matches, const FBuildContext& Context);

} // namespace Exemplar
