// Copyright (c) 2026 Exemplar contributors. MIT license.
// May change.

#pragma once

#include "AnimationSpace/AnimationVector.h"
#include "Base/BuildContext.h"
#include "Base/Result.h"
#include "Examples/ExampleSet.h"
#include "Metrics/ErrorMeasures.h"
#include "Skin/Skin.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

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

	/** The rest pose is reproduced exactly, whatever that costs in the examples; RestWeight is not read then. */
	bool bExactRest = false;

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

struct FInfluenceSearchOptions
{
	/** Bones of a set, 1 to 64. */
	int MaxInfluences = 4;

	/** A point may follow only the so many bones nearest to it along the surface, and those that it follows already.
	 * 0: any bone; -1: twice the influences, at least 8. */
	int CandidateBones = -1;

	/** Sets grow by so many bones, then shrink to MaxInfluences, again and again. */
	int Growth = 2;
	int Rounds = 3;

	/** The vertex term while searching, FPointFitOptions::Lambda. */
	double Lambda = 1e-4;
};

/** What a skin is for. */
enum class ESkinAim
{
	NewPoses, // regularized as far as leaving poses out recommends; the bones of linear blending
	Examples  // the examples as exactly as the influences allow; other poses may suffer
};

struct FSkinFitOptions
{
	ESkinAim Aim = ESkinAim::NewPoses;

	/** Bones per point, 1 to 64. Where linear blending has more, the largest weights stay. */
	int MaxInfluences = 4;

	/** The rest pose is always an example; exactly reproduced, sockets, cloth and collision can be set up in it to the
	 * last digit. */
	bool bExactRest = false;

	/** Given: taken instead of what validation would choose. */
	std::optional<double> Lambda;
	std::optional<double> Delta;

	FPointValidationOptions Validation; // of NewPoses
	FInfluenceSearchOptions Search;     // of Examples; MaxInfluences and Lambda as above

	/** Of Examples: also fit the motions of the bones and linear blending's weights to them, in turn with points and
	 * influence sets. Not for affine bones, and not for bones that meet at joints: theirs would come apart. */
	bool bMotions = true;

	/** With bMotions: bones that may leave for where the examples are reproduced worst, tried so many times. Bones
	 * change their places, so that a tree of the bones has to be built again. */
	int Exchanges = 0;
};

struct FSkinResult
{
	FSkin Skin;
	FPointValidation Validation; // empty where nothing was validated
	bool bBlend = false;         // the points are those of linear blending
	double Lambda = 0.0;
	double Delta = 0.0;
	FStageFigures Figures;

	/** The motions that the points were fitted with, as FRig::Transforms has them; empty: those of the rig. */
	std::vector<FAffine3d> Motions;
};

/**
 * The animation-space skin of a rig: which bones, how strongly regularized, the points. Rig needs Weights and
 * Transforms. Aimed at new poses it never does worse than linear blending without good reason to expect better: where
 * the poses left out do not prove a gain, linear blending is what comes back.
 */
EXEMPLARBUILDER_API TResult<FSkinResult> FitSkin(
	const FExampleSet& Examples, const FRig& Rig, const FSkinFitOptions& Options, const FBuildContext& Context);

/** The rig as the skin was fitted: with the skin's motions and blend weights. */
EXEMPLARBUILDER_API FRig MovedRig(const FRig& Rig, const FSkinResult& Skin);

/** Where the points stand at rest: refinement may have moved them away from the examples. */
EXEMPLARBUILDER_API const std::vector<FDouble3>& RestOf(const FExampleSet& Examples, const FRig& Rig);

/** All examples as points in animation space reproduce them with the rig's motions. */
EXEMPLARBUILDER_API std::vector<std::vector<FDouble3>> ReconstructPoses(
	std::span<const FAnimationVector> Points, const FRig& Rig);

/** Linear blending and animation space on the same poses, moved by the same bones. */
struct FSkinComparison
{
	FErrorMeasures Blend;
	FErrorMeasures Skin;

	/** Enclosed volumes by pose (SignedVolume), in the cubed units of the examples. */
	std::vector<double> Volumes;
	std::vector<double> BlendVolumes;
	std::vector<double> SkinVolumes;
};

/** Rig brings weights and motions for every pose of Examples, Points are in rest space. */
EXEMPLARBUILDER_API TResult<FSkinComparison> CompareSkins(
	const FExampleSet& Examples, const FRig& Rig, std::span<const FAnimationVector> Points);

} // namespace Exemplar
