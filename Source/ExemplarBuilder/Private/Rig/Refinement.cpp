// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/BuildRig.h"

#include "Fit/Locality.h"
#include "Fit/PointGraph.h"
#include "Fit/RigExchange.h"
#include "Model/Stopwatch.h"
#include "Rig/BoneMoves.h"
#include "Rig/BoneSearch.h"
#include "Rig/WorstPoints.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{

namespace RefinementDetail
{

/** The limits of an effort. The search uses at least as many points as bones. Work is roughly in nanoseconds of one
 * core; it was chosen on the sets of bench-rig-from-motion, and decides how long a search takes, not what it finds at
 * its end. */
struct FRefinePlan
{
	size_t SampleCount;             // points at most that bones are searched on
	std::vector<int> RoundsPerStep; // one growth each
	double StepShare;
	int GrownRounds; // on each growth before they are compared
	int Cycles;
	double Work;
	int FinalRounds;
	int Turns;      // of making the worst points count
	double MaxWork; // of the search, and again of the final rounds, by estimate: what large sets are cut down to
};

FRefinePlan MakePlan(ERefineEffort Effort)
{
	switch (Effort)
	{
	case ERefineEffort::Fast:
		return {2500, {2}, 0.34, 4, 0, 0.0, 4, 12, 50e9};
	case ERefineEffort::Thorough:
		return {20000, {1, 3, 5, 10}, 0.0, 100, 300, 300e9, 300, 100, 1500e9};
	case ERefineEffort::Default:
		break;
	}
	return {12000, {1, 5}, 0.0, 60, 30, 26e9, 100, 40, 100e9};
}

/** One run of the stage. Every step returns false when the caller canceled. */
class FRefiner
{
public:
	FRefiner(const FExampleSet& InExamples, const FRefineOptions& InOptions, const FBuildContext& InContext)
		: Examples(InExamples)
		, Options(InOptions)
		, Context(InContext)
		, Plan(MakePlan(InOptions.Effort))
		, Data(MakeMotionData(InExamples.Rest.Positions, InExamples.Poses))
		, Neighbors(BuildPointNeighbors(InExamples.Rest))
		, Graph(MakePointGraph(Data, Neighbors))
		, BoneCount(static_cast<size_t>(InOptions.BoneCount))
	{
		Budget.Limit = Plan.Work;
		Problem.Cap = static_cast<size_t>(Options.MaxInfluences);
		Problem.Candidates = Options.CandidateBones < 0 ? (std::max)(size_t{8}, 2 * Problem.Cap)
														: static_cast<size_t>(Options.CandidateBones);
		Problem.bAffine = Options.bAffineBones;
		Problem.MoveCost =
			1e-4 * Options.MoveCost * Options.MoveCost * static_cast<double>(Data.PointCount); // of one example
		Problem.Prior.Smoothness = ErrorSquare(Options.Smoothness);
		Problem.Prior.Graph = Options.Smoothness > 0.0 ? &Graph : nullptr;
	}

	bool Search(const FRig& Start)
	{
		if (Options.bKeepBones)
		{
			return Keep(Start);
		}
		const size_t SampleCount = AffordableSample();
		if (Data.PointCount > SampleCount)
		{
			const FPointSample Sample = SamplePoints(Data, Graph, SampleCount);
			if (!SearchOn(Sample.Data, Sample.Graph, Start))
			{
				return false;
			}
			Spread(Sample);
			return true;
		}
		return SearchOn(Data, Graph, Start);
	}

	bool Finish(FRig& Rig)
	{
		constexpr double FewestRounds = 4.0;
		const double Affordable = Plan.MaxWork / RoundWork(Data.PointCount);
		const int Count = static_cast<int>((std::min)(1.0 * Plan.FinalRounds, (std::max)(Affordable, FewestRounds)));
		if (!Rounds(Count / 2))
		{
			return false;
		}
		FMotionSolution First = Best;
		if (bSpread && !Options.bKeepBones)
		{
			// Permissions came from a sample's weights. New ones may also be worse: a core that moved forbids much.
			UpdatePermissions(Problem, Best, Context);
		}
		if (!Rounds(Count))
		{
			return false;
		}
		if (First.Weights.Objective < Best.Weights.Objective)
		{
			Best = std::move(First);
		}
		if (IsWorstAsked() && !ImproveWorst())
		{
			return false;
		}
		if (Options.bRefineRest && !MoveRest())
		{
			return false;
		}
		DropSmallWeights(Data, Best.Bones, Problem.Prior, Options.MinWeight, Best.Weights, *Context.Executor);
		if (!IsWorstAsked()) // whose motions are the best of many, and not a minimum
		{
			FMotionStepOptions Step;
			Step.bAffine = Options.bAffineBones;
			Step.Iterations = 3;
			Step.MoveCost = Problem.MoveCost;
			SolveMotions(Data, Best.Weights, Step, Best.Bones, *Context.Executor);
		}
		if (!Options.bKeepBones) // a given bone may be a socket or a target, which no point is to follow
		{
			ReassignIdleBones(Data, Graph, Best);
		}
		Best.Weights.Residuals = PointSquares(Data, Best.Bones, Best.Weights, *Context.Executor);
		Store(Rig);
		return true;
	}

private:
	bool IsWorstAsked() const { return Options.Power > 2.0 || Options.MaxError > 0.0; }

