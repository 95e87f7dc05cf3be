// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Fit/RefineRounds.h"

namespace Exemplar
{

/** How many bones are added, with how much polish between. */
struct FGrowOptions
{
	size_t BoneCount = 0;
	int RoundsPerStep = 1;
	/** Bones added in one step, as a share of those there; at least one is added. */
	double StepShare = 0.0;
};

/**
 * Bones from nothing: starting with one, a bone is put where the present ones, blended by optimal weights, explain the
 * examples worst, and all are refitted. Clusters would place bones where motion is rigid; this places them where
 * blending needs them. Returns false when the caller canceled.
 */
bool GrowBones(const FMotionProblem& Problem, const FGrowOptions& Options, FMotionSolution& Solution,
	FWorkBudget& Budget, const FBuildContext& Context);

struct FExchangeOptions
{
	int MaxCycles = 30;
	/** Ends after this many cycles in a row that gain less than StallGain of the objective. */
	int MaxFailures = 6;
	double StallGain = 2e-3;
	int FinalRounds = 10;
};

/**
 * Way out of local minima: one to three bones are added where the residual is largest, all are refitted, and as many
 * leave that cost least (not the same ones, as a rule). Kept where the objective is lower afterward.
 */
bool ExchangeBones(const FMotionProblem& Problem, const FExchangeOptions& Options, FMotionSolution& Solution,
	FWorkBudget& Budget, const FBuildContext& Context);

} // namespace Exemplar
