// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/WorstPoints.h"

#include "Rig/BoneSearch.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace Exemplar
{

namespace WorstPointsDetail
{

constexpr size_t PointChunk = 256;

/** Errors beyond this share of the level count more. Below it the power is small, and costs time only. */
constexpr double EmphasisFrom = 0.5;

/** The largest factor of an emphasis. */
constexpr double EmphasisLimit = 1000.0;

/** The share of the way, in logarithms, that counts go. An error falls about as its count rises: with all of the way,
 * or half of it at a power of eight, counts and errors swing (horse-poses: between 1.3 and 3.6 %). */
double EmphasisShare(double Power)
{
	return (std::min)(1.0, 1.2 / (Power - 2.0));
}

/** The factor of a pair: 0 up to EmphasisFrom. */
double Factor(double Error, double Level, double Power)
{
	return Error > EmphasisFrom * Level ? (std::min)(std::pow(Error / Level, Power - 2.0), EmphasisLimit) : 0.0;
}

} // namespace WorstPointsDetail

FRigError MeasureErrors(const FMotionData& Data, const FBoneMotions& Bones, const FWeightTable& Weights, double Level,
	double Power, IExecutor& Executor)
{
	using namespace WorstPointsDetail;
	std::vector<FRigError> Parts((Data.PointCount + PointChunk - 1) / PointChunk);
	ParallelFor(Executor, Data.PointCount, PointChunk,
		[&](size_t Begin, size_t End)
		{
			FRigError& Part = Parts[Begin / PointChunk];
			for (size_t Point = Begin; Point < End; ++Point)
			{
				for (size_t Pose = 0; Pose < Data.PoseCount; ++Pose)
				{
					const double Square = PairSquare(Data, Bones, Weights, Point, Pose), Error = std::sqrt(Square);
					const double Count = Data.PointWeights[Point] * Data.PoseWeights[Pose];
					Part.Square += Count * Square;
					Part.Largest = (std::max)(Part.Largest, Error);
					// The power, and not the factor times the square, whose derivative it is.
					Part.Stress +=
						Count * Square * (Level > 0.0 ? 1.0 + 2.0 / Power * Factor(Error, Level, Power) : 1.0);
				}
			}
		});
	FRigError Out;
	for (const FRigError& Part : Parts)
	{
		Out.Square += Part.Square;
		Out.Largest = (std::max)(Out.Largest, Part.Largest);
		Out.Stress += Part.Stress;
	}
	return Out;
}

void EmphasizeWorst(const FBoneMotions& Bones, const FWeightTable& Weights, double Level, double Power,
	FMotionData& Data, IExecutor& Executor)
{
	using namespace WorstPointsDetail;
	const FEmphasis Old = std::move(Data.Emphasis);
	Data.Emphasis = {};
	if (!(Level > 0.0))
	{
		return;
	}
	std::vector<std::vector<std::pair<uint32_t, double>>> Rows(Data.PointCount);
	ParallelFor(Executor, Data.PointCount, PointChunk,
		[&](size_t Begin, size_t End)
		{
			const double Share = EmphasisShare(Power);
			const double Least = Factor((1.0 + 1e-9) * EmphasisFrom * Level, Level, Power);
			for (size_t Point = Begin; Point < End; ++Point)
			{
				size_t Entry = Old.Begin(Point);
				for (uint32_t Pose = 0; Pose < Data.PoseCount; ++Pose)
				{
					const bool bOld = Entry < Old.End(Point) && Old.Poses[Entry] == Pose;
					const double Before = bOld ? Old.Counts[Entry++] / Data.PoseWeights[Pose] : 0.0;
					const double Error = std::sqrt(PairSquare(Data, Bones, Weights, Point, Pose));
					const double Wanted = Factor(Error, Level, Power);
					if (Wanted > 0.0 || Before > 4.0 * Least)
					{
						const double From = std::log((std::max)(Before, Least));
						const double To = std::log((std::max)(Wanted, Least));
						Rows[Point].emplace_back(Pose, std::exp(From + Share * (To - From)) * Data.PoseWeights[Pose]);
					}
				}
			}
		});
	Data.Emphasis.Offsets.assign(1, 0);
	for (const std::vector<std::pair<uint32_t, double>>& Row : Rows)
	{
		for (const auto& [Pose, Count] : Row)
		{
			Data.Emphasis.Poses.push_back(Pose);
			Data.Emphasis.Counts.push_back(Count);
		}
		Data.Emphasis.Offsets.push_back(static_cast<uint32_t>(Data.Emphasis.Poses.size()));
	}
}

bool ExchangeForWorst(const FMotionProblem& Problem, const FWorstOptions& Options, FMotionData& Data,
	FMotionSolution& Solution, const FBuildContext& Context)
{
	constexpr double LevelShare = 0.5; // of the largest error: what bones are exchanged for
	const auto Measure = [&](const FMotionSolution& Of, double Level)
	{ return MeasureErrors(Data, Of.Bones, Of.Weights, Level, Options.Power, *Context.Executor); };
	const double Level = (std::max)(Options.Target, LevelShare * Measure(Solution, 0.0).Largest);
	FExchangeOptions Exchange;
	Exchange.MaxCycles = 1;
	double Before = Measure(Solution, Level).Stress;
	for (int Cycle = 0; Cycle < Options.Cycles; ++Cycle)
	{
		FMotionSolution Trial = Solution;
		EmphasizeWorst(Trial.Bones, Trial.Weights, Level, Options.Power, Data, *Context.Executor);
		SolveWeights(Problem, ESubsetSearch::Exchange, Trial, Context);
		FWorkBudget Budget;
		Budget.Limit = (std::numeric_limits<double>::max)(); // cycles limit it
		if (!ExchangeBones(Problem, Exchange, Trial, Budget, Context))
		{
			return false;
		}
		const double After = Measure(Trial, Level).Stress;
		if (After < Before)
		{
			Solution = std::move(Trial);
			Before = After;
		}
	}
	Data.Emphasis = {};
	SolveWeights(Problem, ESubsetSearch::Exchange, Solution, Context);
	return true;
}

bool GrowForWorst(const FMotionProblem& Problem, const FWorstOptions& Options, FMotionData& Data,
	FMotionSolution& Solution, const FBuildContext& Context)
{
	constexpr size_t ShareOfBones = 20; // one more bone per so many and step
	FRoundOptions Rounds;
	Rounds.MaxRounds = 6;
	while (Solution.Bones.BoneCount < Options.MaxBones)
	{
		const FRigError Now =
			MeasureErrors(Data, Solution.Bones, Solution.Weights, 0.0, Options.Power, *Context.Executor);
		if (Now.Largest <= Options.Target)
		{
			break;
		}
		EmphasizeWorst(Solution.Bones, Solution.Weights, Options.Target, Options.Power, Data, *Context.Executor);
		SolveWeights(Problem, ESubsetSearch::Exchange, Solution, Context);
		const size_t Room = Options.MaxBones - Solution.Bones.BoneCount;
		FWorkBudget Budget;
		AddBones(Problem, (std::min)(1 + Solution.Bones.BoneCount / ShareOfBones, Room), Solution, Budget, Context);
		if (!RunRounds(Problem, Rounds, Solution, Budget, Context))
		{
			return false;
		}
	}
	return true;
}

bool LowerWorst(const FMotionProblem& Problem, const FWorstOptions& Options, FMotionData& Data,
	FMotionSolution& Solution, const FBuildContext& Context)
{
	constexpr double FirstShare = 0.6, Down = 0.95, Up = 1.1; // of the level that errors are compared with
	Data.Emphasis = {};
	const auto Measure = [&]
	{ return MeasureErrors(Data, Solution.Bones, Solution.Weights, 0.0, Options.Power, *Context.Executor); };
	const FRigError Start = Measure();
	const double MaxSquare = Options.MaxRise * Options.MaxRise * Start.Square;
	FMotionSolution Lowest = Solution;
	FEmphasis Emphasis;
	double Largest = Start.Largest, Level = FirstShare * Start.Largest;
	FRoundOptions Rounds;
	Rounds.MaxRounds = 2; // the next emphasis is worth more than a minimum under this one
	FWorkBudget Budget;
	for (int Turn = 0; Turn < Options.Turns && Largest > Options.Target; ++Turn)
	{
		EmphasizeWorst(Solution.Bones, Solution.Weights, Level, Options.Power, Data, *Context.Executor);
		SolveWeights(Problem, ESubsetSearch::Exchange, Solution, Context);
		if (!RunRounds(Problem, Rounds, Solution, Budget, Context))
		{
			return false;
		}
		const FRigError Now = Measure();
		if (Now.Square <= MaxSquare && Now.Largest < Largest)
		{
			Largest = Now.Largest;
			Lowest = Solution;
			Emphasis = Data.Emphasis;
		}
		Level *= Now.Square <= MaxSquare ? Down : Up;
	}
	Solution = std::move(Lowest);
	Data.Emphasis = std::move(Emphasis);
	return true;
}

} // namespace Exemplar
