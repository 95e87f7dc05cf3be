// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Fit/PointGraph.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <queue>

namespace Exemplar
{

namespace PointGraphDetail
{

using FGraphEntry = std::pair<double, uint32_t>;
using FGraphQueue = std::priority_queue<FGraphEntry, std::vector<FGraphEntry>, std::greater<FGraphEntry>>;

void ColorGraph(FPointGraph& Graph)
{
	std::vector<uint32_t> Color(Graph.PointCount(), NoIndex);
	std::vector<uint8_t> Used;
	for (size_t Point = 0; Point < Graph.PointCount(); ++Point)
	{
		Used.assign(Graph.Colors.size() + 1, 0);
		for (uint32_t Edge = Graph.Offsets[Point]; Edge < Graph.Offsets[Point + 1]; ++Edge)
		{
			const uint32_t Other = Color[Graph.Neighbors[Edge]];
			if (Other != NoIndex)
			{
				Used[Other] = 1;
			}
		}
		const size_t Free = static_cast<size_t>(std::find(Used.begin(), Used.end(), uint8_t{0}) - Used.begin());
		Color[Point] = static_cast<uint32_t>(Free);
		if (Free == Graph.Colors.size())
		{
			Graph.Colors.emplace_back();
		}
		Graph.Colors[Free].push_back(static_cast<uint32_t>(Point));
	}
}

} // namespace PointGraphDetail

FPointGraph MakePointGraph(const FMotionData& Data, const FIndexLists& Neighbors)
{
	using namespace PointGraphDetail;
	FPointGraph Graph;
	for (size_t Point = 0; Point < Data.PointCount; ++Point)
	{
		for (const int32_t Other : Neighbors[Point])
		{
			Graph.Neighbors.push_back(static_cast<uint32_t>(Other));
			Graph.Lengths.push_back((Data.Rest[Point] - Data.Rest[static_cast<size_t>(Other)]).norm());
		}
		Graph.Offsets.push_back(static_cast<uint32_t>(Graph.Neighbors.size()));
	}
	ColorGraph(Graph);
	return Graph;
}

std::vector<uint32_t> NearestPoints(const FPointGraph& Graph, uint32_t Seed, size_t Count)
{
	using namespace PointGraphDetail;
	FGraphQueue Queue;
	std::vector<uint8_t> Taken(Graph.PointCount(), 0);
	std::vector<uint32_t> Points;
	Queue.emplace(0.0, Seed);
	while (!Queue.empty() && Points.size() < Count)
	{
		const auto [Distance, Point] = Queue.top();
		Queue.pop();
		if (Taken[Point])
		{
			continue;
		}
		Taken[Point] = 1;
		Points.push_back(Point);
		for (uint32_t Edge = Graph.Offsets[Point]; Edge < Graph.Offsets[Point + 1]; ++Edge)
		{
			if (!Taken[Graph.Neighbors[Edge]])
			{
				Queue.emplace(Distance + Graph.Lengths[Edge], Graph.Neighbors[Edge]);
			}
		}
	}
	return Points;
}

FSurfaceDistances SurfaceDistances(const FPointGraph& Graph, std::span<const uint32_t> Sources)
{
	using namespace PointGraphDetail;
	FSurfaceDistances Result;
	Result.Distances.assign(Graph.PointCount(), std::numeric_limits<double>::infinity());
	Result.Nearest.assign(Graph.PointCount(), NoIndex);
	FGraphQueue Queue;
	for (size_t Index = 0; Index < Sources.size(); ++Index)
	{
		Result.Distances[Sources[Index]] = 0.0;
		Result.Nearest[Sources[Index]] = static_cast<uint32_t>(Index);
		Queue.emplace(0.0, Sources[Index]);
	}
	while (!Queue.empty())
	{
		const auto [Distance, Point] = Queue.top();
		Queue.pop();
		if (Distance > Result.Distances[Point])
		{
			continue;
		}
		for (uint32_t Edge = Graph.Offsets[Point]; Edge < Graph.Offsets[Point + 1]; ++Edge)
		{
			const uint32_t Other = Graph.Neighbors[Edge];
			const double Next = Distance + Graph.Lengths[Edge];
			if (Next < Result.Distances[Other])
			{
				Result.Distances[Other] = Next;
				Result.Nearest[Other] = Result.Nearest[Point];
				Queue.emplace(Next, Other);
			}
		}
	}
	return Result;
}

std::vector<uint8_t> NearestBones(
	const FWeightTable& Weights, size_t BoneCount, size_t Count, const FPointGraph& Graph, IExecutor& Executor)
{
	const size_t PointCount = Graph.PointCount();
	std::vector<size_t> Leaders(PointCount);
	for (size_t Point = 0; Point < PointCount; ++Point)
	{
		size_t Leader = Point * Weights.Cap;
		for (size_t Slot = Leader; Slot < Point * Weights.Cap + Weights.Sizes[Point]; ++Slot)
		{
			Leader = Weights.Weights[Slot] > Weights.Weights[Leader] ? Slot : Leader;
		}
		Leaders[Point] = Weights.Bones[Leader];
	}
	std::vector<std::vector<uint32_t>> Cores(BoneCount);
	std::vector<uint8_t> Visited(PointCount, 0);
	std::vector<uint32_t> Piece;
	for (uint32_t Seed = 0; Seed < PointCount; ++Seed)
	{
		if (Visited[Seed])
		{
			continue;
		}
		Visited[Seed] = 1;
		Piece.assign(1, Seed);
		for (size_t Next = 0; Next < Piece.size(); ++Next)
		{
			for (uint32_t Edge = Graph.Offsets[Piece[Next]]; Edge < Graph.Offsets[Piece[Next] + 1]; ++Edge)
			{
				const uint32_t Other = Graph.Neighbors[Edge];
				if (!Visited[Other] && Leaders[Other] == Leaders[Seed])
				{
					Visited[Other] = 1;
					Piece.push_back(Other);
				}
			}
		}
		if (Piece.size() > Cores[Leaders[Seed]].size())
		{
			Cores[Leaders[Seed]] = Piece;
		}
	}
	std::vector<std::vector<float>> Distances(BoneCount);
	ParallelFor(Executor, BoneCount, 1,
		[&](size_t Begin, size_t End)
		{
			for (size_t Bone = Begin; Bone < End; ++Bone)
			{
				const FSurfaceDistances Surface = SurfaceDistances(Graph, Cores[Bone]);
				Distances[Bone].assign(Surface.Distances.begin(), Surface.Distances.end());
			}
		});
	std::vector<uint8_t> Allowed(PointCount * BoneCount, 0);
	std::vector<std::pair<float, uint32_t>> Order(BoneCount);
	for (size_t Point = 0; Point < PointCount; ++Point)
	{
		for (uint32_t Bone = 0; Bone < BoneCount; ++Bone)
		{
			Order[Bone] = {Distances[Bone][Point], Bone};
		}
		const size_t Kept = (std::min)(Count, BoneCount);
		std::partial_sort(Order.begin(), Order.begin() + static_cast<std::ptrdiff_t>(Kept), Order.end());
		for (size_t Index = 0; Index < Kept; ++Index)
		{
			if (Index == 0 || std::isfinite(Order[Index].first))
			{
				Allowed[Point * BoneCount + Order[Index].second] = 1;
			}
		}
		for (const auto& [Distance, Bone] : Order)
		{
			Allowed[Point * BoneCount + Bone] |= Distance == 0.0f ? 1 : 0;
		}
	}
	return Allowed;
}

FPointSample SamplePoints(const FMotionData& Data, const FPointGraph& Graph, size_t Count)
{
	FPointSample Sample;
	for (size_t Index = 0; Index < Count; ++Index)
	{
		Sample.Points.push_back(static_cast<uint32_t>(Index * Data.PointCount / Count));
	}
	const FSurfaceDistances Cells = SurfaceDistances(Graph, Sample.Points);
	std::vector<double> Counts(Count, 0.0);
	std::vector<std::pair<uint32_t, uint32_t>> Edges;
	for (size_t Point = 0; Point < Data.PointCount; ++Point)
	{
		const uint32_t Cell = Cells.Nearest[Point];
		if (Cell == NoIndex)
		{
			continue;
		}
		Counts[Cell] += 1.0;
		for (uint32_t Edge = Graph.Offsets[Point]; Edge < Graph.Offsets[Point + 1]; ++Edge)
		{
			const uint32_t Other = Cells.Nearest[Graph.Neighbors[Edge]];
			if (Other != Cell && Other != NoIndex)
			{
				Edges.emplace_back(Cell, Other);
			}
		}
	}
	std::sort(Edges.begin(), Edges.end());
	Edges.erase(std::unique(Edges.begin(), Edges.end()), Edges.end());
	Sample.Data = SampleMotionData(Data, Sample.Points, Counts);
	FIndexLists Neighbors;
	size_t Next = 0;
	for (uint32_t Cell = 0; Cell < Count; ++Cell)
	{
		for (; Next < Edges.size() && Edges[Next].first == Cell; ++Next)
		{
			Neighbors.Items.push_back(static_cast<int32_t>(Edges[Next].second));
		}
		Neighbors.Offsets.push_back(static_cast<uint32_t>(Neighbors.Items.size()));
	}
	Sample.Graph = MakePointGraph(Sample.Data, Neighbors);
	return Sample;
}

} // namespace Exemplar
