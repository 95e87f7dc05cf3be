// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Atlas/MakeAtlas.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace Exemplar
{
namespace JoinChartsDetail
{

constexpr double GoodFill = 0.7;

using FPair = std::pair<size_t, size_t>;

/** Neighbors and the length of their common border, over the shorter of their perimeters. */
std::vector<std::pair<double, FPair>> FindNeighbors(const FPosedFaces& Faces, const std::vector<FFlattened>& Charts)
{
	std::vector<size_t> ChartOf(Faces.Triangles.size(), Charts.size());
	for (size_t Chart = 0; Chart < Charts.size(); ++Chart)
	{
		for (const int32_t Face : Charts[Chart].Chart.Faces)
		{
			ChartOf[static_cast<size_t>(Face)] = Chart;
		}
	}
	std::vector<double> Perimeters(Charts.size() + 1, 0.0);
	std::map<FPair, double> Shared;
	for (size_t Edge = 0; Edge < Faces.Adjacency.Edges.size(); ++Edge)
	{
		const std::span<const int32_t> Sides = Faces.Adjacency.EdgeTriangles[Edge];
		const FMeshEdge& E = Faces.Adjacency.Edges[Edge];
		const FDouble3 &A = Faces.Shapes[0][static_cast<size_t>(E.A)], &B = Faces.Shapes[0][static_cast<size_t>(E.B)];
		const double Length = std::hypot(A.X - B.X, A.Y - B.Y, A.Z - B.Z);
		const size_t First = ChartOf[static_cast<size_t>(Sides[0])];
		const size_t Second = Sides.size() == 2 ? ChartOf[static_cast<size_t>(Sides[1])] : Charts.size();
		if (First != Second)
		{
			Perimeters[First] += Length;
			Perimeters[Second] += Length;
			if (First < Charts.size() && Second < Charts.size())
			{
				Shared[{(std::min)(First, Second), (std::max)(First, Second)}] += Length;
			}
		}
	}
	std::vector<std::pair<double, FPair>> Out;
	for (const auto& [Pair, Length] : Shared)
	{
		const double Shorter = (std::min)(Perimeters[Pair.first], Perimeters[Pair.second]);
		Out.push_back({Shorter > 0.0 ? Length / Shorter : 1.0, Pair});
	}
	std::stable_sort(Out.begin(), Out.end(), [](const auto& A, const auto& B) { return A.first > B.first; });
	return Out;
}

} // namespace JoinChartsDetail

FStatus JoinCharts(const FAtlasInput& Input, const FPosedFaces& Faces, double MaxStretch,
	std::vector<FFlattened>& Charts, const FBuildContext& Context)
{
	using namespace JoinChartsDetail;
	const double MaxLength = FindMaxLength(Input);
	std::set<FPair> Refused; // by the names of charts, which are never used twice
	std::vector<size_t> Names(Charts.size());
	for (size_t Chart = 0; Chart < Names.size(); ++Chart)
	{
		Names[Chart] = Chart;
	}
	size_t NextName = Names.size();
	constexpr int MaxRounds = 64;
	for (int Round = 0; Round < MaxRounds; ++Round)
	{
		if (!Context.Progress.Report(static_cast<double>(Round) / MaxRounds))
		{
			return Context.Progress.CanceledError();
		}
		// Pairs that have no chart in common can be tried at the same time.
		std::vector<bool> bTaken(Charts.size(), false);
		std::vector<FPair> Pairs;
		for (const auto& [Share, Pair] : FindNeighbors(Faces, Charts))
		{
			const FPair Named{Names[Pair.first], Names[Pair.second]};
			if (Share >= 0.1 && !bTaken[Pair.first] && !bTaken[Pair.second] && !Refused.contains(Named))
			{
				bTaken[Pair.first] = bTaken[Pair.second] = true;
				Pairs.push_back(Pair);
			}
		}
		if (Pairs.empty())
		{
			break;
		}
		std::vector<FFlattened> Tried(Pairs.size());
		ParallelFor(*Context.Executor, Pairs.size(), 1,
			[&](size_t Begin, size_t End)
			{
				for (size_t Index = Begin; Index < End; ++Index)
				{
					std::vector<int32_t> Both = Charts[Pairs[Index].first].Chart.Faces;
					const std::vector<int32_t>& More = Charts[Pairs[Index].second].Chart.Faces;
					Both.insert(Both.end(), More.begin(), More.end());
					Tried[Index] = FlattenPiece(Input, Faces, Both, MaxStretch);
				}
			});
		std::vector<bool> bGone(Charts.size(), false);
		for (size_t Index = 0; Index < Pairs.size(); ++Index)
		{
			const auto& [First, Second] = Pairs[Index];
			const FFlattened &Before = Charts[First], &Other = Charts[Second], &Both = Tried[Index];
			const double Alone = (Before.Area + Other.Area) / (Before.Box.Area + Other.Box.Area);
			const bool bFills = Both.Area >= (std::min)(GoodFill, Alone) * Both.Box.Area;
			if (Both.Parts.empty() && bFills && Both.Box.Length <= MaxLength)
			{
				Charts[First] = std::move(Tried[Index]);
				Names[First] = NextName++;
				bGone[Second] = true;
			}
			else
			{
				Refused.insert({Names[First], Names[Second]});
			}
		}
		size_t Kept = 0;
		for (size_t Chart = 0; Chart < Charts.size(); ++Chart)
		{
			if (!bGone[Chart])
			{
				if (Kept != Chart)
				{
					Charts[Kept] = std::move(Charts[Chart]);
					Names[Kept] = Names[Chart];
				}
				++Kept;
			}
		}
		Charts.resize(Kept);
		Names.resize(Kept);
	}
	return FOk{};
}

} // namespace Exemplar
