// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/BuildContext.h"
#include "Base/Result.h"
#include "Examples/ExampleSet.h"
#include "Rig/RigOptions.h"

namespace Exemplar
{

/** Vertex RMS over the examples, % of the rest diagonal. */
struct FConnectedFit
{
	double VertexRmsBefore = 0.0; // with the given rotations about the given joints
	double VertexRms = 0.0;
	int Rounds = 0;
};

/**
 * Replaces the bones' free motions by motions of a skeleton: every bone turns about the joint with its parent, and the
 * root moves freely. Afterward both bones of a joint take it to the same place in every example, so that rotations and
 * the root's translation describe the pose completely.
 *
 * With x_b the joints, W_ic the weight of point i in the subtree of c and y the root joint's image, a point is at
 *     p_i = y + sum_b R_b s_ib,    s_ib = w_ib (p_i - x_b) + sum_{c child of b} W_ic (x_c - x_b),
 * linear in the global rotations. Gauss-Newton over all rotations of a pose therefore needs sum_i s_ib s_ic^T once, not
 * once per pose; and for given rotations the joints are the solution of one linear system over all poses.
 * Needs Transforms, Weights, Parents and Joints of the rig. If joints are kept, the result is never worse than
 * snapping.
 */
TResult<FConnectedFit> FitConnectedMotions(
	const FExampleSet& Examples, const FConnectedFitOptions& Options, FRig& Rig, const FBuildContext& Context);

} // namespace Exemplar
