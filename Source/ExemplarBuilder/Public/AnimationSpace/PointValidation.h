// Copyright (c) 2026 Exemplar contributors. MIT licence.

#pragma once

#include "AnimationSpace/PointFit.h"

namespace Exemplar
{

struct FPointValidationOptions
{
	/** What is tried for the vertex term, ascending, above zero. */
	std::vector<double> Lambdas{0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0};

	/** What is tried for the edge term, ascending, with the vertex terms that were best without. The strongest is taken
	 * whose error is at most EdgeTolerance (a share) above the least: distances hardly tell edge terms apart, normals
	 * gain by them. */
	std::vector<double> Deltas{0.0, 0.03, 0.1, 0.3};
	double EdgeTolerance = 0.005;

	/** Every bone has a vertex term of its own, the better the more its own points and all points agree on it; where
	 * bones meet, points have one in between. Off: the same for all. */
	bool bByBone = true;

	/** Sets of poses that are left out in turn, at least 2; 0: every pose, or, of more than 12, blocks of neighbours
	 * (8 of them), because in a sequence the poses before and after give a single one away. */
	int Folds = 0;

	/** Linear blending is returned unless its error falls by more than this many standard errors of the folds. */
	double Doubt = 1.0;

	/** Everything of the fit but Lambda and Delta; without weights of poses. */
	FPointFitOptions Fit;
};

/** One choice and its error on poses that were left out, in % of the rest diagonal. */
struct FPointCandidate
{
	double Lambda = 0.0;
	double Delta = 0.0;
	double Rms = 0.0;
};

struct FPointValidation
{
	/** One vertex term for all points, then the edge terms with every bone's own. */
	std::vector<FPointCandidate> Candidates;
	double BlendRms = 0.0; // of linear blending on poses that were left out
	double Rms = 0.0;      // of the choice
	size_t Folds = 0;

	/** Linear blending is as good as anything: the rest is empty. */
	bool bBlend = true;

	/** The choice, as the fit's options take it. Lambda is the best one for all points. */
	double Lambda = 0.0;
	double Delta = 0.0;
	std::vector<double> PointWeights;
	std::vector<double> BoneLambdas;
};

/**
 * How strongly to regularise, by leaving poses out in turn and predicting them. What a pose left out must not know is
 * forgotten too: the weights of linear blending are fitted again without it, and its bones are moved again with those
 * weights; a comparison with weights that have seen the pose would favour linear blending, and one with motions solved
 * for other weights would favour nobody. Needs at least three different poses; with fewer the answer is linear
 * blending.
 */
EXEMPLARBUILDER_API TResult<FPointValidation> ValidatePoints(
	const FExampleSet& Examples, const FRig& Rig, const FPointValidationOptions& Options, const FBuildContext& Context);

} // namespace Exemplar
