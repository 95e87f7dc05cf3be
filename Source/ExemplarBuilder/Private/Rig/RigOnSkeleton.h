// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Rig/BuildRig.h"

namespace Exemplar
{

/**
 * The rig of a given skeleton from examples: joints, hierarchy, names and rest stay; poses and weights are solved.
 * Points start on the bone they are nearest to. Then motions of the skeleton (Rig/ConnectedFit.h) and weights are
 * fitted in turn; and unless bConnected, bones and weights are refined together with each bone moving freely. A weak
 * pull to the nearest bone decides what the examples leave open: a joint that never moves keeps the skin around it.
 * With extra bones, joints are added where the error asks for them, below the joint that leads the skin there.
 */
TResult<FRigResult> BuildRigOnSkeleton(
	const FExampleSet& Examples, const FRigOptions& Options, const FBuildContext& Context);

} // namespace Exemplar
