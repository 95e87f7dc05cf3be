// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Atlas/Chart.h"

#include "Geometry/Topology.h"

#include <algorithm>

namespace Exemplar
{
namespace ChartDetail
{

double TurnOf(const FDouble2& A, const FDouble2& B, const FDouble2& C)
{
	return (B.X - A.X) * (C.Y - A.Y) - (B.Y - A.Y) * (C.X - A.X);
}

bool DoCross(const FDouble2& A, const FDouble2& B, const FDouble2& C, const FDouble2& D)
{
	return TurnOf(A, B, C) * TurnOf(A, B, D) <= 0.0 && TurnOf(C, D, A) * TurnOf(C, D, B) <= 0.0 &&
		(std::max)(A.X, B.X) >= (std::min)(C.X, D.X) && (std::max)(C.X, D.X) >= (std::min)(A.X, B.X) &&
		(std::max)(A.Y, B.Y) >= (std::min)(C.Y, D.Y) && (std::max)(C.Y, D.Y) >= (std::min)(A.Y, B.Y);
}

} // namespace ChartDetail

FChart GatherChart(std::span<const FTriangle> Triangles, std::vector<int32_t> Faces)
{
	FChart Chart;
	std::sort(Faces.begin(), Faces.end());
	Chart.Faces = std::move(Faces);
	for (const int32_t Face : Chart.Faces)
	{
		const FTriangle& T = Triangles[static_cast<size_t>(Face)];
		Chart.Vertices.insert(Chart.Vertices.end(), T.begin(), T.end());
	}
	std::sort(Chart.Vertices.begin(), Chart.Vertices.end());
	Chart.Vertices.erase(std::unique(Chart.Vertices.begin(), Chart.Vertices.end()), Chart.Vertices.end());
	for (const int32_t Face : Chart.Faces)
	{
		FTriangle& Local = Chart.Triangles.emplace_back(Triangles[static_cast<size_t>(Face)]);
		for (int32_t& Vertex : Local)
		{
			Vertex = static_cast<int32_t>(
				std::lower_bound(Chart.Vertices.begin(), Chart.Vertices.end(), Vertex) - Chart.Vertices.begin());
		}
	}
	return Chart;
}

std::vector<int32_t> LabelConnected(const FMeshAdjacency& Adjacency)
{
	std::vector<int32_t> Out(Adjacency.TriangleEdges.size(), -1);
	int32_t Next = 0;
	for (size_t Seed = 0; Seed < Out.size(); ++Seed)
	{
		if (Out[Seed] >= 0 || Adjacency.TriangleEdges[Seed][0] < 0)
		{
			continue;
		}
		std::vector<size_t> Open{Seed};
		Out[Seed] = Next;
		while (!Open.empty())
		{
			const size_t Face = Open.back();
			Open.pop_back();
			for (const int32_t Other : Adjacency.TriangleTriangles[Face])
			{
				if (Out[static_cast<size_t>(Other)] < 0)
				{
					Out[static_cast<size_t>(Other)] = Next;
					Open.push_back(static_cast<size_t>(Other));
				}
			}
		}
		++Next;
	}
	return Out;
}

bool IsDisc(const FChart& Chart)
{
	const FMeshTopology Topology = DescribeTopology(Chart.Vertices.size(), Chart.Triangles);
	return Topology.IsManifold() && Topology.Components == 1 && Topology.EulerCharacteristic == 1;
}

std::vector<int32_t> FindBorder(const FChart& Chart)
{
	const FMeshAdjacency Adjacency = BuildAdjacency(Chart.Vertices.size(), Chart.Triangles);
	std::vector<FBoundaryLoop> Loops = FindBoundaryLoops(Adjacency, Chart.Triangles);
	return Loops.size() == 1 && Loops[0].bClosed ? std::move(Loops[0].Vertices) : std::vector<int32_t>();
}

std::vector<FDouble2> CornerUVsOf(const FChart& Chart)
{
	std::vector<FDouble2> Out;
	Out.reserve(3 * Chart.Triangles.size());
	for (const FTriangle& T : Chart.Triangles)
	{
		for (const int32_t Vertex : T)
		{
			Out.push_back(Chart.UVs[static_cast<size_t>(Vertex)]);
		}
	}
	return Out;
}

std::vector<FSideProducts> SidesOf(std::span<const FSideProducts> Sides, const FChart& Chart)
{
	std::vector<FSideProducts> Out;
	Out.reserve(Chart.Faces.size());
	for (const int32_t Face : Chart.Faces)
	{
		Out.push_back(Sides[static_cast<size_t>(Face)]);
	}
	return Out;
}

bool FindCrossing(const FChart& Chart, std::span<const int32_t> Border, FBorderCrossing& Out)
{
	using namespace ChartDetail;
	const size_t Count = Border.size();
	const auto UV = [&](size_t Place) -> const FDouble2&
	{ return Chart.UVs[static_cast<size_t>(Border[Place == Count ? 0 : Place])]; };
	// Sides in the order of their left ends: only those that overlap in u can cross.
	std::vector<size_t> Order(Count);
	const auto Left = [&](size_t Side) { return (std::min)(UV(Side).X, UV(Side + 1).X); };
	const auto Right = [&](size_t Side) { return (std::max)(UV(Side).X, UV(Side + 1).X); };
	for (size_t Side = 0; Side < Count; ++Side)
	{
		Order[Side] = Side;
	}
	std::stable_sort(Order.begin(), Order.end(), [&](size_t A, size_t B) { return Left(A) < Left(B); });
	for (size_t First = 0; First < Count; ++First)
	{
		const size_t A = Order[First];
		for (size_t Second = First + 1; Second < Count && Left(Order[Second]) <= Right(A); ++Second)
		{
			const size_t B = Order[Second], Low = (std::min)(A, B), High = (std::max)(A, B);
			if (High - Low < 2 || (Low == 0 && High + 1 == Count))
			{
				continue; // neighbors share a vertex
			}
			if (DoCross(UV(A), UV(A + 1), UV(B), UV(B + 1)))
			{
				Out = {Low, High};
				return true;
			}
		}
	}
	return false;
}

} // namespace Exemplar
