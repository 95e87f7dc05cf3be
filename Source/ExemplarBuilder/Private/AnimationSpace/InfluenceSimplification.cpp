// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "AnimationSpace/InfluenceSimplification.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace Exemplar
{

namespace InfluenceSimplificationDetail
{

FStatus CheckPoints(std::span<const FAnimationVector> Points, size_t BoneCount)
{
	for (size_t Point = 0; Point < Points.size(); ++Point)
	{
		const std::vector<uint16_t>& Bones = Points[Point].Bones;
		if (Bones.size() > 64 || Bones.size() != Points[Point].Blocks.size() ||
			(!Bones.empty() && Bones.back() >= BoneCount))
		{
			return FError{EErrorCode::InvalidArgument,
				"Point " + std::to_string(Point) + " has " + std::to_string(Bones.size()) +
					" influences; give each point at most 64, of the " + std::to_string(BoneCount) +
					" bones of the metric."};
		}
	}
	return FOk{};
}

} // namespace InfluenceSimplificationDetail

TResult<FSimplifiedInfluences> SimplifyInfluences(std::span<const FAnimationVector> Points, const FPoseMetric& Metric,
	const FInfluenceSimplificationOptions& Options, const FBuildContext& Context)
{
	if (FStatus Status = InfluenceSimplificationDetail::CheckPoints(Points, Metric.BoneCount); !Status)
	{
		return Status.GetError();
	}
	// Points with the same bones are adjacent; a chunk never splits them, so that no set is solved twice.
	std::vector<uint32_t> Order(Points.size());
	for (uint32_t Index = 0; Index < Order.size(); ++Index)
	{
		Order[Index] = Index;
	}
	std::stable_sort(
		Order.begin(), Order.end(), [&](uint32_t A, uint32_t B) { return Points[A].Bones < Points[B].Bones; });
	std::vector<size_t> Sets;
	for (size_t Index = 0; Index < Order.size(); ++Index)
	{
		if (Index == 0 || Points[Order[Index]].Bones != Points[Order[Index - 1]].Bones)
		{
			Sets.push_back(Index);
		}
	}
	Sets.push_back(Order.size());
	FSimplifiedInfluences Out;
	Out.Points.resize(Points.size());
	std::vector<double> Errors(Points.size(), 0.0);
	const auto Simplify = [&](FInfluenceRemover& Remover, uint32_t Index)
	{
		const FAnimationVector& Point = Points[Index];
		FAnimationVector& Fewer = Out.Points[Index];
		Fewer =
			Options.MaxInfluences > 0 ? Remover.RemoveToCap(Point, Options.MaxInfluences, Options.ExactLimit) : Point;
		if (Options.Budget > 0.0)
		{
			FAnimationVector Within = Remover.RemoveToBudget(Point, Options.Budget, Options.ExactLimit);
			Fewer = Within.Bones.size() < Fewer.Bones.size() ? std::move(Within) : Fewer;
		}
		if (Fewer.Bones.size() < Point.Bones.size())
		{
			Errors[Index] = MeanLength(Metric, AddScaled(Fewer, Point, -1.0));
		}
	};
	constexpr size_t SetsAChunk = 16, SetsAStep = 256;
	const size_t SetCount = Sets.size() - 1;
	for (size_t First = 0; First < SetCount; First += SetsAStep)
	{
		if (!Context.Progress.Report(static_cast<double>(First) / static_cast<double>(SetCount)))
		{
			return Context.Progress.CanceledError();
		}
		ParallelFor(*Context.Executor, (std::min)(SetsAStep, SetCount - First), SetsAChunk,
			[&](size_t Begin, size_t End)
			{
				FInfluenceRemover Remover(Metric);
				for (size_t Index = Sets[First + Begin]; Index < Sets[First + End]; ++Index)
				{
					Simplify(Remover, Order[Index]);
				}
			});
	}
	for (size_t Point = 0; Point < Points.size(); ++Point)
	{
		Out.MeanError += Errors[Point] * Errors[Point] / static_cast<double>(Points.size());
		Out.LargestError = std::fmax(Out.LargestError, Errors[Point]);
		Out.InfluencesBefore += Points[Point].Bones.size();
		Out.InfluencesAfter += Out.Points[Point].Bones.size();
	}
	Out.MeanError = std::sqrt(Out.MeanError);
	return Out;
}

} // namespace Exemplar