	double RoundWork(size_t PointCount) const
	{
		FWorkBudget Round;
		Round.AddRound(PointCount, Data.PoseCount, BoneCount, Problem.Cap);
		return Round.Spent;
	}

	/** Number of points for the bone search; fewer with many poses or bones, so that time does not grow with all three.
	 */
	size_t AffordableSample() const
	{
		constexpr size_t FewestPoints = 1000, FewestPointsPerBone = 20;
		const double Bones = static_cast<double>(BoneCount);
		double Count = 0.0; // of rounds, as if with all bones from the first on
		for (const int RoundsPerStep : Plan.RoundsPerStep)
		{
			Count += 0.5 * (RoundsPerStep + 4) * (std::min)(Bones, 2.0 * OneByOne) + Plan.GrownRounds;
		}
		const double Share = Plan.MaxWork / (Count * RoundWork(Data.PointCount));
		const size_t Affordable = static_cast<size_t>((std::min)(1.0, Share) * static_cast<double>(Data.PointCount));
		return (std::min)((std::max)({Affordable, FewestPoints, FewestPointsPerBone * BoneCount}),
			(std::max)(Plan.SampleCount, BoneCount));
	}

	double ErrorSquare(double Percent) const
	{
		return 1e-4 * Percent * Percent * static_cast<double>(Examples.PoseCount());
	}

	bool SearchOn(const FMotionData& On, const FPointGraph& OnGraph, const FRig& Start)
	{
		// Weights are smoothed at the end: here they must show where bones are missing.
		FMotionData Weighted = On;
		const FMotionProblem Searched{
			Weighted, OnGraph, Problem.Cap, Problem.Candidates, Problem.bAffine, {}, Problem.MoveCost};
		FRoundOptions Polish;
		Polish.MaxRounds = Plan.GrownRounds;
		Polish.StallGain = 0.03;
		bool bFirst = true;
		const auto Compete = [&](FMotionSolution& Solution)
		{
			UpdatePermissions(Searched, Solution, Context);
			if (!RunRounds(Searched, Polish, Solution, Budget, Context))
			{
				return false;
			}
			if (bFirst || Solution.Weights.Objective < Best.Weights.Objective)
			{
				Best = std::move(Solution);
			}
			bFirst = false;
			return true;
		};
		for (const int RoundsPerStep : Plan.RoundsPerStep)
		{
			FGrowOptions Grow;
			Grow.BoneCount = BoneCount;
			Grow.RoundsPerStep = RoundsPerStep;
			Grow.StepShare = BoneCount > OneByOne ? (std::max)(Plan.StepShare, 0.05) : Plan.StepShare;
			FMotionSolution Grown;
			if (!GrowBones(Searched, Grow, Grown, Budget, Context) || !Compete(Grown))
			{
				return false;
			}
		}
		// Where bones are exchanged, the start's win early and end in a worse minimum (horse-poses 20: 0.28 to 0.24 %).
		if (Plan.Cycles == 0 && Start.BoneCount == BoneCount &&
			Start.Transforms.size() == BoneCount * Examples.PoseCount())
		{
			FMotionSolution Started;
			Started.Bones = ReadMotions(Data, Start);
			Started.Weights.Reset(On.PointCount, Problem.Cap);
			SolveWeights(Searched, ESubsetSearch::Exchange, Started, Context);
			if (!Compete(Started))
			{
				return false;
			}
		}
		FExchangeOptions Exchange;
		Exchange.MaxCycles = Plan.Cycles;
		return BoneCount < 2 ||
			(ExchangeBones(Searched, Exchange, Best, Budget, Context) &&
				(!IsWorstAsked() || ExchangeForWorst(Searched, WorstOptions(), Weighted, Best, Context)));
	}

	/** What the worst points are worth. */
	FWorstOptions WorstOptions() const
	{
		FWorstOptions Out;
		Out.Power = Options.Power > 2.0 ? Options.Power : Out.Power;
		Out.Target = 0.01 * Options.MaxError;
		Out.MaxRise = Options.MaxError > 0.0 ? 1.25 : Out.MaxRise;
		Out.Turns = Plan.Turns;
		Out.Cycles = (std::min)(Plan.Cycles, Out.Cycles);
		Out.MaxBones = static_cast<size_t>((std::max)(0, Options.MaxBones));
		return Out;
	}

