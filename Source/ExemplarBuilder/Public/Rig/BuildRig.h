// Copyright (c) 2026 Exemplar contributors. MIT license.
// Stable: BuildRig and FRigResult. May change: RefineRig and FitMotions.

#pragma once

#include "Base/BuildContext.h"
#include "Base/Result.h"
#include "BuilderApi.h"
#include "Examples/ExampleSet.h"
#include "Rig/RigOptions.h"

namespace Exemplar
{

/** A joint between two bones, in rest coordinates. */
struct FJointFit
{
	FDouble3 Position;
	int Rank = 0;     // 3: ball joint; 2: hinge, placed along its axis by the estimate; 0: the bones move as one
	double Gap = 0.0; // distance between the places to which the two bones take the joint, RMS over the poses
};

/** A bone whose motion its neighbors predict, such as the skin over a knuckle, which is not a bone of the hand. */
struct FDependentBone
{
	uint16_t Bone = 0;  // in the numbering before any bone was removed
	double Error = 0.0; // RMS distance between the bone's own points and their prediction, % of the rest diagonal
	std::vector<std::pair<uint16_t, double>> Predictors; // bones in the same numbering, and their shares, sum one
};

struct FRigResult
{
	FRig Rig;
	std::string Method;                  // "motion", "shape" or "skeleton"
	std::string Reason;                  // why, and what was found: a sentence for people
	std::vector<FJointFit> Joints;       // per bone of Rig
	std::vector<double> ErrorCurve;      // RMS error of b rigid clusters at [b - 1], % of the rest diagonal
	std::vector<FDependentBone> Removed; // in the numbering before removal
	std::vector<uint16_t> MirrorImages;  // with bSymmetric: the mirror image of each bone; itself on the plane
	size_t UnprovenEdges = 0;            // edges of the tree that no point supports

	size_t NamedBones = 0; // with names: bones that matched a part of the body

	// With a given skeleton:
	bool bGiven = false;
	std::vector<uint16_t> IdleJoints;  // lead skin, but never move against their parent in the examples
	std::vector<uint16_t> UnledJoints; // lead no skin: they move with their parent
	size_t ExtraJoints = 0;            // added where the error asked for them, after the skeleton's own
};

/**
 * The rig stage: a whole rig from examples, or from one mesh (Options.Method). From motion: clusters of faces that move
 * alike (the number of bones), refinement (motions and weights), the tree and the joints (Schaefer & Yuksel 2007;
 * Docs/Rig.md). Each step adds its figures to the rig. The result does not depend on the number of threads.
 */
EXEMPLARBUILDER_API TResult<FRigResult> BuildRig(
	const FExampleSet& Examples, const FRigOptions& Options, const FBuildContext& Context);

/**
 * The rig that reproduces the examples best: motions and weights of the bones together, which Schaefer & Yuksel 2007
 * find one after the other. Minimizes sum_k sum_i |sum_j w_ij T_jk p_i - q_ik|^2 over rigid T and over w on the simplex
 * with few entries (the problem of Le & Deng 2012). Docs/Rig.md describes the method and what each part gains.
 *
 * Start may be empty. If it has motions, they compete, with Fast, against bones that are grown from nothing; with
 * bKeepBones, its motions and weights are improved. Fills Transforms, Weights, FaceLabels, Unexplained and, if
 * requested, RestPositions. Empties Parents and Joints, which belonged to other bones, unless bKeepBones.
 */
EXEMPLARBUILDER_API TResult<FRig> RefineRig(
	const FExampleSet& Examples, FRig Start, const FRefineOptions& Options, const FBuildContext& Context);

/**
 * The rig with the rigid motions that reproduce the examples best with its weights, each bone moving freely: how a
 * character is measured on poses that it was not built from. Needs Rig.BoneCount and Rig.Weights (and uses
 * Rig.RestPositions if not empty); replaces PoseCount and Transforms only.
 */
EXEMPLARBUILDER_API TResult<FRig> FitMotions(const FExampleSet& Examples, FRig Rig, const FBuildContext& Context);

} // namespace Exemplar
