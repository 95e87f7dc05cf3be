// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/BuildContext.h"
#include "Fit/MotionFit.h"

namespace Exemplar
{

/** Bones and weights that belong together: the weights are solved for these motions. */
struct FMotionSolution
{
	FBoneMotions Bones;
	FWeightTable Weights;
	std::vector<uint8_t> Allowed; // points x bones, as FWeightPrior has it; empty allows all
};

/** The points, their neighbors, and how local bones must be. */
struct FMotionProblem
{
	const FMotionData& Data;
	const FPointGraph& Graph;
	size_t Cap = 4;
	size_t Candidates = 0; // nearest bones along the surface that a point may follow; 0: any
	bool bAffine = false;
	FWeightPrior Prior;    // without permissions: those are the solution's
	double MoveCost = 0.0; // FMotionStepOptions
};

/** Where the weight of each bone sits in the rest: turns are extrapolated about its image. */
std::vector<Eigen::Vector4d> BoneCenters(const FMotionData& Data, const FWeightTable& Weights, size_t BoneCount);

/** Goes on from New by Momentum times the way from Old to New, along rotations. */
FBoneMotions GoAhead(const FBoneMotions& New, const FBoneMotions& Old, double Momentum, bool bAffine,
	const std::vector<Eigen::Vector4d>& Centers);

/** Weights for the solution's motions and permissions. */
void SolveWeights(
	const FMotionProblem& Problem, ESubsetSearch Search, FMotionSolution& Solution, const FBuildContext& Context);

/** Updates permissions from the bones' present cores, and weights under them: the objective may rise. */
void UpdatePermissions(const FMotionProblem& Problem, FMotionSolution& Solution, const FBuildContext& Context);

/**
 * The work that a search may do, in elementary operations rather than seconds, so that the result does not depend on
 * the machine. One unit is about a nanosecond of one core.
 */
struct FWorkBudget
{
	double Limit = 0.0;
	double Spent = 0.0;
	bool IsSpent() const { return Spent >= Limit; }
	void AddRound(const FMotionData& Data, size_t BoneCount, size_t Cap);
	void AddRound(size_t PointCount, size_t PoseCount, size_t BoneCount, size_t Cap);
};

/** An error of this many percent of the rest diagonal counts as zero: a hundredth of a millimeter on a person. */
constexpr double ExactPercent = 5e-4;

struct FRoundOptions
{
	int MaxRounds = 20;
	/** Ends when five rounds together lower the objective by less than this share. */
	double StallGain = 1e-3;
};

/**
 * Alternates motions and weights; the objective never rises, permissions stay. Block-coordinate descent crawls along
 * the valleys of this problem, so that each round starts ahead of the last one's motions in the direction of travel
 * (Nesterov 1983, with the restart of O'Donoghue & Candes 2015: momentum that raises the objective is thrown away).
 * Returns false when the caller canceled.
 */
bool RunRounds(const FMotionProblem& Problem, const FRoundOptions& Options, FMotionSolution& Solution,
	FWorkBudget& Budget, const FBuildContext& Context);

/** Bones that no point follows take part of the points of the bone with the most points, and its motion. */
void ReassignIdleBones(const FMotionData& Data, const FPointGraph& Graph, FMotionSolution& Solution);

} // namespace Exemplar
