// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Skin/PointFit.h"

namespace Exemplar
{

struct FPointValidationOptions
{
	/** What is tried for the vertex term, ascending, above zero. Weaker terms than these win where poses left out
	 * resemble those that stay, and lose in poses that do not. */
	std::vector<double> Lambdas{0.1, 0.3, 1.0, 3.0, 10.0, 30.0};

	/** What is tried for the edge term, ascending, with the vertex terms that were best without. The strongest is taken
	 * whose squared error is at most EdgeTolerance (a share) above the least: distances hardly tell edge terms apart,
	 * normals gain by them. */
	std::vector<double> Deltas{0.0, 0.03, 0.1, 0.3};
	double EdgeTolerance = 0.01;

	/** Every bone has a vertex term of its own, the better the more its own points and all points agree on it; where
	 * bones meet, points have one in between. None is weaker than the best for all by more than a factor of four: the
	 * points of one bone are little evidence; and where that does not pay, all have the same. Off: the same for all. */
	bool bByBone = true;

	/** Sets of poses that are left out in turn, at least 2; 0: every pose, or, of more than 12, blocks of neighbors
	 * (8 of them), because in a sequence the poses before and after give a single one away. */
	int Folds = 0;

	/** Linear blending is returned unless the best vertex term for all points lowers its error by more than this many
	 * standard errors of the folds. */
	double Doubt = 1.0;

	/** Everything of the fit but Lambda and Delta; without weights of poses. */
	FPointFitOptions Fit;
};

/** One choice and its error on poses that were left out. */
struct FPointCandidate
{
	double Lambda = 0.0;
	double Delta = 0.0;
	double Rms = 0.0; // % of the rest diagonal

	/** The squared error as a share of linear blending's, folds counting more alike than in Rms: what choices are made
	 * by. Each fold is divided by linear blending's error in it plus the median of that over the folds, so that neither
	 * one pose that nothing else resembles decides alone nor a pose that was easy anyway. */
	double Share = 0.0;
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
 * How strongly to regularize, by leaving poses out in turn and predicting them. What a pose left out must not know is
 * forgotten too: the weights of linear blending are fitted again without it, and its bones are moved again with those
 * weights; a comparison with weights that have seen the pose would favor linear blending, and one with motions solved
 * for other weights would favor nobody. Needs at least three different poses; with fewer the answer is linear
 * blending.
 */
EXEMPLARBUILDER_API TResult<FPointValidation> ValidatePoints(
	const FExampleSet& Examples, const FRig& Rig, const FPointValidationOptions& Options, const FBuildContext& Context);

} // namespace Exemplar
