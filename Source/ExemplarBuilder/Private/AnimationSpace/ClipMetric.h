// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "AnimationSpace/PoseMetric.h"
#include "Clips/Animation.h"

namespace Exemplar
{

struct FClipMetricOptions
{
	/**
	 * How much of the metric comes from whole frames, which know how joints move together, 0 to 1; the rest comes from
	 * each joint's own statistics, as if joints moved independently (the thesis' empirical model).
	 */
	double Correlation = 0.0;

	/**
	 * How much comes from joints that turn anywhere within their limits, or without limits by up to PriorTurn (radians)
	 * about every axis from rest, 0 to 1: a length for what the clips do not show, so that nothing is free.
	 */
	double PriorShare = 0.0;
	double PriorTurn = 0.5;
};

/**
 * The L2,2 metric of an animation's clips (Merry 2007, eq. 3.10), every frame of every clip alike, for blocks in rest
 * space, as characters store them. The motion of a single root is left out: it moves everything alike and changes no
 * length. Without clips the prior says it all.
 */
TResult<FPoseMetric> BuildClipMetric(const FAnimation& Animation, const FClipMetricOptions& Options = {});

} // namespace Exemplar
