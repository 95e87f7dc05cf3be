// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Report/ReportPoses.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace Exemplar
{
namespace PoseChoosing
{

/** A few hundred points of a pose relative to their center, to compare poses independently of position. */
std::vector<FDouble3> Outline(const std::vector<FDouble3>& Points)
{
	std::vector<FDouble3> Out;
	FDouble3 Sum;
	const size_t Step = 1 + Points.size() / 400;
	for (size_t At = 0; At < Points.size(); At += Step)
	{
		Out.push_back(Points[At]);
		Sum = {Sum.X + Points[At].X, Sum.Y + Points[At].Y, Sum.Z + Points[At].Z};
	}
	const double Count = static_cast<double>((std::max)(Out.size(), size_t{1}));
	for (FDouble3& P : Out)
	{
		P = {P.X - Sum.X / Count, P.Y - Sum.Y / Count, P.Z - Sum.Z / Count};
	}
	return Out;
}

/** Root mean square. */
double DistanceOf(const std::vector<FDouble3>& A, const std::vector<FDouble3>& B)
{
	double Sum = 0.0;
	for (size_t I = 0; I < A.size(); ++I)
	{
		const double X = A[I].X - B[I].X, Y = A[I].Y - B[I].Y, Z = A[I].Z - B[I].Z;
		Sum += X * X + Y * Y + Z * Z;
	}
	return std::sqrt(Sum / static_cast<double>((std::max)(A.size(), size_t{1})));
}

std::vector<std::vector<FDouble3>> OutlinesOf(const FExampleSet& Examples)
{
	std::vector<std::vector<FDouble3>> Out;
	std::transform(Examples.Poses.begin(), Examples.Poses.end(), std::back_inserter(Out), Outline);
	return Out;
}

} // namespace PoseChoosing

std::vector<size_t> ChooseVariedPoses(const FExampleSet& Examples, size_t Count)
{
	using namespace PoseChoosing;
	const std::vector<std::vector<FDouble3>> Outlines = OutlinesOf(Examples);
	std::vector<size_t> Chosen;
	// The rest counts as chosen, so the first pose is the one that differs most from it.
	const std::vector<FDouble3> Rest = Outline(Examples.Rest.Positions);
	std::vector<double> Distances;
	for (const std::vector<FDouble3>& Pose : Outlines)
	{
		Distances.push_back(DistanceOf(Pose, Rest));
	}
	while (Chosen.size() < (std::min)(Count, Outlines.size()))
	{
		const size_t Next =
			static_cast<size_t>(std::max_element(Distances.begin(), Distances.end()) - Distances.begin());
		Chosen.push_back(Next);
		for (size_t Pose = 0; Pose < Outlines.size(); ++Pose)
		{
			Distances[Pose] = (std::min)(Distances[Pose], DistanceOf(Outlines[Pose], Outlines[Next]));
		}
		for (const size_t Pose : Chosen)
		{
			Distances[Pose] = -1.0;
		}
	}
	return Chosen;
}

std::vector<FChosenPose> ChooseTellingPoses(const FExampleSet& Examples, const FErrorMeasures& Error)
{
	using namespace PoseChoosing;
	const size_t Count = Error.Poses.size();
	std::vector<size_t> ByRms(Count);
	std::iota(ByRms.begin(), ByRms.end(), size_t{0});
	std::stable_sort(ByRms.begin(), ByRms.end(),
		[&Error](size_t A, size_t B) { return Error.Poses[A].VertexRms > Error.Poses[B].VertexRms; });
	const std::vector<std::vector<FDouble3>> Outlines = OutlinesOf(Examples);
	std::vector<FChosenPose> Out;
	const auto DiffersFromAll = [&](size_t Pose, double Least)
	{
		return std::all_of(Out.begin(), Out.end(),
			[&](const FChosenPose& Other)
			{ return Other.Pose != Pose && DistanceOf(Outlines[Other.Pose], Outlines[Pose]) >= Least; });
	};
	if (Count == 0)
	{
		return Out;
	}
	Out.push_back({ByRms[0],
		Count == 1                        ? "only pose"
			: Error.WorstPose == ByRms[0] ? "worst pose, both RMS and maximum"
										  : "worst pose by RMS"});
	if (Error.WorstPose < Count && DiffersFromAll(Error.WorstPose, 0.0))
	{
		Out.push_back({Error.WorstPose, "largest single distance"});
	}
	const double Spread = DistanceOf(Outlines[ByRms[0]], Outline(Examples.Rest.Positions));
	const auto Next = std::find_if(ByRms.begin(), ByRms.begin() + static_cast<std::ptrdiff_t>((Count + 1) / 2),
		[&](size_t Pose) { return DiffersFromAll(Pose, 0.3 * Spread); });
	if (Next != ByRms.begin() + static_cast<std::ptrdiff_t>((Count + 1) / 2))
	{
		Out.push_back({*Next, "worst among clearly different poses"});
	}
	if (const size_t Median = ByRms[Count / 2]; DiffersFromAll(Median, 0.0))
	{
		Out.push_back({Median, "typical (median) pose"});
	}
	return Out;
}

std::vector<size_t> ChooseFilm(size_t PoseCount, size_t Count, std::span<const FChosenPose> Needed)
{
	std::vector<size_t> Out;
	for (const FChosenPose& Pose : Needed.first((std::min)(Needed.size(), Count)))
	{
		Out.push_back(Pose.Pose);
	}
	// Reduce the even steps until the needed poses fit in between.
	for (size_t Steps = (std::min)(PoseCount, Count); Steps > 0; --Steps)
	{
		std::vector<size_t> Tried = Out;
		for (size_t I = 0; I < Steps; ++I)
		{
			Tried.push_back(Steps == 1 ? 0 : I * (PoseCount - 1) / (Steps - 1));
		}
		std::sort(Tried.begin(), Tried.end());
		Tried.erase(std::unique(Tried.begin(), Tried.end()), Tried.end());
		if (Tried.size() <= Count)
		{
			return Tried;
		}
	}
	std::sort(Out.begin(), Out.end());
	return Out;
}

std::vector<size_t> ChooseCorrectedPoses(const FErrorMeasures& Before, const FErrorMeasures& After, size_t Most)
{
	std::vector<size_t> Out;
	const auto Gain = [&](size_t Pose) { return Before.Poses[Pose].VertexRms - After.Poses[Pose].VertexRms; };
	for (size_t Pose = 0; Pose < (std::min)(Before.Poses.size(), After.Poses.size()); ++Pose)
	{
		if (Gain(Pose) > 0.0)
		{
			Out.push_back(Pose);
		}
	}
	std::stable_sort(Out.begin(), Out.end(), [&](size_t A, size_t B) { return Gain(A) > Gain(B); });
	Out.resize((std::min)(Out.size(), Most));
	return Out;
}

} // namespace Exemplar
