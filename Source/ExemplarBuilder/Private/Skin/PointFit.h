// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Skin/FitSkin.h"

namespace Exemplar
{

/** The bones that weigh something. */
EXEMPLARBUILDER_API FInfluenceSets InfluenceSetsOf(const FRigWeights& Weights);

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

} // namespace Exemplar
