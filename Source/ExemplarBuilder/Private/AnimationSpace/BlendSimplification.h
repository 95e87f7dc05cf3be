// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "AnimationSpace/InfluenceSimplification.h"
#include "Model/Rig.h"

namespace Exemplar
{

/** A row of blend weights and what it costs to use it instead of another. */
struct FBlendRow
{
	std::vector<uint16_t> Bones; // ascending
	std::vector<double> Weights; // positive, sum one
	double Error = 0.0;          // L2,2 length of the displacement, meters
};

/**
 * The row over at most Cap of the candidate bones that moves the vertex least over the poses of a metric:
 *
 *     minimize (u - w)' G (u - w)  with  u >= 0, sum u = 1,  G_jk = (v, 1)' P_jk (v, 1),
 *
 * w being the given row. Unlike influence removal, the result stays a linear blend, which is what glTF
 * and stock engines read. Candidates ascend, at least one and at most 64; they need not contain the row's own bones.
 */
FBlendRow FitBlendRow(const FDouble3& Rest, std::span<const uint16_t> Bones, std::span<const double> Weights,
	std::span<const uint16_t> Candidates, size_t Cap, const FPoseMetric& Metric);

struct FSimplifiedBlend
{
	FRigWeights Weights;
	double MeanError = 0.0;    // root mean square over points and poses, meters
	double LargestError = 0.0; // L2,2, of the worst point
};

/** Fewer influences for all rows, under the options of influence removal; ExactLimit is not used. */
TResult<FSimplifiedBlend> SimplifyBlend(std::span<const FDouble3> Rest, const FRigWeights& Weights,
	const FPoseMetric& Metric, const FInfluenceSimplificationOptions& Options, const FBuildContext& Context);

} // namespace Exemplar
