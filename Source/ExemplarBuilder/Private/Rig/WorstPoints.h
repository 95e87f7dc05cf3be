// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Fit/RefineRounds.h"

namespace Exemplar
{

/** What is left of the examples. */
struct FRigError
{
	double Square = 0.0;  // of all points, summed over the examples
	double Largest = 0.0; // of any point in any pose: a distance, in the units of the fit
	double Stress = 0.0;  // Square, and the errors to a power: what emphasis minimizes
};

FRigError MeasureErrors(const FMotionData& Data, const FBoneMotions& Bones, const FWeightTable& Weights, double Level,
	double Power, IExecutor& Executor);

/**
 * Points count more in poses in which their error is large: least squares with the count (error / Level) to the power
 * less two has the minimum of the power of the error as a fixed point (iteratively reweighted least squares).
 * Everything counts once besides, so that the root mean square hardly rises. Counts approach their values step by
 * step, because powers above three oscillate otherwise. Level 0 removes the emphasis.
 */
void EmphasizeWorst(const FBoneMotions& Bones, const FWeightTable& Weights, double Level, double Power,
	FMotionData& Data, IExecutor& Executor);

struct FWorstOptions
{
	double Power = 8.0;

	/** The largest error that is asked for, in the units of the fit. 0: as small as MaxRise allows. */
	double Target = 0.0;

	/** How much larger the root mean square may become, as a factor. */
	double MaxRise = 1.02;

	int Turns = 40;  // of LowerWorst
	int Cycles = 10; // of ExchangeForWorst
	size_t MaxBones = 0;
};

/**
 * The functions below improve a solution in which single points are far off. Data is the problem's; its emphasis is
 * theirs, and the one that LowerWorst leaves belongs to the solution. Each returns false when the caller canceled.
 */

/** Exchanges bones where that lowers the stress: one goes to the worst region, the one that costs least leaves. */
bool ExchangeForWorst(const FMotionProblem& Problem, const FWorstOptions& Options, FMotionData& Data,
	FMotionSolution& Solution, const FBuildContext& Context);

/** Adds bones at the worst regions until the largest error is the target's or there are MaxBones. */
bool GrowForWorst(const FMotionProblem& Problem, const FWorstOptions& Options, FMotionData& Data,
	FMotionSolution& Solution, const FBuildContext& Context);

/** Motions and weights for which the largest error is smaller. Bones and permissions stay. */
bool LowerWorst(const FMotionProblem& Problem, const FWorstOptions& Options, FMotionData& Data,
	FMotionSolution& Solution, const FBuildContext& Context);

} // namespace Exemplar
