// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Bake/Bake.h"
#include "Files/FrameList.h"
#include "Rig/SkeletonMotions.h"

#include <optional>

namespace Exemplar
{

/** The frames of examples that are fitted, those that are only measured, and those that are only reconstructed. */
struct FSkinFrames
{
	std::vector<size_t> Fit, Test, Others;
};

FRig SelectMotions(const FRig& Whole, const std::vector<size_t>& Frames);

/** A character's rig as it reproduces examples, and the clips that play it: what is measured is what is written. */
struct FSkinMotions
{
	FRig Rig; // motions of all frames as the clips play them, weights as the file holds them
	FAnimation Animation;
	std::vector<size_t> Clips; // those that hold the frames
	bool bConnected = false;   // bones turn about their joints; otherwise they move freely

	/** Of a rig from shape, whose joints are moved as well: the error of its own weights and joints on the frames to
	 * fit, % of the diagonal, and how far the joints moved at most. */
	std::optional<double> ShapeRms;
	double JointsMoved = 0.0;
};

/** How linear blend weights are fitted. */
struct FSkinWeightOptions
{
	int Influences = 4;
	bool bKeep = false; // as the character has them
	double Pull = 0.0;  // toward those that it has (FRefineOptions::WeightPull)
};

/**
 * Fits linear blend weights to the fit frames, unless they are kept, and the motions of all frames to those weights,
 * within the skeleton's freedom. Clips of the character that play the examples are replaced, others stay.
 */
TResult<FSkinMotions> FitSkinMotions(const FCharacterParts& Parts, const FExampleSet& Examples,
	const FSkinFrames& Frames, const FSkinWeightOptions& Weights, const FBuildContext& Context);

} // namespace Exemplar
