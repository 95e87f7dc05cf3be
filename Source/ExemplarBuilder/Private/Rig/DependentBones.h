// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Rig/BuildRig.h"

namespace Exemplar
{

/**
 * Removes bones whose motion is, over all examples, a fixed blend of the motions of bones with which they share points:
 * T_b = sum_j c_j T_j to within Tolerance (RMS at the bone's points, % of the rest diagonal), c >= 0, sum one. Points
 * keep moving as before, to that tolerance: c takes over the bone's weights, cut to the InfluenceCap largest.
 * The best predicted bone is removed first, then all are measured again. At least one bone stays. Changes BoneCount,
 * Transforms and Weights, and empties the tree, joints and labels, which must be built again.
 */
std::vector<FDependentBone> RemoveDependentBones(
	const FTriangleMesh& Rest, double Tolerance, size_t InfluenceCap, FRig& Rig);

} // namespace Exemplar