	bool ImproveWorst()
	{
		const FWorstOptions Worst = WorstOptions();
		if (Options.MaxError > 0.0 && !Options.bKeepBones && Worst.MaxBones > BoneCount)
		{
			if (!GrowForWorst(Problem, Worst, Data, Best, Context))
			{
				return false;
			}
			BoneCount = Best.Bones.BoneCount;
		}
		return LowerWorst(Problem, Worst, Data, Best, Context);
	}

	bool Keep(const FRig& Start)
	{
		Given = ReadWeights(Start, MaxInfluences);
		Problem.Prior.Given = &Given;
		Problem.Prior.Pull = ErrorSquare(Options.WeightPull);
		if (Start.Transforms.size() == BoneCount * Examples.PoseCount())
		{
			Best.Bones = ReadMotions(Data, Start);
		}
		else
		{
			Best.Bones = MotionsOfWeights(Data, Given, BoneCount);
			FMotionStepOptions Step;
			Step.Iterations = 20;
			SolveMotions(Data, Given, Step, Best.Bones, *Context.Executor);
		}
		Best.Weights.Reset(Data.PointCount, Problem.Cap);
		for (size_t Point = 0; Point < Data.PointCount; ++Point)
		{
			FSupport Support = Given.Support(Point);
			Support.Truncate(Options.MaxInfluences);
			Best.Weights.Store(Point, Support);
		}
		UpdatePermissions(Problem, Best, Context); // by the given weights: no bone leaves its home
		SolveWeights(Problem, ESubsetSearch::Exchange, Best, Context);
		return true;
	}

	/** Transfers bones found on a sample: every point starts with the bones of its nearest sample. */
	void Spread(const FPointSample& Sample)
	{
		const FSurfaceDistances Cells = SurfaceDistances(Graph, Sample.Points);
		FMotionSolution Full;
		Full.Bones = std::move(Best.Bones);
		Full.Weights.Reset(Data.PointCount, Problem.Cap);
		for (size_t Point = 0; Point < Data.PointCount; ++Point)
		{
			if (Cells.Nearest[Point] != NoIndex)
			{
				Full.Weights.Store(Point, Best.Weights.Support(Cells.Nearest[Point]));
			}
		}
		Best = std::move(Full);
		bSpread = true;
	}

	bool Rounds(int Count)
	{
		FRoundOptions Round;
		Round.MaxRounds = Count;
		SolveWeights(Problem, ESubsetSearch::Exchange, Best, Context);
		if (!Options.bKeepBones && Best.Allowed.empty()) // those of the search belong to its bones
		{
			UpdatePermissions(Problem, Best, Context);
		}
		SolveWeights(Problem, ESubsetSearch::Thorough, Best, Context);
		if (!RunRounds(Problem, Round, Best, Budget, Context))
		{
			return false;
		}
		SolveWeights(Problem, ESubsetSearch::Thorough, Best, Context);
		return true;
	}

	bool MoveRest()
	{
		constexpr int Turns = 5, TurnRounds = 5;
		const std::vector<Eigen::Vector4d> Original = Data.Rest;
		for (int Turn = 0; Turn < Turns; ++Turn)
		{
			SolveRest(Original, Best.Bones, Best.Weights, Data, *Context.Executor);
			if (!Rounds(TurnRounds))
			{
				return false;
			}
		}
		return true;
	}

	void Store(FRig& Rig) const
	{
		WriteMotions(Data, Best.Bones, Rig);
		Rig.Weights = WriteWeights(Best.Weights);
		Rig.FaceLabels = FaceLabelsOf(Rig.Weights, Examples.Rest.Triangles, BoneCount);
		Rig.RestPositions.clear();
		if (Options.bRefineRest)
		{
			for (const Eigen::Vector4d& P : Data.Rest)
			{
				const Eigen::Vector3d Position = P.head<3>() / Data.Scale + Data.Center;
				Rig.RestPositions.push_back({Position.x(), Position.y(), Position.z()});
			}
		}
		Rig.Unexplained.clear();
		const double Bound = ErrorSquare(Options.UnexplainedError);
		double Sum = 0.0, Influences = 0.0;
		for (uint32_t Point = 0; Point < Data.PointCount; ++Point)
		{
			Sum += Best.Weights.Residuals[Point];
			Influences += static_cast<double>(Best.Weights.Sizes[Point]);
			if (Best.Weights.Residuals[Point] > Bound)
			{
				Rig.Unexplained.push_back(Point);
			}
		}
		FStageFigures& Figures = Rig.Figures.emplace_back();
		Figures.Stage = "refinement";
		Figures.Figures = {{"vertex RMS", Data.Percent(Sum), "% of diagonal"},
			{"bones", static_cast<double>(BoneCount), ""},
			{"influences per point", Influences / static_cast<double>(Data.PointCount), ""},
			{"unexplained points", static_cast<double>(Rig.Unexplained.size()), ""}};
	}

