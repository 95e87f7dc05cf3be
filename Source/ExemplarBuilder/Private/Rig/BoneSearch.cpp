// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/BoneSearch.h"

#include "Fit/PointGraph.h"
#include "Rig/BoneMoves.h"

#include <algorithm>
#include <numeric>

namespace Exemplar
{

namespace BoneSearchDetail
{

/** Adds up to Count proposed bones, starting at the Rank-th best; at most one per neighborhood. */
void AddBones(const FMotionProblem& Problem, size_t Count, size_t Rank, size_t FinalCount, FMotionSolution& Solution,
	FWorkBudget& Budget, const FBuildContext& Context)
{
	const FMotionData& Data = Problem.Data;
	const bool bLocal = Problem.Candidates > 0 && Problem.Candidates < FinalCount;
	const FBoneProposals Proposals = ProposeBones(Data, Problem.Graph, Solution.Weights, FinalCount, bLocal);
	const std::vector<double> Prices =
		PriceCandidates(Data, Solution.Bones, Solution.Weights, Proposals, *Context.Executor);
	const size_t Proposed = Proposals.Bones.BoneCount, Before = Solution.Bones.BoneCount;
	std::vector<size_t> Order(Proposed);
	std::iota(Order.begin(), Order.end(), size_t{0});
	std::stable_sort(Order.begin(), Order.end(), [&](size_t A, size_t B) { return Prices[A] > Prices[B]; });
	std::vector<uint8_t> Used(Proposed / 2 + 1, 0);
	std::vector<size_t> Chosen;
	for (size_t Index = (std::min)(Rank, Proposed - 1); Index < Proposed && Chosen.size() < Count; ++Index)
	{
		if (!Used[Order[Index] / 2])
		{
			Used[Order[Index] / 2] = 1;
			Chosen.push_back(Order[Index]);
			Solution.Bones.Append({&Proposals.Bones.At(Order[Index], 0), Data.PoseCount});
		}
	}
	if (bLocal)
	{
		// New bones may gain points where they were proposed; their nearest bones are known once they have a core.
		const size_t After = Solution.Bones.BoneCount;
		std::vector<uint8_t> Allowed(Data.PointCount * After, 1);
		for (size_t Point = 0; Point < Data.PointCount; ++Point)
		{
			for (size_t Bone = 0; Bone < Before && !Solution.Allowed.empty(); ++Bone)
			{
				Allowed[Point * After + Bone] = Solution.Allowed[Point * Before + Bone];
			}
			for (size_t Index = 0; Index < Chosen.size(); ++Index)
			{
				Allowed[Point * After + Before + Index] = Proposals.Reach[Chosen[Index] / 2][Point];
			}
		}
		Solution.Allowed = std::move(Allowed);
	}
	SolveWeights(Problem, ESubsetSearch::Exchange, Solution, Context);
	UpdatePermissions(Problem, Solution, Context);
	Budget.AddRound(Data, Solution.Bones.BoneCount + Proposed, Solution.Weights.Cap);
	Budget.AddRound(Data, Solution.Bones.BoneCount, Solution.Weights.Cap);
}

void RemoveCheapestBone(
	const FMotionProblem& Problem, FMotionSolution& Solution, FWorkBudget& Budget, const FBuildContext& Context)
{
	const std::vector<double> Prices =
		PriceRemovals(Problem.Data, Solution.Bones, Solution.Weights, Solution.Allowed, *Context.Executor);
	const size_t Bone = static_cast<size_t>(std::min_element(Prices.begin(), Prices.end()) - Prices.begin());
	const size_t Before = Solution.Bones.BoneCount;
	Solution.Bones.Remove(Bone);
	Solution.Weights.RemoveBone(Bone);
	std::vector<uint8_t> Allowed;
	for (size_t Entry = 0; Entry < Solution.Allowed.size(); ++Entry)
	{
		if (Entry % Before != Bone)
		{
			Allowed.push_back(Solution.Allowed[Entry]);
		}
	}
	Solution.Allowed = std::move(Allowed);
	SolveWeights(Problem, ESubsetSearch::Exchange, Solution, Context);
	UpdatePermissions(Problem, Solution, Context);
	Budget.AddRound(Problem.Data, Solution.Bones.BoneCount, Solution.Weights.Cap);
	Budget.AddRound(Problem.Data, Solution.Bones.BoneCount, Solution.Weights.Cap);
}

} // namespace BoneSearchDetail

void AddBones(const FMotionProblem& Problem, size_t Count, FMotionSolution& Solution, FWorkBudget& Budget,
	const FBuildContext& Context)
{
	BoneSearchDetail::AddBones(Problem, Count, 0, Solution.Bones.BoneCount + Count, Solution, Budget, Context);
}

bool GrowBones(const FMotionProblem& Problem, const FGrowOptions& Options, FMotionSolution& Solution,
	FWorkBudget& Budget, const FBuildContext& Context)
{
	using namespace BoneSearchDetail;
	const FMotionData& Data = Problem.Data;
	std::vector<uint32_t> All(Data.PointCount);
	std::iota(All.begin(), All.end(), uint32_t{0});
	Solution = {};
	Solution.Bones.PoseCount = Data.PoseCount;
	Solution.Bones.Append(FitRigid(Data, All));
	Solution.Weights.Reset(Data.PointCount, Problem.Cap);
	SolveWeights(Problem, ESubsetSearch::Keep, Solution, Context);
	FRoundOptions Rounds;
	Rounds.MaxRounds = Options.RoundsPerStep;
	while (Solution.Bones.BoneCount < Options.BoneCount)
	{
		const size_t Share = static_cast<size_t>(Options.StepShare * static_cast<double>(Solution.Bones.BoneCount));
		const size_t Count = (std::min)((std::max)(size_t{1}, Share), Options.BoneCount - Solution.Bones.BoneCount);
		AddBones(Problem, Count, 0, Options.BoneCount, Solution, Budget, Context);
		if (!RunRounds(Problem, Rounds, Solution, Budget, Context))
		{
			return false;
		}
	}
	return true;
}

bool ExchangeBones(const FMotionProblem& Problem, const FExchangeOptions& Options, FMotionSolution& Solution,
	FWorkBudget& Budget, const FBuildContext& Context)
{
	using namespace BoneSearchDetail;
	constexpr size_t MaxAdded = 3; // bones per cycle, cycling from 1 to this
	constexpr size_t MaxRank = 3;  // proposals skipped, cycling, so that a failure is not repeated
	const size_t BoneCount = Solution.Bones.BoneCount;
	FRoundOptions Short, Long;
	Short.MaxRounds = 4;
	Long.MaxRounds = Options.FinalRounds;
	Short.StallGain = 0.0;
	Long.StallGain = 0.01;
	int Failures = 0;
	for (int Cycle = 0; Cycle < Options.MaxCycles && Failures < Options.MaxFailures && !Budget.IsSpent(); ++Cycle)
	{
		if (Problem.Data.Percent(Solution.Weights.Objective) <= ExactPercent)
		{
			break;
		}
		const size_t Count = static_cast<size_t>(Cycle) % MaxAdded + 1;
		const size_t Rank = static_cast<size_t>(Cycle) / MaxAdded % MaxRank;
		const double Before = Solution.Weights.Objective;
		FMotionSolution Trial = Solution;
		for (size_t Added = 0; Added < Count; ++Added)
		{
			AddBones(Problem, 1, Rank, BoneCount, Trial, Budget, Context);
			if (!RunRounds(Problem, Short, Trial, Budget, Context))
			{
				return false;
			}
		}
		while (Trial.Bones.BoneCount > BoneCount)
		{
			RemoveCheapestBone(Problem, Trial, Budget, Context);
			if (!RunRounds(Problem, Short, Trial, Budget, Context))
			{
				return false;
			}
		}
		if (!RunRounds(Problem, Long, Trial, Budget, Context))
		{
			return false;
		}
		// A fair comparison: the present bones get the same rounds, so that a minimum is not left before it is reached.
		if (!RunRounds(Problem, Long, Solution, Budget, Context))
		{
			return false;
		}
		if (Trial.Weights.Objective < Solution.Weights.Objective)
		{
			Solution = std::move(Trial);
		}
		Failures = Solution.Weights.Objective > (1.0 - Options.StallGain) * Before ? Failures + 1 : 0;
	}
	return true;
}

} // namespace Exemplar
