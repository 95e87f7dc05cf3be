// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/Harmonic/Extremities.h"

#include "Rig/Harmonic/FrontDistance.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace Exemplar
{

namespace ExtremitiesDetail
{

constexpr int FarVertices = 6; // enough to have one in every limb of a body with arms and legs

int32_t FindSet(std::vector<int32_t>& Sets, int32_t Index)
{
	while (Sets[static_cast<size_t>(Index)] != Index)
	{
		int32_t& Next = Sets[static_cast<size_t>(Index)];
		Next = Sets[static_cast<size_t>(Next)];
		Index = Next;
	}
	return Index;
}

int32_t IndexOfLargest(std::span<const double> Values)
{
	return static_cast<int32_t>(std::max_element(Values.begin(), Values.end()) - Values.begin());
}

} // namespace ExtremitiesDetail

std::vector<FPersistentMaximum> FindMaxima(const FHarmonicMesh& Mesh, std::span<const double> Values)
{
	using namespace ExtremitiesDetail;
	std::vector<int32_t> Order(Values.size());
	std::iota(Order.begin(), Order.end(), 0);
	std::stable_sort(Order.begin(), Order.end(),
		[&](int32_t A, int32_t B) { return Values[static_cast<size_t>(A)] > Values[static_cast<size_t>(B)]; });
	std::vector<int32_t> Rank(Values.size()), Sets(Values.size(), -1);
	for (size_t Index = 0; Index < Order.size(); ++Index)
	{
		Rank[static_cast<size_t>(Order[Index])] = static_cast<int32_t>(Index);
	}
	// The sea falls: islands rise at maxima and are named after their highest vertex; where two meet, the lower one
	// ends.
	std::vector<FPersistentMaximum> Out;
	for (const int32_t Vertex : Order)
	{
		Sets[static_cast<size_t>(Vertex)] = Vertex;
		for (const int32_t Neighbor : Mesh.Adjacency.VertexVertices[static_cast<size_t>(Vertex)])
		{
			if (Sets[static_cast<size_t>(Neighbor)] < 0)
			{
				continue;
			}
			int32_t Higher = FindSet(Sets, Neighbor), Lower = FindSet(Sets, Vertex);
			if (Rank[static_cast<size_t>(Lower)] < Rank[static_cast<size_t>(Higher)])
			{
				std::swap(Higher, Lower);
			}
			if (Higher != Lower)
			{
				Sets[static_cast<size_t>(Lower)] = Higher;
				if (Lower != Vertex)
				{
					Out.push_back({Lower, Values[static_cast<size_t>(Lower)] - Values[static_cast<size_t>(Vertex)]});
				}
			}
		}
	}
	if (!Order.empty())
	{
		Out.push_back({Order.front(), Values[static_cast<size_t>(Order.front())]});
	}
	std::sort(Out.begin(), Out.end(),
		[](const FPersistentMaximum& A, const FPersistentMaximum& B)
		{ return A.Persistence != B.Persistence ? A.Persistence > B.Persistence : A.Vertex < B.Vertex; });
	return Out;
}

FExtremities FindExtremities(const FHarmonicMesh& Mesh, double MinPersistence)
{
	using namespace ExtremitiesDetail;
	const size_t Count = Mesh.Mesh.Positions.size();
	int32_t Next = IndexOfLargest(FrontDistance(Mesh, 0)); // any vertex leads to a first end
	std::vector<double> Nearest(Count, INFINITY), Squares(Count, 0.0);
	for (int Far = 0; Far < FarVertices; ++Far)
	{
		const std::vector<double> Distance = FrontDistance(Mesh, Next);
		for (size_t Vertex = 0; Vertex < Count; ++Vertex)
		{
			Squares[Vertex] += Distance[Vertex] * Distance[Vertex];
			Nearest[Vertex] = (std::min)(Nearest[Vertex], Distance[Vertex]);
		}
		Next = IndexOfLargest(Nearest);
	}
	FExtremities Out;
	Out.Center = static_cast<int32_t>(std::min_element(Squares.begin(), Squares.end()) - Squares.begin());
	const std::vector<double> Distance = FrontDistance(Mesh, Out.Center);
	Out.Reach = *std::max_element(Distance.begin(), Distance.end());
	for (const FPersistentMaximum& Maximum : FindMaxima(Mesh, Distance))
	{
		if (Maximum.Persistence >= MinPersistence * Out.Reach)
		{
			Out.Tips.push_back({Maximum.Vertex, Maximum.Persistence / Out.Reach});
		}
	}
	return Out;
}

} // namespace Exemplar
