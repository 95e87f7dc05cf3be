// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "AnimationSpace/PoseMetric.h"

#include <memory>

namespace Exemplar
{

/**
 * Removes bones from points of animation space and adjusts the remaining influences so that the point moves as
 * little as possible over the poses of a metric (Merry 2007, chapter 6): minimize |s| with s = -p on the removed
 * bones and total weight zero. All matrix work depends on the set of bones alone and is cached; a candidate then costs
 * a 4x4 form. Points and metric in the same basis. Not thread-safe: use one remover per thread.
 */
class FInfluenceRemover
{
public:
	explicit FInfluenceRemover(const FPoseMetric& InMetric);
	~FInfluenceRemover();
	FInfluenceRemover(const FInfluenceRemover&) = delete;
	FInfluenceRemover& operator=(const FInfluenceRemover&) = delete;

	/** L2,2 lengths of removing each influence on its own; empty for points of fewer than two influences. */
	std::span<const double> Costs(const FAnimationVector& Point);

	/** The point without the influences whose bits are set; at least one must stay. Up to 64 influences. */
	FAnimationVector Remove(const FAnimationVector& Point, uint64_t Removed);

	/** The L2,2 length of that removal. */
	double Cost(const FAnimationVector& Point, uint64_t Removed);

	/**
	 * The cheapest way down to Cap influences: all subsets are tried where there are at most ExactLimit of them, else
	 * the cheapest influence is removed again and again.
	 */
	FAnimationVector RemoveToCap(const FAnimationVector& Point, size_t Cap, size_t ExactLimit = 512);

	/** The fewest influences, at least one, that keep the point within Budget (an L2,2 length) of where it was. */
	FAnimationVector RemoveToBudget(const FAnimationVector& Point, double Budget, size_t ExactLimit = 512);

private:
	struct FRemoval;
	struct FCache;
	const FRemoval& Find(const FAnimationVector& Point, uint64_t Removed);

	const FPoseMetric& Metric;
	std::unique_ptr<FCache> Cache;
	std::vector<double> CostBuffer;
};

} // namespace Exemplar
