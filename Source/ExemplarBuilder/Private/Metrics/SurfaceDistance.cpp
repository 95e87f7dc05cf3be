// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Metrics/SurfaceDistance.h"

#include "Geometry/Measures.h"
#include "Geometry/SurfaceTree.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace Exemplar
{
namespace SurfaceDistanceDetail
{

/** Squared distances of places on From from To, place by place in each pose. */
std::vector<std::vector<double>> MeasureOneWay(
	const FSurfacePoses& From, const FSurfacePoses& To, size_t Count, uint64_t Seed, IExecutor& Executor)
{
	std::vector<std::vector<double>> Out(From.Poses.size());
	const std::vector<FSurfaceCoordinate> Places = SampleSurface(From, Count, Seed);
	const FSurfaceTree Branches(To.Poses[0], To.Triangles);
	ParallelFor(Executor, Out.size(), 1,
		[&](size_t Begin, size_t End)
		{
			FSurfaceTree Tree = Branches;
			for (size_t Pose = Begin; Pose < End; ++Pose)
			{
				Tree.Refit(To.Poses[Pose]);
				for (const FSurfaceCoordinate& Place : Places)
				{
					FSurfaceCoordinate Found;
					Out[Pose].push_back(Tree.Find(PointAt(From.Poses[Pose], From.Triangles, Place), Found));
				}
			}
		});
	return Out;
}

/** The mean square over all; Out gets the largest. */
double Summarize(const std::vector<std::vector<double>>& Squares, FSurfaceDistance& Out)
{
	double Sum = 0.0;
	for (size_t Place = 0; Place < Squares[0].size(); ++Place)
	{
		double OfPlace = 0.0;
		for (const std::vector<double>& Pose : Squares)
		{
			OfPlace += Pose[Place];
			Out.Max = (std::max)(Out.Max, std::sqrt(Pose[Place]));
		}
		Sum += OfPlace;
		Out.Worst = (std::max)(Out.Worst, std::sqrt(OfPlace / static_cast<double>(Squares.size())));
	}
	return Sum / static_cast<double>((std::max)(size_t{1}, Squares.size() * Squares[0].size()));
}

} // namespace SurfaceDistanceDetail

std::vector<FSurfaceCoordinate> SampleSurface(const FSurfacePoses& Surface, size_t Count, uint64_t Seed)
{
	std::vector<double> Areas(Surface.Triangles.size(), 0.0);
	for (const std::vector<FDouble3>& Positions : Surface.Poses)
	{
		const std::vector<double> OfPose = TriangleAreas(Positions, Surface.Triangles);
		std::transform(Areas.begin(), Areas.end(), OfPose.begin(), Areas.begin(), std::plus<>());
	}
	double Total = 0.0;
	for (const double Area : Areas)
	{
		Total += Area;
	}
	std::vector<FSurfaceCoordinate> Out;
	if (!(Total > 0.0) || !std::isfinite(Total))
	{
		return Out;
	}
	std::mt19937_64 Engine(Seed);
	const auto Unit = [&Engine] { return static_cast<double>(Engine() >> 11) * 0x1p-53; };
	size_t Triangle = 0;
	double Before = 0.0;
	for (size_t Index = 0; Index < Count; ++Index)
	{
		const double At = Total * (static_cast<double>(Index) + Unit()) / static_cast<double>(Count);
		while (Triangle + 1 < Areas.size() && (Before + Areas[Triangle] <= At || !(Areas[Triangle] > 0.0)))
		{
			Before += Areas[Triangle++];
		}
		// Uniform in a triangle (Turk 1990).
		const double Root = std::sqrt(Unit()), Along = Unit();
		Out.push_back({static_cast<int32_t>(Triangle), {1.0 - Root, Root * (1.0 - Along), Root * Along}});
	}
	return Out;
}

FSurfaceDistance MeasureSurfaceDistance(
	const FSurfacePoses& First, const FSurfacePoses& Second, size_t Count, uint64_t Seed, IExecutor& Executor)
{
	using namespace SurfaceDistanceDetail;
	FSurfaceDistance Out;
	const double There = Summarize(MeasureOneWay(First, Second, Count, Seed, Executor), Out);
	const double Back = Summarize(MeasureOneWay(Second, First, Count, Seed + 1, Executor), Out);
	Out.There = std::sqrt(There);
	Out.Back = std::sqrt(Back);
	Out.Rms = std::sqrt(0.5 * (There + Back));
	return Out;
}

} // namespace Exemplar
