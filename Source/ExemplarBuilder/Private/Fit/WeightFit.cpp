// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Fit/WeightFit.h"

#include "Fit/Locality.h"
#include "Fit/PointGraph.h"
#include "Fit/RefineRounds.h"
#include "Fit/RigExchange.h"

#include <cmath>

namespace Exemplar
{

namespace WeightFitDetail
{

FStatus CheckWeightFitInput(const FExampleSet& Examples, const FRig& Rig, const FWeightFitOptions& Options)
{
	const size_t Points = Examples.PointCount(), Poses = Examples.PoseCount();
	if (Points == 0 || Poses == 0)
	{
		return FError{EErrorCode::Degenerate, "Weights need a rest mesh and at least one example pose."};
	}
	if (Rig.BoneCount == 0 || Rig.PoseCount != Poses || Rig.Transforms.size() != Rig.BoneCount * Poses)
	{
		return FError{EErrorCode::Mismatch,
			"Weights need the motion of every bone in every example: the rig has " + std::to_string(Rig.BoneCount) +
				" bones and " + std::to_string(Rig.Transforms.size()) + " motions for " + std::to_string(Poses) +
				" examples."};
	}
	if (Options.MaxInfluences < 1 || Options.MaxInfluences > MaxInfluences)
	{
		return FError{EErrorCode::InvalidArgument,
			"Influences per point must be from 1 to " + std::to_string(MaxInfluences) + ", not " +
				std::to_string(Options.MaxInfluences) + "."};
	}
	if (!(Options.Pull >= 0.0) || !(Options.Smoothness >= 0.0) || Options.CandidateBones < 0 ||
		!(Options.MinWeight >= 0.0 && Options.MinWeight <= 0.25))
	{
		return FError{EErrorCode::InvalidArgument,
			"Pull, smoothness and candidate bones must not be negative, and the smallest weight must lie in [0, "
			"0.25]."};
	}
	if (!Options.Allowed.empty())
	{
		if (Options.Allowed.size() != Points * Rig.BoneCount)
		{
			return FError{EErrorCode::Mismatch,
				"Permissions are " + std::to_string(Options.Allowed.size()) + " entries; " + std::to_string(Points) +
					" points times " + std::to_string(Rig.BoneCount) + " bones are needed."};
		}
		for (size_t Point = 0; Point < Points; ++Point)
		{
			bool bAny = false;
			for (size_t Bone = 0; Bone < Rig.BoneCount; ++Bone)
			{
				bAny = bAny || Options.Allowed[Point * Rig.BoneCount + Bone] != 0;
			}
			if (!bAny)
			{
				return FError{EErrorCode::InvalidArgument,
					"Point " + std::to_string(Point) + " has no allowed bone. Allow at least one."};
			}
		}
	}
	if (Options.Pull > 0.0 && Rig.Weights.PointCount() != Points)
	{
		return FError{EErrorCode::Mismatch,
			"A pull requires target weights: the rig has weights for " + std::to_string(Rig.Weights.PointCount()) +
				" of " + std::to_string(Points) + " points."};
	}
	return FOk{};
}

/** What both allow, or the first for a point that would be left without a bone. An empty list allows all. */
std::vector<uint8_t> Intersect(const std::vector<uint8_t>& First, std::vector<uint8_t> Second, size_t BoneCount)
{
	for (size_t Begin = 0; Begin < First.size(); Begin += BoneCount)
	{
		bool bAny = false;
		for (size_t Entry = Begin; Entry < Begin + BoneCount; ++Entry)
		{
			bAny = bAny || (First[Entry] && Second[Entry]);
		}
		for (size_t Entry = Begin; Entry < Begin + BoneCount; ++Entry)
		{
			Second[Entry] = First[Entry] && (Second[Entry] || !bAny) ? 1 : 0;
		}
	}
	return Second;
}

} // namespace WeightFitDetail

TResult<FWeightFit> FitWeights(
	const FExampleSet& Examples, const FRig& Rig, const FWeightFitOptions& Options, const FBuildContext& Context)
{
	using namespace WeightFitDetail;
	if (const FStatus Status = CheckWeightFitInput(Examples, Rig, Options); !Status)
	{
		return Status.GetError();
	}
	const FMotionData Data = MakeMotionData(Examples.Rest.Positions, Examples.Poses);
	const bool bNeedsGraph = Options.Smoothness > 0.0 || Options.CandidateBones > 0;
	const FPointGraph Graph = bNeedsGraph ? MakePointGraph(Data, BuildPointNeighbors(Examples.Rest)) : FPointGraph{};
	const auto ErrorSquare = [&](double Percent)
	{ return 1e-4 * Percent * Percent * static_cast<double>(Examples.PoseCount()); };
	const FWeightTable Given = Options.Pull > 0.0 ? ReadWeights(Rig, MaxInfluences) : FWeightTable{};
	FMotionProblem Problem{Data, Graph, static_cast<size_t>(Options.MaxInfluences),
		static_cast<size_t>(Options.CandidateBones), false, {}};
	Problem.Prior.Pull = ErrorSquare(Options.Pull);
	Problem.Prior.Given = Options.Pull > 0.0 ? &Given : nullptr;
	FMotionSolution Solution;
	Solution.Bones = ReadMotions(Data, Rig);
	Solution.Weights.Reset(Data.PointCount, Problem.Cap);
	Solution.Allowed = Options.Allowed;
	if (!Context.Progress.Report(0.0))
	{
		return Context.Progress.CanceledError();
	}
	SolveWeights(Problem, ESubsetSearch::Thorough, Solution, Context);
	if (Options.CandidateBones > 0)
	{
		Solution.Allowed = Intersect(Options.Allowed,
			NearestBones(Solution.Weights, Rig.BoneCount, Problem.Candidates, Graph, *Context.Executor), Rig.BoneCount);
		SolveWeights(Problem, ESubsetSearch::Thorough, Solution, Context);
	}
	Problem.Prior.Smoothness = ErrorSquare(Options.Smoothness);
	Problem.Prior.Graph = Options.Smoothness > 0.0 ? &Graph : nullptr;
	for (int Pass = 0; Options.Smoothness > 0.0 && Pass < Options.SmoothPasses; ++Pass)
	{
		if (!Context.Progress.Report(static_cast<double>(Pass + 1) / (Options.SmoothPasses + 1)))
		{
			return Context.Progress.CanceledError();
		}
		SolveWeights(Problem, ESubsetSearch::Exchange, Solution, Context);
	}
	DropSmallWeights(Data, Solution.Bones, Problem.Prior, Options.MinWeight, Solution.Weights, *Context.Executor);
	FWeightFit Fit;
	Fit.Weights = WriteWeights(Solution.Weights);
	double Sum = 0.0;
	for (const double Square : PointSquares(Data, Solution.Bones, Solution.Weights, *Context.Executor))
	{
		Sum += Square;
		Fit.PointErrors.push_back(100.0 * std::sqrt(Square / static_cast<double>(Examples.PoseCount())));
	}
	Fit.VertexRms = Data.Percent(Sum);
	return Fit;
}

} // namespace Exemplar
