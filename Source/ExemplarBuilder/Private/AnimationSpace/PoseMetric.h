// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "AnimationSpace/AnimationVector.h"
#include "AnimationSpace/JointStatistics.h"
#include "Base/Result.h"

namespace Exemplar
{

/**
 * The L2,2 metric of animation space (Merry 2007, eq. 3.6): |s|^2 = E |G s|^2 = s^T P s over the poses a character
 * takes, so that a length measured here is its root mean square over animations. P has a 4x4 block for each pair of
 * bones and costs nothing per pose sample once it is built. A semi-norm on displacements: directions that no pose shows
 * have length zero.
 */
struct FPoseMetric
{
	size_t BoneCount = 0;

	/** Block (j, k) in rows at [16 (j BoneCount + k)]. */
	std::vector<double> Blocks;

	const double* Block(size_t J, size_t K) const { return Blocks.data() + 16 * (J * BoneCount + K); }
	double* Block(size_t J, size_t K) { return Blocks.data() + 16 * (J * BoneCount + K); }
};

/**
 * P for joints that move independently of each other, in bone frames (eqs. 3.8-3.15). Parents precede children.
 * Several roots are children of a bone that does not move, the model's own frame (bone 0 of the thesis): a root's
 * statistics describe its motion in the model.
 */
TResult<FPoseMetric> BuildPoseMetric(std::span<const int32_t> Parents, std::span<const FJointStatistics> Joints);

/**
 * P averaged over given poses: Transforms[bone * PoseCount + pose]. Correlations between joints are exact, and a
 * displacement that the poses do not show has no length. Palettes (rest to pose) give the metric of rest space.
 * PoseWeights has one entry per pose or is empty.
 */
FPoseMetric BuildSampledMetric(std::span<const FAffine3d> Transforms, size_t BoneCount, size_t PoseCount,
	std::span<const double> PoseWeights = {});

/** (1 - Share) A + Share B: independent joints give length to what the samples do not show, samples add the
 * correlations. */
FPoseMetric BlendMetrics(const FPoseMetric& A, const FPoseMetric& B, double Share);

/** The same metric for blocks in another basis: Frames[j] takes a new block to the old basis. */
FPoseMetric ChangeBasis(const FPoseMetric& Metric, std::span<const FAffine3d> Frames);

/**
 * The metric after the whole model was scaled about the origin, then moved rigidly, without the distributions it came
 * from (eq. 3.33). Root is the bone that stays the model's frame; a metric without such a bone cannot be moved, only
 * scaled.
 */
FPoseMetric ScaleMetric(const FPoseMetric& Metric, double Scale);
FPoseMetric MoveMetric(const FPoseMetric& Metric, size_t Root, const FAffine3d& Rigid);

/** <s, t> = E[Gs . Gt]; both of total weight zero. */
double InnerProduct(const FPoseMetric& Metric, const FAnimationVector& S, const FAnimationVector& T);

/** The L2,2 length of a displacement (total weight zero). */
double MeanLength(const FPoseMetric& Metric, const FAnimationVector& S);

} // namespace Exemplar
