// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Rig/BoneTree.h"
#include "Rig/BuildRig.h"

#include <span>

namespace Exemplar
{

/**
 * The point that two bones move least differently (Schaefer & Yuksel 2007, eq. 5 and 6): least squares over the poses,
 * and of all minimizers the one nearest to Estimate. Directions along which the examples do not bend the joint are
 * left as estimated: eigenvalues of H = sum_k A_k^T A_k, A_k the difference of the linear parts, count only above
 * 1e-3 of the largest and above what a bend of two degrees in every pose would give. Poses whose bends differ by less
 * than two degrees count as one, and those that bend the joint by less not at all: neither rank nor position depends on
 * how many idle frames there are.
 * The estimate counts the more, the farther apart the bones stay even at the best point, as the prior of a least
 * squares problem whose residual is that gap: bones that meet have their exact joint, bones that do not have it within
 * the body. A joint more than MaxShift away from the estimate is noise: it falls back to rank two, then to the
 * estimate.
 */
FJointFit FitJoint(
	std::span<const FAffine3d> A, std::span<const FAffine3d> B, const FDouble3& Estimate, double MaxShift);

/**
 * Where joints are likely from the weights alone: the mean of the points of either bone, each counted with the smaller
 * of its two weights. The root's is its centroid.
 */
std::vector<FDouble3> EstimateJoints(
	const FTriangleMesh& Rest, const FRigWeights& Weights, const std::vector<int32_t>& Parents);

/** Joints of all bones to their parents, from these estimates. The root's joint is its centroid. */
std::vector<FJointFit> FitJoints(const FTriangleMesh& Rest, const FRig& Rig, const std::vector<int32_t>& Parents);

} // namespace Exemplar
