// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Correctives/LearnedOptions.h"
#include "Geometry/EigenMap.h"
#include "Geometry/Measures.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

namespace Exemplar
{

namespace LearnedOptionsDetail
{

using Eigen::Index;
using Eigen::MatrixXd;

/** Of a product of two errors. The defaults are known to work on other characters. */
constexpr double MinimumGain = 0.94;

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

/** The geometric mean of what poses are missed by; a pose that is exact counts as one that nobody sees. */
double GeometricMean(const Eigen::VectorXd& Errors, double Floor)
{
	return std::exp(Errors.array().max(Floor).log().mean());
}

/** Squared errors of all examples that count, [pose x sampled point], while their groups are left out. */
class FLeftOut
{
public:
	FLeftOut(const FLearnedExamples& InExamples, std::span<const uint32_t> Groups, size_t SampleCount)
		: Squares(MatrixXd::Zero(Index(InExamples.CountedCount()), Index(SampleCount)))
		, Examples(InExamples)
		, Lists(ListGroups(Groups))
	{
	}

	/** Inverse is that of the kernel with its ridge, Solved is it times the offsets. */
	void Count(size_t Point, size_t Sampled, const MatrixXd& Inverse, const MatrixXd& Solved)
	{
		MatrixXd Block, Errors;
		for (const std::vector<Index>& Group : Lists)
		{
			Block = Inverse(Group, Group);
			Errors = Solved(Group, Eigen::all);
			Block.llt().solveInPlace(Errors);
			for (size_t Row = 0; Row < Group.size() && Group[Row] < Squares.rows(); ++Row)
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
	Eigen::VectorXd OfPoses() const { return Squares.rowwise().mean().cwiseSqrt(); }

	MatrixXd Squares;

private:
	const FLearnedExamples& Examples;
	std::vector<std::vector<Index>> Lists;
};

/** The options that are tried, and the relevance of every spread among them. */
class FSearch
{
public:
	FSearch(const FLearnedExamples& InExamples, const FTriangleMesh& InRest, const FRigWeights& InWeights,
		std::span<const uint32_t> InGroups, size_t InStride, const FBuildContext& InContext)
		: Examples(InExamples)
		, Rest(InRest)
		, Weights(InWeights)
		, Groupings(MakeGroupings(InExamples, InGroups))
		, Stride(InStride)
		, Context(InContext)
		, Diagonal(BoxDiagonal(InRest.Positions))
	{
		Best.Score = (std::numeric_limits<double>::max)();
	}

	/** Takes options that predict better by more than chance, or by anything. */
	void Try(const FLearnedOptions& Options, bool bAnyGain = false)
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
		FLearnedTrial Trial = ValidateLearnedOptions(Examples, Found->second, Options, Groupings, Stride, Context);
		if (bAnyGain ? Trial.Score < Best.Score : IsBetterScore(Trial.Score, Best.Score))
		{
			Best = std::move(Trial);
		}
	}
	/** Tries all values of one option, the others as in the best. */
	void Climb(double FLearnedOptions::*Option, std::span<const double> Values, bool bAnyGain = false)
	{
		const FLearnedOptions From = Best.Options;
		for (const double Value : Values)
		{
			FLearnedOptions Options = From;
			Options.*Option = Value;
			Try(Options, bAnyGain);
		}
	}

	FLearnedTrial Best;

private:
	const FLearnedExamples& Examples;
	const FTriangleMesh& Rest;
	const FRigWeights& Weights;
	FGroupings Groupings;
	size_t Stride;
	const FBuildContext& Context;
	double Diagonal;
	std::map<double, FRelevance> OfSpread;
	std::vector<FLearnedOptions> Tried;
};

constexpr double Spreads[] = {0.02, 0.03, 0.04, 0.05, 0.06, 0.08};
constexpr double Ridges[] = {1e-5, 1e-4, 3e-4, 1e-3, 3e-3, 1e-2, 3e-2};
constexpr double Widths[] = {1.5, 2.0, 3.0, 4.0, 6.0};
constexpr double Pairs[] = {0.0, 0.1, 0.3, 1.0};
constexpr double Shares[] = {0.999, 0.99, 0.98, 0.95, 0.9, 0.8, 0.6};

} // namespace LearnedOptionsDetail

bool IsBetterScore(double Score, double Before)
{
	return Score < LearnedOptionsDetail::MinimumGain * Before;
}

FGroupings MakeGroupings(const FLearnedExamples& Examples, std::span<const uint32_t> Groups)
{
	const size_t Count = Examples.CountedCount(), ImageCount = Examples.Poses.PoseCount() - Count;
	std::vector<uint32_t> Counted(Count);
	std::iota(Counted.begin(), Counted.end(), 0u);
	FGroupings Out{{Groups.begin(), Groups.end()}, GroupPoses(GatherPoses(Examples.Poses, Counted), 2)};
	for (std::vector<uint32_t>* Grouping : {&Out.Groups, &Out.Halves})
	{
		Grouping->resize(Count + ImageCount);
		std::copy_n(Grouping->begin(), ImageCount, Grouping->begin() + std::ptrdiff_t(Count));
	}
	return Out;
}

FLearnedTrial ValidateLearnedOptions(const FLearnedExamples& Examples, const FRelevance& Relevance,
	const FLearnedOptions& Options, const FGroupings& Groupings, size_t Stride, const FBuildContext& Context)
{
	using namespace LearnedOptionsDetail;
	const FTermRows Rows = MakeTermRows(Relevance, Examples.Parents, Examples.Poses.ScalarCount, Options);
	const FTermKernels Kernels(Rows.Terms, Examples.Poses, Examples.Poses, Options.Width);
	const size_t PointCount = Relevance.PointCount(), Count = (PointCount + Stride - 1) / Stride;
	const Index PoseCount = Index(Examples.Poses.PoseCount());
	FLeftOut Parts[] = {{Examples, Groupings.Groups, Count}, {Examples, Groupings.Halves, Count}};
	ParallelFor(*Context.Executor, Count, 32,
		[&](size_t Begin, size_t End)
		{
			MatrixXd Kernel, Inverse, Offsets(PoseCount, 3), Solved;
			Eigen::LLT<MatrixXd> Solver(PoseCount);
			for (size_t Sampled = Begin; Sampled < End; ++Sampled)
			{
				const size_t Point = Sampled * Stride;
				for (Index Pose = 0; Pose < PoseCount; ++Pose)
				{
					Offsets.row(Pose) = AsVector(Examples.Offsets[size_t(Pose) * PointCount + Point]).transpose();
				}
				if (Offsets.isZero(0.0))
				{
					continue; // predicted exactly, whatever is left out
				}
				Kernels.Sum(Rows, Point, Kernel);
				CorrelateImages(Kernel, Examples.OriginalCount, Options.MirrorShare);
				Kernel.diagonal().array() += Options.Ridge;
				Solver.compute(Kernel);
				Inverse.setIdentity(PoseCount, PoseCount);
				Solver.solveInPlace(Inverse);
				Solved.noalias() = Inverse * Offsets;
				for (FLeftOut& Part : Parts)
				{
					Part.Count(Point, Sampled, Inverse, Solved);
				}
			}
		});
	const MatrixXd& Squares = Parts[0].Squares;
	FLearnedTrial Out{Options, std::sqrt(Squares.sum() / double((std::max)(Index(1), Squares.size()))), {}, {}, 1.0};
	double Largest = 0.0;
	for (const FDouble3& Offset : Examples.Offsets)
	{
		Largest = (std::max)(Largest, AsVector(Offset).norm());
	}
	for (const FLeftOut& Part : Parts)
	{
		Out.Score *= GeometricMean(Part.OfPoses(), (std::max)(1e-6 * Largest, 1e-300));
	}
	const Eigen::VectorXd OfPoses = Parts[0].OfPoses();
	Out.RmsOfPoses.assign(OfPoses.data(), OfPoses.data() + OfPoses.size());
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
		std::span<const double> Values;
	};
	const FLadder OfSpread{&FLearnedOptions::Spread, Spreads}, OfRidge{&FLearnedOptions::Ridge, Ridges},
		OfWidth{&FLearnedOptions::Width, Widths}, OfPairs{&FLearnedOptions::PairWeight, Pairs};
	const FLadder Order[] = {OfSpread, OfRidge, OfWidth, OfPairs, OfSpread, OfRidge, OfWidth};
	size_t Done = 0;
	for (const FLadder& Ladder : Order)
	{
		Search.Climb(Ladder.Option, Ladder.Values);
		if (!Context.Progress.Report(double(++Done) / double(std::size(Order))))
		{
			return Context.Progress.CanceledError();
		}
	}
	return std::move(Search.Best);
}

FLearnedTrial ChooseMirrorShare(const FLearnedExamples& Examples, const FTriangleMesh& Rest, const FRigWeights& Weights,
	const FLearnedOptions& Options, bool bGiven, std::span<const uint32_t> Groups, size_t Stride,
	const FBuildContext& Context)
{
	using namespace LearnedOptionsDetail;
	FSearch Search(Examples, Rest, Weights, Groups, Stride, Context);
	Search.Try(Options);
	Search.Climb(&FLearnedOptions::MirrorShare, Shares, true);
	if (bGiven)
	{
		return std::move(Search.Best);
	}
	Search.Climb(&FLearnedOptions::Ridge, Ridges);
	Search.Climb(&FLearnedOptions::Width, Widths);
	Search.Climb(&FLearnedOptions::Spread, Spreads);
	return std::move(Search.Best);
}

} // namespace Exemplar
