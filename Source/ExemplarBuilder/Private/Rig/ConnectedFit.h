// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/BuildContext.h"
#include "Base/Result.h"
#include "Examples/ExampleSet.h"
#include "Rig/RigOptions.h"

namespace Exemplar
{

/** How it went: vertex RMS over the examples, % of the rest diagonal. */
struct FConnectedFit
{
	double VertexRmsBefore = 0.0; // of the rotations as they came, about the joints as they came
	double VertexRms = 0.0;
	int Rounds = 0;
};

/**
 * Replaces the bones' free motions by motions of a skeleton: every bone turns about the joint with its parent, the root
 * moves as it likes, and the examples are met as well as that allows. Afterward both bones of a joint take it to the
 * same place in every example, and rotations with the root's translation say it all.
 *
 * With x_b the joints, W_ic the weight of point i in the subtree of c and y the root joint's image, a point stands at
 *     p_i = y + sum_b R_b s_ib,    s_ib = w_ib (p_i - x_b) + sum_{c child of b} W_ic (x_c - x_b),
 * linear in the global rotations. Gauss-Newton over all rotations of a pose therefore needs sum_i s_ib s_ic^T once, not
 * once a pose; and for given rotations the joints are the solution of one linear system over all poses.
 * Needs Transforms, Weights, Parents and Joints of the rig. With joints that stay, never worse than snapping.
 */
TResult<FConnectedFit> FitConnectedMotions(
	const FExampleSet& Examples, const FConnectedFitOptions& Options, FRig& Rig, const FBuildContext& Context);

} // namespace Exemplar
