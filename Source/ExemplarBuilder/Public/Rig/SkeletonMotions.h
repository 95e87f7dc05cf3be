// Copyright (c) 2026 Exemplar contributors. MIT license.
// May change.

#pragma once

#include "Clips/Animation.h"
#include "Rig/BuildRig.h"

namespace Exemplar
{

/** How the bones of a character may move, read from its skeleton and clips. */
struct FSkeletonFreedom
{
	/** Bones turn about their joints and no clip moves them away: only Top moves freely. Off: every bone does. */
	bool bConnected = false;

	/** The lowest bone above all bones that hold points. */
	int32_t Top = NoParent;
};

/**
 * The skeleton is connected if, below Top, no clip moves a joint by more than Fixed (meters) from where its parent has
 * it at rest, or scales it. Clips that move the joints above Top move the whole character.
 */
EXEMPLARBUILDER_API FSkeletonFreedom ReadFreedom(const FAnimation& Animation, const FRigWeights& Weights, double Fixed);

struct FSkeletonFitOptions
{
	FSkeletonFreedom Freedom;

	/** Fit the motions only. */
	bool bKeepWeights = false;

	/** Of a connected skeleton: move its joints as well, for a rig whose joints are a guess from shape. */
	bool bMoveJoints = false;

	/** Influences, candidate bones and smoothness of fitted weights; bones always stay. */
	FRefineOptions Refine;
};

/**
 * The rig of a character with the motions, and unless kept the weights, that reproduce the examples best within the
 * skeleton's freedom. Rig has Weights, Parents and Joints; its motions are used only if it has one for every example.
 * Joints stay where they are, unless bMoveJoints. Bones that no point follows stand to their parents as in the rig's
 * motions, or else as at rest.
 */
EXEMPLARBUILDER_API TResult<FRig> FitSkeletonRig(
	const FExampleSet& Examples, FRig Rig, const FSkeletonFitOptions& Options, const FBuildContext& Context);

} // namespace Exemplar
