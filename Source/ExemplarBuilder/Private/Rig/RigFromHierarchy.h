// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Examples/ExampleSet.h"
#include "Fit/WeightFit.h"
#include "Model/Rig.h"

#include <span>

namespace Exemplar
{

/** A skeleton that a user drew: the parents of the bones, rough joint positions, and skin that follows one bone for
 * certain. */
struct FUserHierarchy
{
	std::vector<int32_t> Parents; // in any order; one root
	std::vector<FDouble3> Joints; // of each bone to its parent, at rest, roughly
	std::vector<std::vector<uint32_t>> Core;
};

struct FRigFromHierarchyOptions
{
	/** How strongly a joint is held where it was drawn. 1e-3 (Merry 2007) decides only what the examples leave open. */
	double JointPull = 1e-3;

	/** Make bones meet at their joints in every example. */
	bool bConnected = false;

	FWeightFitOptions Weights;
};

struct FRigFromHierarchy
{
	FRig Rig;                        // finished: motions, weights, tree and joints
	std::vector<double> CoreErrors;  // RMS of a bone's core over the examples, in % of the rest diagonal
	std::vector<double> JointSpread; // RMS by which a joint's translation in its parent's frame varies, same unit
	std::vector<std::string> Warnings;
};

/**
 * Where a joint is, from the motions of its bone and of the parent over the examples and the rest: the point whose
 * place in the parent's frame varies least, so that the joint's translation may be taken as constant (Merry 2007). Pull
 * settles what the examples leave open, such as the place along a hinge's axis. FitJoint of Rig/Joints.h asks that the
 * two bones agree about it at the place where it rests; this asks only that the place stays the same, which bones that
 * were never quite together can do.
 */
FDouble3 FindSteadyJoint(std::span<const FAffine3d> Bone, std::span<const FAffine3d> Parent, const FDouble3& Drawn,
	double Pull, double* Spread = nullptr);

/**
 * The rig of a user's hierarchy from examples: rigid motions of each bone by its core, never reflected even where the
 * core is flat; joints that stay in place; weights of all points for these motions. A bone whose core is too small
 * moves with its parent, and a warning reports it.
 */
TResult<FRigFromHierarchy> BuildRigFromHierarchy(const FExampleSet& Examples, const FUserHierarchy& Hierarchy,
	const FRigFromHierarchyOptions& Options, const FBuildContext& Context);

} // namespace Exemplar
