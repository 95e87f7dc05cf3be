// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "AnimationSpace/AnimationVector.h"
#include "Base/BuildContext.h"
#include "Base/Result.h"
#include "Examples/ExampleSet.h"
#include "Model/Rig.h"

namespace Exemplar
{

/** The bones that each point may follow: those of point i stand at [Offsets[i], Offsets[i + 1]), ascending. */
struct FInfluenceSets
{
	std::vector<uint32_t> Offsets{0};
	std::vector<uint16_t> Bones;

	size_t PointCount() const { return Offsets.size() - 1; }
	bool operator==(const FInfluenceSets&) const = default;
};

/** The bones that weigh something. */
EXEMPLARBUILDER_API FInfluenceSets InfluenceSetsOf(const FRigWeights& Weights);

/**
 * All lengths are shares of the rest's bounding-box diagonal, so that a number means the same on every character. What
 * is regularized is the deviation from linear blending, not the point itself: strong regularization returns linear
 * blending exactly, and nothing shrinks (the thesis' terms pull every point toward the origin).
 */
struct FPointFitOptions
{
	/** The vertex term (Merry 2007, eq. 4.3): times the squared deviation of a point. Zero: of all points that fit the
	 * examples equally well the one nearest to linear blending. */
	double Lambda = 0.3;

	/** The edge term (eq. 4.4): times the squared difference of the deviations at the ends of an edge. */
	double Delta = 0.0;

	/** An edge counts (mean length of all / its mean length over the examples) to this power. */
	double EdgeExponent = 1.0;

	/** A weight that moves from one bone to another altogether deviates as much as an offset of this length. */
	double WeightLength = 0.1;

	/** The rest pose counts as so many examples: linear blending has it exactly, and the fit is to keep it. */
	double RestWeight = 1.0;

	/** How much each example counts; empty: one each. Zero leaves it out, two is the same as giving it twice. */
	std::vector<double> PoseWeights;

	/** How much the examples count at each point against the regularization; empty: one each. Zero stays at linear
	 * blending (or takes after its neighbors, with an edge term). */
	std::vector<double> PointWeights;

	/** Who may follow whom; empty: the bones of the rig's weights. Weights of bones that are not in a point's set are
	 * shared by those that are. */
	FInfluenceSets Sets;

	/** Of the edge term's conjugate gradients: relative residual at which they end, and when they give up. */
	double Tolerance = 1e-6;
	int MaxIterations = 2000;
};

struct FPointFit
{
	/** In rest space, one a point; weights sum to one. */
	std::vector<FAnimationVector> Points;

	/** Over the examples, in % of the rest diagonal: linear blending with the rig's weights, and the fit. */
	double BlendRms = 0.0;
	double VertexRms = 0.0;

	size_t SetCount = 0; // different influence sets: one factorization each
	int Iterations = 0;  // of conjugate gradients; 0 without an edge term
};

/**
 * Animation-space points with which given bone motions (Rig.Transforms) reproduce the examples best (Merry 2007,
 * chapter 4). The weight constraint is eliminated, not penalized. Without an edge term points with one influence set
 * share one factorization; with it all points are solved together by preconditioned conjugate gradients, whose
 * preconditioner is that same factorization. Same bytes for any thread count.
 */
EXEMPLARBUILDER_API TResult<FPointFit> FitPoints(
	const FExampleSet& Examples, const FRig& Rig, const FPointFitOptions& Options, const FBuildContext& Context);

/** Where points stand in a pose: one motion a bone. */
EXEMPLARBUILDER_API std::vector<FDouble3> ProjectPoints(
	std::span<const FAnimationVector> Points, std::span<const FAffine3d> Motions);

/** All examples as points in animation space reproduce them with the rig's motions. */
EXEMPLARBUILDER_API std::vector<std::vector<FDouble3>> ReconstructPoses(
	std::span<const FAnimationVector> Points, const FRig& Rig);

} // namespace Exemplar
