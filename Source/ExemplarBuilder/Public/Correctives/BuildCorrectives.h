// Copyright (c) 2026 Exemplar contributors. MIT license.
// May change.

#pragma once

#include "Base/BuildContext.h"
#include "Base/Result.h"
#include "BuilderApi.h"
#include "Correctives/Correctives.h"
#include "Geometry/Affine3d.h"
#include "Skin/Skin.h"
#include "Skinning/SkinOperator.h"

#include <memory>
#include <string>

namespace Exemplar
{

/** A shape that correctives are made from: a pose of the skeleton, and where the points should be in it. */
struct FCorrectiveExample
{
	std::string Name;               // unique among pinned examples
	std::string Source;             // a file; may be empty
	std::vector<FAffine3d> Palette; // the motion of every joint from rest to the pose
	std::vector<FDouble3> Points;   // one per point of the skin
	std::vector<double> Curves;     // values of FCorrectiveInput::Curves; empty: at rest
	uint32_t Clip = 0;              // examples of one clip are left out together when constants are chosen
	bool bPinned = false;           // must be exact: a sculpt
	uint32_t MirrorOf = NoIndex;    // made from this example by MirrorExample
};

/** What the stage reads. Everything is over the points of the skin. */
struct FCorrectiveInput
{
	FSkeletonData Skeleton;
	FSkin Skin;
	std::vector<FTriangle> Triangles; // of points
	std::vector<FCorrectiveExample> Examples;
	std::vector<TCorrectiveCurve<FOwned>> Curves; // scalars that drive correctives beside the joints
	std::vector<FDouble3> RotationCenters;        // of points, for the operator of that name
};

/** How examples are interpolated. */
enum class ECorrectiveForm : uint8_t
{
	Learned,   // what generalizes: functions of joints, chosen by validation; pinned examples are exact on top
	Gaussian,  // the classic forms: one weight per example, one at its pose and zero at the others
	Compact,   // Wendland's function
	ThinPlate, // with a constant
	Linear,    // the distance itself, with a constant
	Weighted   // Gaussians of the poses around each bone, blended by skin weights (Kurihara and Miyata 2004)
};

struct FCorrectiveOptions
{
	ESkinOperator Operator = ESkinOperator::LinearBlend;
	ECorrectiveForm Form = ECorrectiveForm::Learned;

	/** Constants of the learned form; 0 (PairWeight: below 0) chooses by validation inside the examples. */
	double Width = 0.0;
	double Ridge = 0.0;
	double Spread = 0.0; // share of the diagonal
	double PairWeight = -1.0;

	/**
	 * Mirror images of the examples teach too, if that improves what validation predicts. The share is the correlation
	 * of what moves the two sides: with one, images count as examples; below it, what was seen on a side comes first. 0
	 * chooses it by validation.
	 */
	bool bMirror = true;
	double MirrorShare = 0.0;

	/**
	 * The error that compression may add, as a share of the error that validation expects in unseen poses; the part of
	 * the body where shapes act does not matter. 0 keeps everything.
	 */
	double Compression = 0.2;

	/** Of the kernel that makes pinned examples exact: how near a pose must be (RMS over joints of the chord, the
	 * smaller the nearer). */
	double PinWidth = 0.4;

	/** Classic forms: the radius, 0 for one and a half times the mean distance of neighbors; weights divided by their
	 * sum. */
	double Radius = 0.0;
	bool bNormalize = false;
	/** The classic forms but weighted: linear functions of the pose are exact, too (shape by example; Sloan et al.
	 * 2001). There must be more examples than coordinates, three per joint that moves. */
	bool bLinearTail = false;

	/** Points moved by less than this share of the diagonal are not corrected. */
	double SmallestSculpt = 1e-6;
};

/** A finding by name, with the remedy. */
enum class ECorrectiveProblem : uint8_t
{
	NearDuplicate,  // two examples in nearly one pose with different shapes
	DriverStill,    // a joint or curve that no example moves
	IllConditioned, // poses that hardly differ for the interpolation
	Asymmetry,      // mirrored examples predict worse, or the rest is not symmetric
	OutsideLimits,  // a pose that the joint limits forbid
	SingularPose,   // an operator cannot reach the example, and a part is added after skinning
	FewExamples,    // too few to validate anything
	NothingLearned  // the operator alone predicts left-out examples as well
};

struct FCorrectiveProblem
{
	ECorrectiveProblem Kind = ECorrectiveProblem::NearDuplicate;
	std::string Message;
};

/** How well one example is met. */
struct FCorrectiveExampleFigures
{
	double Before = 0.0;    // RMS without correctives, % of the rest diagonal
	double After = 0.0;     // with the correctives as they will be drawn
	double MaxAfter = 0.0;  // largest distance, %
	double Predicted = 0.0; // RMS while the example's group was left out; 0 without validation
};

/** What a build keeps so that one example can change without solving the others again. */
struct FCorrectiveState;

struct FCorrectiveResult
{
	FCorrectives Correctives; // of the finest level
	std::vector<FCorrectiveProblem> Problems;
	std::vector<FCorrectiveExampleFigures> Examples;
	FStageFigures Figures;
	bool bMirrored = false; // mirror images were used

