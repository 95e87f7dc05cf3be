// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Fit/RefineRounds.h"

namespace Exemplar
{

/** How many bones are added per step, and how many rounds follow. */
struct FGrowOptions
{
	size_t BoneCount = 0;
	int RoundsPerStep = 1;
	/** Bones added per step, as a share of the present ones; at least one. */
	double StepShare = 0.0;
};

/**
 * Bones from nothing: starting with one, a bone is put where the present ones, blended by optimal weights, explain the
 * examples worst, and all are refitted. Clusters would place bones where motion is rigid; this places them where
 * blending needs them. Returns false when the caller canceled.
 */
bool GrowBones(const FMotionProblem& Problem, const FGrowOptions& Options, FMotionSolution& Solution,
	FWorkBudget& Budget, const FBuildContext& Context);

/** Adds bones where the present ones leave most, emphasis included, and solves all weights. */
void AddBones(const FMotionProblem& Problem, size_t Count, FMotionSolution& Solution, FWorkBudget& Budget,
	const FBuildContext& Context);

struct FExchangeOptions
{
	int MaxCycles = 30;
	/** Ends after this many cycles in a row that gain less than StallGain of the objective. */
	int MaxFailures = 6;
	double StallGain = 2e-3;
	int FinalRounds = 10;
};

/**
 * Escapes local minima: one to three bones are added where the residual is largest, all are fitted again, and the same
 * number of bones that cost least are removed (usually different ones). Kept if the objective is lower afterward.
 */
bool ExchangeBones(const FMotionProblem& Problem, const FExchangeOptions& Options, FMotionSolution& Solution,
	FWorkBudget& Budget, const FBuildContext& Context);

} // namespace Exemplar
