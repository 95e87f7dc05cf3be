// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "BuilderApi.h"
#include "Model/Rig.h"

namespace Exemplar
{

/** A bone whose motion its neighbors predict: the skin of a knuckle, say, that is no bone of anybody's hand. */
struct FDependentBone
{
	uint16_t Bone = 0;  // in the numbering before any was removed
	double Error = 0.0; // RMS distance between the bone's own points and their prediction, % of the rest diagonal
	std::vector<std::pair<uint16_t, double>> Predictors; // bones, same numbering, and their shares, which sum to one
};

/**
 * Removes bones whose motion is, over all examples, a fixed blend of the motions of bones that they share points with:
 * T_b = sum_j c_j T_j to within Tolerance (RMS at the bone's points, % of the rest diagonal), c >= 0, sum one. Points
 * keep moving as before, to that tolerance: c takes over the bone's weights, cut to the InfluenceCap largest.
 * The best predicted goes first, then all are judged again. At least one bone stays. Changes BoneCount, Transforms and
 * Weights; the tree, joints and labels, if there were any, are to be made again and are emptied.
 */
EXEMPLARBUILDER_API std::vector<FDependentBone> RemoveDependentBones(
	const FTriangleMesh& Rest, double Tolerance, size_t InfluenceCap, FRig& Rig);

} // namespace Exemplar