	/** The constants that validation chose, to pass as options when one sculpt changes. */
	FCorrectiveOptions Chosen;

	std::shared_ptr<FCorrectiveState> State;
};

/**
 * Correctives from all examples: their offsets against the operator in rest space, a learned layer that generalizes,
 * compressed, and on top the exact rest of every pinned example, solved against the learned layer as it will be drawn.
 * The rest pose stays untouched, and motions of the root change nothing. Fails by name where two pinned examples have
 * one pose, an example belongs to another mesh or skeleton, or the operator lacks its data.
 */
EXEMPLARBUILDER_API TResult<FCorrectiveResult> BuildCorrectives(
	const FCorrectiveInput& Input, const FCorrectiveOptions& Options, const FBuildContext& Context);

/**
 * The correctives after the shape of one example changed; its pose, the other examples and the options are as they
 * were. Only what depends on the example is solved again: its offsets, the points that it moves, and the pinned rest.
 */
EXEMPLARBUILDER_API TResult<FCorrectiveResult> ChangeExample(
	const FCorrectiveInput& Input, size_t Index, FCorrectiveResult Before, const FBuildContext& Context);

/** The mirror image of an example: the other side gets its shape. Fails where the rest or the skeleton has no mirror
 * symmetry. Index is the example's place in Input. */
EXEMPLARBUILDER_API TResult<FCorrectiveExample> MirrorExample(
	const FCorrectiveInput& Input, size_t Index, const FBuildContext& Context);

/** Per point the share of dual quaternions (0 linear, 1 dual quaternion) with which the blended operator meets the
 * examples best: FSkin::BlendFactors. */
EXEMPLARBUILDER_API std::vector<double> FitBlendFactors(const FCorrectiveInput& Input, const FBuildContext& Context);

/**
 * What shapes do to a coarser level: the displacements with which the posed level follows the corrected posed surface
 * of the finest, in the poses of the examples, by least squares. Rms is what remains, % of the rest diagonal.
 */
struct FLevelCorrectives
{
	FShapeDeltas Deltas;
	double Rms = 0.0;
	double RmsCarried = 0.0; // the same error if points took the displacements of their nearest point
};
EXEMPLARBUILDER_API TResult<FLevelCorrectives> FitLevelCorrectives(const FCorrectiveInput& Input,
	const FCorrectives& Correctives, const FSkin& Level, const FCorrectiveOptions& Options,
	const FBuildContext& Context);

/** The weight of every shape in a pose, as the run time computes it: clamped, times the strength of its corrective. */
EXEMPLARBUILDER_API std::vector<double> EvaluateShapeWeights(const TCorrectives<FOwned>& Model,
	const FSkeletonData& Skeleton, std::span<const FAffine3d> Palette, std::span<const double> Curves = {});

/** The points of the finest level in a pose with their correctives, through an operator. */
EXEMPLARBUILDER_API TResult<std::vector<FDouble3>> PoseCorrected(const FCorrectiveInput& Input,
	const FCorrectives& Correctives, ESkinOperator Operator, std::span<const FAffine3d> Palette,
	std::span<const double> Curves = {});

/** A pose worth sculpting next: what the layer expects to be wrong in it. */
struct FSuggestedPose
{
	size_t Pose = 0;          // into the candidates
	double Uncertainty = 0.0; // predictive, relative to the most uncertain candidate
	double Expected = 0.0;    // error expected there, % of the rest diagonal
};

/**
 * The candidates in the order in which sculpting them would teach most: by the error that validation and predictive
 * variance expect. A candidate near one that is listed before it counts as learned. Candidates has a palette each.
 */
EXEMPLARBUILDER_API TResult<std::vector<FSuggestedPose>> SuggestPoses(const FCorrectiveInput& Input,
	const FCorrectiveOptions& Options, std::span<const std::vector<FAffine3d>> Candidates, size_t Count,
	const FBuildContext& Context);

} // namespace Exemplar
