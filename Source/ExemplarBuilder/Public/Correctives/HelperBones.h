// Copyright (c) 2026 Exemplar contributors. MIT license.
// May change.

#pragma once

#include "Correctives/BuildCorrectives.h"

namespace Exemplar
{

/**
 * Correctives as joints: a few helper joints per region carry what shapes would, so that correctives go wherever joints
 * go. Helpers follow the body's joints in the skeleton, have no children, and take a part of the weight of their parent
 * alone; the body's own bones are as they were.
 */
struct FHelperBones
{
	FSkeletonData Skeleton; // the body's joints, then the helpers
	FSkin Skin;             // linear blending with the helpers' weights
	/** Shapes without displacements: Model.Helpers says what their weights do to the helpers. */
	FCorrectives Correctives;
	std::vector<uint32_t> Joints; // the helpers, ascending
	FStageFigures Figures;
};

struct FHelperOptions
{
	size_t Count = 12;
	int Rounds = 16;           // of weights and motions in turn
	size_t MaxInfluences = 6;  // helpers that a point follows at most
	double MixedPoses = 1.0;   // per example: poses that mix the joints of examples, taught by the learned layer
	double Compression = 0.02; // what fewer kernels may add to the motion of helpers, share of their RMS motion
};

/**
 * Finds helper joints from the examples: seeds where the body's bones miss most, then motions (weighted Procrustes, one
 * rigid motion per helper and example) and weights (non-negative, at most the parent's) in turn, and last the motions
 * as functions of the pose, learned like shapes. The operator is linear blending.
 */
EXEMPLARBUILDER_API TResult<FHelperBones> BuildHelperBones(const FCorrectiveInput& Input,
	const FCorrectiveOptions& Options, const FHelperOptions& Helpers, const FBuildContext& Context);

/** The palette of the body and its helpers in a pose of the body. */
EXEMPLARBUILDER_API std::vector<FAffine3d> PoseHelpers(
	const FHelperBones& Helpers, std::span<const FAffine3d> Palette, std::span<const double> Curves = {});

/** The local transform of every helper in a pose of the body, in the order of Joints: what a baked clip stores. */
EXEMPLARBUILDER_API std::vector<FBoneTransform> HelperTransforms(
	const FHelperBones& Helpers, std::span<const FAffine3d> Palette, std::span<const double> Curves = {});

} // namespace Exemplar
