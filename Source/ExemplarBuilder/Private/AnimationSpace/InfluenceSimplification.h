// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "AnimationSpace/InfluenceRemoval.h"
#include "Base/BuildContext.h"

namespace Exemplar
{

struct FInfluenceSimplificationOptions
{
	/** Maximum influences per point; 0: as many as it has. */
	size_t MaxInfluences = 4;

	/** Further influences are removed while the point stays within this L2,2 length of its original, meters; 0: none.
	 */
	double Budget = 0.0;

	/** Maximum number of subsets that are tried exactly; above it, the cheapest bone is removed repeatedly. */
	size_t ExactLimit = 512;
};

struct FSimplifiedInfluences
{
	std::vector<FAnimationVector> Points;
	double MeanError = 0.0;    // root mean square over points and poses, meters
	double LargestError = 0.0; // L2,2, of the worst point
	size_t InfluencesBefore = 0;
	size_t InfluencesAfter = 0;
};

/**
 * Fewer influences for a whole skin, each removal optimal under the metric (Merry 2007, chapter 6). Points are worked
 * on by sets of bones, so that each set's matrices are solved once.
 */
TResult<FSimplifiedInfluences> SimplifyInfluences(std::span<const FAnimationVector> Points, const FPoseMetric& Metric,
	const FInfluenceSimplificationOptions& Options, const FBuildContext& Context);

} // namespace Exemplar
