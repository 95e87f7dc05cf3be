// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "AnimationSpace/BlendSimplification.h"

#include "Fit/DenseGram.h"
#include "Fit/SimplexFit.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{

namespace BlendSimplificationDetail
{

/** (v, 1)' P_jk (v, 1). */
double Product(const FPoseMetric& Metric, uint16_t J, uint16_t K, const FDouble3& Rest)
{
	const double V[4] = {Rest.X, Rest.Y, Rest.Z, 1.0};
	const double* P = Metric.Block(J, K);
	double Sum = 0.0;
	for (int Row = 0; Row < 4; ++Row)
	{
		for (int Column = 0; Column < 4; ++Column)
		{
			Sum += V[Row] * P[4 * Row + Column] * V[Column];
		}
	}
	return Sum;
}

/** The Gram matrix of the candidates' displacements from where the row puts the vertex. */
FDenseGram MakeGram(const FDouble3& Rest, std::span<const uint16_t> Bones, std::span<const double> Weights,
	std::span<const uint16_t> Candidates, const FPoseMetric& Metric)
{
	std::vector<double> ToRow(Candidates.size(), 0.0); // <a_j, b>, b where the row puts the vertex
	double Own = 0.0;                                  // <b, b>
	for (size_t Index = 0; Index < Bones.size(); ++Index)
	{
		for (size_t Other = 0; Other < Bones.size(); ++Other)
		{
			Own += Weights[Index] * Weights[Other] * Product(Metric, Bones[Index], Bones[Other], Rest);
		}
		for (size_t Candidate = 0; Candidate < Candidates.size(); ++Candidate)
		{
			ToRow[Candidate] += Weights[Index] * Product(Metric, Candidates[Candidate], Bones[Index], Rest);
		}
	}
	std::vector<double> Entries(Candidates.size() * Candidates.size());
	for (size_t J = 0; J < Candidates.size(); ++J)
	{
		for (size_t K = 0; K < Candidates.size(); ++K)
		{
			const double Both = 0.5 *
				(Product(Metric, Candidates[J], Candidates[K], Rest) +
					Product(Metric, Candidates[K], Candidates[J], Rest));
			Entries[J * Candidates.size() + K] = Both - ToRow[J] - ToRow[K] + Own;
		}
	}
	return {std::move(Entries), Candidates.size()};
}

FBlendRow Solve(FDenseGram& Gram, std::span<const uint16_t> Candidates, size_t Cap)
{
	TSimplexFit<FDenseGram> Fit(Gram, static_cast<int>(Cap));
	FSupport Support;
	FBlendRow Out;
	Out.Error = std::sqrt(Fit.Solve(Support, ESubsetSearch::Thorough));
	std::vector<std::pair<uint16_t, double>> Row;
	for (size_t Index = 0; Index < static_cast<size_t>(Support.Size); ++Index)
	{
		Row.emplace_back(Candidates[static_cast<size_t>(Support.Bones[Index])], Support.Weights[Index]);
	}
	std::sort(Row.begin(), Row.end());
	for (const auto& [Bone, Weight] : Row)
	{
		Out.Bones.push_back(Bone);
		Out.Weights.push_back(Weight);
	}
	return Out;
}

FBlendRow SimplifyRow(const FDouble3& Rest, std::span<const uint16_t> Bones, std::span<const double> Weights,
	const FPoseMetric& Metric, const FInfluenceSimplificationOptions& Options)
{
	const size_t Cap = Options.MaxInfluences > 0 ? (std::min)(Options.MaxInfluences, Bones.size()) : Bones.size();
	FBlendRow Out{{Bones.begin(), Bones.end()}, {Weights.begin(), Weights.end()}, 0.0};
	if (Bones.size() < 2 || (Cap == Bones.size() && !(Options.Budget > 0.0)))
	{
		return Out;
	}
	FDenseGram Gram = MakeGram(Rest, Bones, Weights, Bones, Metric);
	for (size_t Fewer = 1; Options.Budget > 0.0 && Fewer < Cap; ++Fewer)
	{
		FBlendRow Row = Solve(Gram, Bones, Fewer);
		if (Row.Error <= Options.Budget)
		{
			return Row;
		}
	}
	return Cap < Bones.size() ? Solve(Gram, Bones, Cap) : Out;
}

} // namespace BlendSimplificationDetail

FBlendRow FitBlendRow(const FDouble3& Rest, std::span<const uint16_t> Bones, std::span<const double> Weights,
	std::span<const uint16_t> Candidates, size_t Cap, const FPoseMetric& Metric)
{
	using namespace BlendSimplificationDetail;
	FDenseGram Gram = MakeGram(Rest, Bones, Weights, Candidates, Metric);
	return Solve(Gram, Candidates, (std::max)(Cap, size_t{1}));
}

TResult<FSimplifiedBlend> SimplifyBlend(std::span<const FDouble3> Rest, const FRigWeights& Weights,
	const FPoseMetric& Metric, const FInfluenceSimplificationOptions& Options, const FBuildContext& Context)
{
	using namespace BlendSimplificationDetail;
	const size_t Count = Weights.PointCount();
	for (size_t Point = 0; Point < Count; ++Point)
	{
		if (Weights.Offsets[Point + 1] - Weights.Offsets[Point] > static_cast<uint32_t>(MaxInfluences))
		{
			return FError{EErrorCode::Unsupported,
				"Point " + std::to_string(Point) + " has more than 64 influences. Reduce them before."};
		}
	}
	std::vector<FBlendRow> Rows(Count);
	constexpr size_t PointsPerTask = 64, PointsPerReport = 8192;
	for (size_t First = 0; First < Count; First += PointsPerReport)
	{
		if (!Context.Progress.Report(static_cast<double>(First) / static_cast<double>(Count)))
		{
			return Context.Progress.CanceledError();
		}
		ParallelFor(*Context.Executor, (std::min)(PointsPerReport, Count - First), PointsPerTask,
			[&](size_t Begin, size_t End)
			{
				for (size_t Point = First + Begin; Point < First + End; ++Point)
				{
					const uint32_t Begins = Weights.Offsets[Point], Size = Weights.Offsets[Point + 1] - Begins;
					Rows[Point] = SimplifyRow(Rest[Point], std::span(Weights.Bones).subspan(Begins, Size),
						std::span(Weights.Weights).subspan(Begins, Size), Metric, Options);
				}
			});
	}
	FSimplifiedBlend Out;
	for (const FBlendRow& Row : Rows)
	{
		Out.Weights.Bones.insert(Out.Weights.Bones.end(), Row.Bones.begin(), Row.Bones.end());
		Out.Weights.Weights.insert(Out.Weights.Weights.end(), Row.Weights.begin(), Row.Weights.end());
		Out.Weights.Offsets.push_back(static_cast<uint32_t>(Out.Weights.Bones.size()));
		Out.MeanError += Row.Error * Row.Error / static_cast<double>((std::max)(Count, size_t{1}));
		Out.LargestError = (std::max)(Out.LargestError, Row.Error);
	}
	Out.MeanError = std::sqrt(Out.MeanError);
	return Out;
}

} // namespace Exemplar
