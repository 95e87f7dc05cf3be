// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Correctives/LearnedOptions.h"
#include "Geometry/EigenMap.h"
#include "Geometry/Measures.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace Exemplar
{

namespace LearnedOptionsDetail
{

using Eigen::Index;
using Eigen::MatrixXd;

/**
 * Options replace those before them only if they predict better by more than chance: validation has few groups, and the
 * defaults are known to work on other characters.
 */
constexpr double MinimumGain = 0.94; // of a product of two errors

/** The examples of each group, ascending. */
std::vector<std::vector<Index>> ListGroups(std::span<const uint32_t> Groups)
{
	std::vector<std::vector<Index>> Out;
	for (size_t Pose = 0; Pose < Groups.size(); ++Pose)
	{
		Out.resize((std::max)(Out.size(), size_t(Groups[Pose]) + 1));
		Out[Groups[Pose]].push_back(Index(Pose));
	}
	std::erase_if(Out, [](const std::vector<Index>& Group) { return Group.empty(); });
	return Out;
}

/** The options that are tried, and the relevance of every spread among them. */
class FSearch
{
public:
	FSearch(const FLearnedExamples& InExamples, const FTriangleMesh& InRest, const FRigWeights& InWeights,
		std::span<const uint32_t> InGroups, size_t InStride, const FBuildContext& InContext)
		: Examples(InExamples)
		, Rest(InRest)
		, Weights(InWeights)
		, Groups(InGroups)
		, Stride(InStride)
		, Context(InContext)
		, Diagonal(BoxDiagonal(InRest.Positions))
		, Halves(GroupPoses(InExamples.Poses, 2))
	{
	}

	void Try(const FLearnedOptions& Options)
	{
		if (std::find(Tried.begin(), Tried.end(), Options) != Tried.end())
		{
			return;
		}
		Tried.push_back(Options);
		auto Found = OfSpread.find(Options.Spread);
		if (Found == OfSpread.end())
		{
			Found =
				OfSpread
					.emplace(Options.Spread, FindRelevance(Rest, Weights, Examples.Parents, Options.Spread * Diagonal))
					.first;
		}
		FLearnedTrial Trial = ValidateLearnedOptions(Examples, Found->second, Options, Groups, Stride, Context);
		// Small groups ask for poses between examples, halves for poses beyond them; both come up in a game.
		const double Score =
			Trial.Rms * ValidateLearnedOptions(Examples, Found->second, Options, Halves, 2 * Stride, Context).Rms;
		if (Score < MinimumGain * BestScore)
		{
			BestScore = Score;
			Best = std::move(Trial);
		}
	}

	FLearnedTrial Best;

private:
	const FLearnedExamples& Examples;
	const FTriangleMesh& Rest;
	const FRigWeights& Weights;
	std::span<const uint32_t> Groups;
	size_t Stride;
	const FBuildContext& Context;
	double Diagonal;
	std::vector<uint32_t> Halves;
	double BestScore = (std::numeric_limits<double>::max)();
	std::map<double, FRelevance> OfSpread;
	std::vector<FLearnedOptions> Tried;
};

} // namespace LearnedOptionsDetail

FLearnedTrial ValidateLearnedOptions(const FLearnedExamples& Examples, const FRelevance& Relevance,
	const FLearnedOptions& Options, std::span<const uint32_t> Groups, size_t Stride, const FBuildContext& Context)
{
	using namespace LearnedOptionsDetail;
	const FTermRows Rows = MakeTermRows(Relevance, Examples.Parents, Examples.Poses.ScalarCount, Options);
	const FTermKernels Kernels(Rows.Terms, Examples.Poses, Examples.Poses, Options.Width);
	const std::vector<std::vector<Index>> Lists = ListGroups(Groups);
	const size_t PointCount = Relevance.PointCount(), Count = (PointCount + Stride - 1) / Stride;
	const Index PoseCount = Index(Examples.Poses.PoseCount()), Counted = Index(Examples.CountedCount());
	MatrixXd Squares = MatrixXd::Zero(Counted, Index(Count)); // pose by sampled point
	ParallelFor(*Context.Executor, Count, 32,
		[&](size_t Begin, size_t End)
		{
			MatrixXd Kernel, Inverse, Offsets(PoseCount, 3), Solved, Block, Errors;
			Eigen::LLT<MatrixXd> Solver(PoseCount);
			for (size_t Sampled = Begin; Sampled < End; ++Sampled)
			{
				const size_t Point = Sampled * Stride;
				for (Index Pose = 0; Pose < PoseCount; ++Pose)
				{
					Offsets.row(Pose) = AsVector(Examples.Offsets[size_t(Pose) * PointCount + Point]).transpose();
				}
				Kernels.Sum(Rows, Point, Kernel);
				Kernel.diagonal().array() += Options.Ridge;
				Solver.compute(Kernel);
				Inverse.setIdentity(PoseCount, PoseCount);
				Solver.solveInPlace(Inverse);
				Solved.noalias() = Inverse * Offsets;
				for (const std::vector<Index>& Group : Lists)
				{
					Block = Inverse(Group, Group);
					Errors = Solved(Group, Eigen::all);
					Block.llt().solveInPlace(Errors);
					for (size_t Row = 0; Row < Group.size() && Group[Row] < Counted; ++Row)
					{
						FDouble3 Error = ToDouble3(Errors.row(Index(Row)).transpose());
						if (!Examples.Operators.empty())
						{
							Error = TransformVector(Examples.Operators[size_t(Group[Row])].GetMaps()[Point], Error);
						}
						Squares(Group[Row], Index(Sampled)) = AsVector(Error).squaredNorm();
					}
				}
			}
		});
	FLearnedTrial Out{Options, std::sqrt(Squares.sum() / double((std::max)(Index(1), Squares.size()))), {}, {}};
	for (Index Pose = 0; Pose < Counted; ++Pose)
	{
		Out.RmsOfPoses.push_back(std::sqrt(Squares.row(Pose).mean()));
	}
	for (Index Point = 0; Point < Squares.cols(); ++Point)
	{
		Out.RmsOfPoints.push_back(std::sqrt(Squares.col(Point).mean()));
	}
	return Out;
}

TResult<FLearnedTrial> ChooseLearnedOptions(const FLearnedExamples& Examples, const FTriangleMesh& Rest,
	const FRigWeights& Weights, std::span<const uint32_t> Groups, size_t Stride, const FBuildContext& Context)
{
	using namespace LearnedOptionsDetail;
	if (ListGroups(Groups).size() < 2)
	{
		return FError{EErrorCode::Degenerate,
			"Correctives are validated on groups of examples that are left out, and there is only one group. Give "
			"examples from at least two clips or regions of poses."};
	}
	FSearch Search(Examples, Rest, Weights, Groups, Stride, Context);
	Search.Try(FLearnedOptions{});
	struct FLadder
	{
		double FLearnedOptions::*Option;
		std::vector<double> Values;
	};
	const FLadder Spreads{&FLearnedOptions::Spread, {0.02, 0.03, 0.04, 0.05, 0.06, 0.08}};
	const FLadder Ridges{&FLearnedOptions::Ridge, {1e-5, 1e-4, 3e-4, 1e-3, 3e-3, 1e-2, 3e-2}};
	const FLadder Widths{&FLearnedOptions::Width, {1.5, 2.0, 3.0, 4.0, 6.0}};
	const FLadder Pairs{&FLearnedOptions::PairWeight, {0.0, 0.1, 0.3, 1.0}};
	const FLadder* Order[] = {&Spreads, &Ridges, &Widths, &Pairs, &Spreads, &Ridges, &Widths};
	size_t Done = 0;
	for (const FLadder* Ladder : Order)
	{
		const FLearnedOptions From = Search.Best.Options;
		for (const double Value : Ladder->Values)
		{
			FLearnedOptions Options = From;
			Options.*(Ladder->Option) = Value;
			Search.Try(Options);
		}
		if (!Context.Progress.Report(double(++Done) / double(std::size(Order))))
		{
			return Context.Progress.CanceledError();
		}
	}
	return std::move(Search.Best);
}

} // namespace Exemplar
