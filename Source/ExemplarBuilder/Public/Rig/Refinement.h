// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/BuildContext.h"
#include "Base/Result.h"
#include "BuilderApi.h"
#include "Examples/ExampleSet.h"
#include "Model/Rig.h"

namespace Exemplar
{

enum class ERefineEffort
{
	Fast,    // bones grown on a sample of the points, a few rounds on all of them: seconds
	Default, // two ways of growing, the better one improved by exchanging bones: up to half a minute
	Thorough // the same with ten times the work
};

struct FRefineOptions
{
	/** Bones, 1 to 4096 and at most one a point; exactly so many are delivered. 0: as many as the start has. */
	int BoneCount = 0;

	/** Influences of a point, 1 to 64. */
	int MaxInfluences = 4;

	ERefineEffort Effort = ERefineEffort::Default;

	/** Keep the start's bones where they are on the body: their motions and weights are improved, none is added,
	 * removed or moved elsewhere. For a rig that an artist made. The start needs weights; missing motions are found. */
	bool bKeepBones = false;

	/** Affine instead of rigid motions, to compare with the literature; a skeleton cannot make them. */
	bool bAffineBones = false;

	/** Move rest positions too, the rest mesh counting as one more example; see FRig::RestPositions. */
	bool bRefineRest = false;

	/** A point may follow the so many bones that are nearest to it along the surface; a bone is where it leads. -1:
	 * twice the influences, at least 8. 0: any bone, which lowers the error further, by weights that join a front paw
	 * to a rear paw because they happen to move alike: to compare with the literature, not for rigs that are to be
	 * posed. */
	int CandidateBones = -1;

	/** Smoothness of weights: a step from 0 to 1 across an edge of the mesh costs as much as an error of this many per
	 * cent of the rest diagonal in every example. 0 is off; 0.05 is gentle, 0.5 strong. */
	double Smoothness = 0.0;

	/** With bKeepBones: giving a point's weight to another bone than in the start costs as much as an error of this
	 * many percent of the rest diagonal in every example. */
	double WeightPull = 0.0;

	/** Weights below this are dropped and the others of the point refitted, 0 to 0.25. */
	double MinWeight = 1e-3;

	/** Points whose error over the examples (RMS, % of the rest diagonal) exceeds this are listed as unexplained. */
	double UnexplainedError = 1.0;
};

/**
 * The rig that reproduces the examples best: bones' motions and weights together, which Schaefer & Yuksel 2007 find one
 * after the other. Minimizes sum_k sum_i |sum_j w_ij T_jk p_i - q_ik|^2 over rigid T, and w on the simplex with few
 * entries (the problem of Le & Deng 2012); Docs/Rig.md says how and what each part brings.
 *
 * Start may be empty, or hold motions that, with Fast, compete with the bones that are grown from nothing (with
 * bKeepBones: motions and weights to be improved). Fills Transforms, Weights, FaceLabels, Unexplained and, where asked
 * for, RestPositions; empties Parents and Joints, which belonged to other bones (with bKeepBones they stay). The same
 * bytes for any thread count.
 */
EXEMPLARBUILDER_API TResult<FRig> RefineRig(
	const FExampleSet& Examples, FRig Start, const FRefineOptions& Options, const FBuildContext& Context);

} // namespace Exemplar
