// Copyright (c) 2026 Exemplar contributors. MIT licence.

#include "Rig/BoneSearch.h"

#include "Rig/BoneMoves.h"
#include "Rig/PointGraph.h"

#include <algorithm>
#include <numeric>

namespace Exemplar
{

namespace
{

/** Adds up to Count proposed bones, from the Rank-th best on; of a neighbourhood's two proposals only one. */
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
		// The newcomers may gain points where they were proposed; who is near them is known once they lead somewhere.
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

} // namespace

bool GrowBones(const FMotionProblem& Problem, const FGrowOptions& Options, FMotionSolution& Solution,
	FWorkBudget& Budget, const FBuildContext& Context)
{
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
	constexpr size_t MaxAdded = 3; // bones a cycle, in turn
	constexpr size_t MaxRank = 3;  // proposals passed over, in turn, so that a failure is not repeated
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
		// A fair comparison: the present bones get their rounds too, lest a basin be left before its bottom is seen.
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

void EmployIdleBones(const FMotionData& Data, const FPointGraph& Graph, FMotionSolution& Solution)
{
	FWeightTable& Weights = Solution.Weights;
	const size_t BoneCount = Solution.Bones.BoneCount;
	for (size_t Idle = 0; Idle < BoneCount; ++Idle)
	{
		std::vector<size_t> Held(BoneCount, 0), Led(BoneCount, 0);
		for (size_t Point = 0; Point < Data.PointCount; ++Point)
		{
			const size_t First = Point * Weights.Cap;
			size_t Leader = First;
			for (size_t Slot = First; Slot < First + Weights.Sizes[Point]; ++Slot)
			{
				++Held[Weights.Bones[Slot]];
				Leader = Weights.Weights[Slot] > Weights.Weights[Leader] ? Slot : Leader;
			}
			++Led[Weights.Bones[Leader]];
		}
		const size_t Donor = static_cast<size_t>(std::max_element(Led.begin(), Led.end()) - Led.begin());
		if (Held[Idle] > 0 || Led[Donor] < 2)
		{
			continue;
		}
		std::vector<uint32_t> Points;
		for (uint32_t Point = 0; Point < Data.PointCount; ++Point)
		{
			const FSupport Support = Weights.Support(Point);
			if (Support.Find(static_cast<int>(Donor)) >= 0)
			{
				Points.push_back(Point);
			}
		}
		// The half that is farthest from the first point along the surface changes hands: no point moves.
		const FSurfaceDistances Distances = SurfaceDistances(Graph, {Points.data(), 1});
		std::stable_sort(Points.begin(), Points.end(),
			[&](uint32_t A, uint32_t B) { return Distances.Distances[A] > Distances.Distances[B]; });
		for (size_t Index = 0; Index < Points.size() / 2; ++Index)
		{
			const size_t First = Points[Index] * Weights.Cap;
			for (size_t Slot = First; Slot < First + Weights.Sizes[Points[Index]]; ++Slot)
			{
				if (Weights.Bones[Slot] == Donor)
				{
					Weights.Bones[Slot] = static_cast<uint16_t>(Idle);
				}
			}
		}
		for (size_t Pose = 0; Pose < Solution.Bones.PoseCount; ++Pose)
		{
			Solution.Bones.At(Idle, Pose) = Solution.Bones.At(Donor, Pose);
		}
	}
}

} // namespace Exemplar