	/** Above this count, bones are not grown one at a time. */
	static constexpr size_t OneByOne = 64;

	const FExampleSet& Examples;
	const FRefineOptions& Options;
	const FBuildContext& Context;
	FRefinePlan Plan;
	FMotionData Data;
	FIndexLists Neighbors;
	FPointGraph Graph;
	size_t BoneCount;
	FWorkBudget Budget;
	FWeightTable Given;
	FMotionProblem Problem{Data, Graph, 4, 0, false, {}};
	FMotionSolution Best;
	bool bSpread = false; // from a sample
};

FStatus CheckRefineInput(const FExampleSet& Examples, const FRig& Start, const FRefineOptions& Options)
{
	const auto Invalid = [](std::string Message) { return FError{EErrorCode::InvalidArgument, std::move(Message)}; };
	const size_t Points = Examples.PointCount();
	if (Points == 0 || Examples.PoseCount() == 0)
	{
		return FError{EErrorCode::Degenerate,
			"A rig needs a rest mesh and at least one example pose: this set has " + std::to_string(Points) +
				" points and " + std::to_string(Examples.PoseCount()) + " poses."};
	}
	const size_t Bones = static_cast<size_t>(Options.BoneCount);
	if (Options.BoneCount < 1 || Bones > 4096 || Bones > Points)
	{
		return Invalid("Cannot make " + std::to_string(Options.BoneCount) + " bones for " + std::to_string(Points) +
			" points: ask for 1 to " + std::to_string((std::min)(Points, size_t{4096})) + ".");
	}
	if (Options.MaxInfluences < 1 || Options.MaxInfluences > MaxInfluences)
	{
		return Invalid("Influences per point must be 1 to " + std::to_string(MaxInfluences) + ", not " +
			std::to_string(Options.MaxInfluences) + ".");
	}
	if (!(Options.Power >= 2.0 && Options.Power <= 16.0) || !(Options.MoveCost >= 0.0) || !(Options.MaxError >= 0.0))
	{
		return Invalid("The power of the error must be from 2 to 16, and neither the largest error nor the cost of "
					   "moving a bone may be negative.");
	}
	if (Options.bAffineBones && (Options.MoveCost > 0.0 || Options.Power > 2.0 || Options.MaxError > 0.0))
	{
		return Invalid("Affine bones minimize the mean square only: omit the power of the error, the largest error and "
					   "the cost of moving a bone.");
	}
	if (!(Options.Smoothness >= 0.0) || !(Options.WeightPull >= 0.0) || !(Options.UnexplainedError >= 0.0) ||
		!(Options.MinWeight >= 0.0 && Options.MinWeight <= 0.25))
	{
		return Invalid(
			"Smoothness, weight pull and unexplained error must not be negative, and the smallest weight must "
			"lie in [0, 0.25].");
	}
	if (Options.bKeepBones)
	{
		if (Start.Weights.PointCount() != Points || Start.BoneCount != Bones)
		{
			return FError{EErrorCode::Mismatch,
				"Keeping the bones of a rig requires its weights: it has " + std::to_string(Start.BoneCount) +
					" bones and weights for " + std::to_string(Start.Weights.PointCount()) + " points instead of " +
					std::to_string(Bones) + " bones and " + std::to_string(Points) + " points."};
		}
		for (const uint16_t Bone : Start.Weights.Bones)
		{
			if (Bone >= Bones)
			{
				return FError{EErrorCode::Mismatch,
					"The rig's weights name bone " + std::to_string(Bone) + " of " + std::to_string(Bones) + "."};
			}
		}
	}
	return FOk{};
}

} // namespace RefinementDetail

TResult<FRig> RefineRig(
	const FExampleSet& Examples, FRig Start, const FRefineOptions& Options, const FBuildContext& Context)
{
	using namespace RefinementDetail;
	FRefineOptions Checked = Options;
	Checked.BoneCount = Options.BoneCount == 0 ? static_cast<int>(Start.BoneCount) : Options.BoneCount;
	if (const FStatus Status = CheckRefineInput(Examples, Start, Checked); !Status)
	{
		return Status.GetError();
	}
	const FStopwatch Watch;
	FRefiner Refiner(Examples, Checked, Context);
	FRig Rig = std::move(Start);
	if (!Refiner.Search(Rig) || !Refiner.Finish(Rig))
	{
		return Context.Progress.CanceledError();
	}
	if (!Options.bKeepBones)
	{
		Rig.Parents.clear();
		Rig.Joints.clear();
		Rig.Root = NoParent;
	}
	Rig.Figures.back().Seconds = Watch.Seconds();
	return Rig;
}

} // namespace Exemplar
