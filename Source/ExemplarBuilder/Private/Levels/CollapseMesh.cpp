// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Levels/CollapseMesh.h"

#include "Geometry/Adjacency.h"

#include <algorithm>

namespace Exemplar
{

FCollapseMesh::FCollapseMesh(
	size_t VertexCount, std::span<const FTriangle> InTriangles, std::span<const FTriangle> InWedges)
	: Triangles(InTriangles.begin(), InTriangles.end())
	, Wedges(InWedges.empty() ? InTriangles.begin() : InWedges.begin(),
		  InWedges.empty() ? InTriangles.end() : InWedges.end())
	, Fans(VertexCount)
	, Kinds(VertexCount, EVertexKind::Inside)
	, Marks(VertexCount, 0)
{
	for (size_t Index = 0; Index < Triangles.size(); ++Index)
	{
		FTriangle& T = Triangles[Index];
		if (T[0] == T[1] || T[1] == T[2] || T[2] == T[0])
		{
			T = {-1, -1, -1};
			continue;
		}
		++Alive;
		for (const int32_t Vertex : T)
		{
			Fans[static_cast<size_t>(Vertex)].push_back(static_cast<int32_t>(Index));
		}
	}
	const FMeshAdjacency Adjacency = BuildAdjacency(VertexCount, InTriangles);
	for (size_t Edge = 0; Edge < Adjacency.Edges.size(); ++Edge)
	{
		const size_t Count = Adjacency.EdgeTriangles[Edge].size();
		for (const int32_t Vertex : {Adjacency.Edges[Edge].A, Adjacency.Edges[Edge].B})
		{
			EVertexKind& Is = Kinds[static_cast<size_t>(Vertex)];
			Is = Count > 2 ? EVertexKind::Fixed : (Count == 1 ? (std::max)(Is, EVertexKind::Border) : Is);
		}
	}
	for (size_t Vertex = 0; Vertex < VertexCount; ++Vertex)
	{
		if (Fans[Vertex].size() > 1 && FindOneRing(Adjacency, InTriangles, static_cast<int32_t>(Vertex)).size() != 1)
		{
			Kinds[Vertex] = EVertexKind::Fixed;
		}
	}
}

void FCollapseMesh::FindNeighbors(int32_t Vertex, std::vector<int32_t>& Out) const
{
	Out.clear();
	for (const int32_t Triangle : TrianglesOf(Vertex))
	{
		for (const int32_t Other : Corners(Triangle))
		{
			if (Other != Vertex)
			{
				Out.push_back(Other);
			}
		}
	}
	std::sort(Out.begin(), Out.end());
	Out.erase(std::unique(Out.begin(), Out.end()), Out.end());
}

size_t FCollapseMesh::CountEdgeTriangles(int32_t A, int32_t B) const
{
	size_t Count = 0;
	for (const int32_t Triangle : TrianglesOf(A))
	{
		Count += FindCorner(Corners(Triangle), B) >= 0 ? 1 : 0;
	}
	return Count;
}

bool FCollapseMesh::HasTriangle(int32_t A, int32_t B, int32_t C) const
{
	for (const int32_t Triangle : TrianglesOf(A))
	{
		if (FindCorner(Corners(Triangle), B) >= 0 && FindCorner(Corners(Triangle), C) >= 0)
		{
			return true;
		}
	}
	return false;
}

/** The triangles at the edge say which wedge of From becomes which of To; every wedge of From must have an answer. */
bool FCollapseMesh::MapWedges(int32_t From, int32_t To)
{
	Moves.clear();
	const auto Find = [this](int32_t Wedge)
	{ return std::find_if(Moves.begin(), Moves.end(), [Wedge](const auto& Move) { return Move.first == Wedge; }); };
	for (const int32_t Triangle : TrianglesOf(From))
	{
		const int At = FindCorner(Corners(Triangle), To);
		if (At < 0)
		{
			continue;
		}
		const FTriangle& W = WedgesOf(Triangle);
		const int32_t Gone = W[static_cast<size_t>(FindCorner(Corners(Triangle), From))];
		const int32_t Stays = W[static_cast<size_t>(At)];
		const auto Known = Find(Gone);
		if (Known == Moves.end())
		{
			Moves.emplace_back(Gone, Stays);
		}
		else if (Known->second != Stays)
		{
			return false;
		}
	}
	for (const int32_t Triangle : TrianglesOf(From))
	{
		if (Find(WedgesOf(Triangle)[static_cast<size_t>(FindCorner(Corners(Triangle), From))]) == Moves.end())
		{
			return false;
		}
	}
	return true;
}

bool FCollapseMesh::CanCollapse(int32_t From, int32_t To)
{
	if (!IsAlive(From) || !IsAlive(To) || From == To || Kind(From) == EVertexKind::Fixed)
	{
		return false;
	}
	int32_t Opposite[2] = {-1, -1};
	size_t Shared = 0;
	++Mark;
	for (const int32_t Triangle : TrianglesOf(From))
	{
		const FTriangle& T = Corners(Triangle);
		for (const int32_t Vertex : T)
		{
			Marks[static_cast<size_t>(Vertex)] = Mark;
		}
		if (FindCorner(T, To) >= 0)
		{
			if (Shared == 2)
			{
				return false;
			}
			Opposite[Shared++] = T[0] + T[1] + T[2] - From - To;
		}
	}
	if (Shared != (Kind(From) == EVertexKind::Border ? 1u : 2u) || Opposite[0] == Opposite[1])
	{
		return false;
	}
	// Common neighbors that are not across the edge would be joined by two edges afterward. Each is met once a
	// triangle of To: marks are raised when they are counted.
	size_t Common = 0;
	for (const int32_t Triangle : TrianglesOf(To))
	{
		for (const int32_t Vertex : Corners(Triangle))
		{
			if (Vertex != From && Vertex != To && Marks[static_cast<size_t>(Vertex)] == Mark)
			{
				Marks[static_cast<size_t>(Vertex)] = Mark - 1;
				++Common;
			}
		}
	}
	if (Common != Shared)
	{
		return false;
	}
	if (Shared == 2 && HasTriangle(From, Opposite[0], Opposite[1]) && HasTriangle(To, Opposite[0], Opposite[1]))
	{
		return false;
	}
	// An ear goes with its only triangle, unless that would leave an edge without any or mend one with too many.
	if (Shared == 1 && CountEdgeTriangles(From, Opposite[0]) == 1 && CountEdgeTriangles(To, Opposite[0]) != 2)
	{
		return false;
	}
	return MapWedges(From, To);
}

size_t FCollapseMesh::CountWedges(int32_t Vertex) const
{
	int32_t Found[8];
	size_t Count = 0;
	for (const int32_t Triangle : TrianglesOf(Vertex))
	{
		const int32_t Wedge = WedgesOf(Triangle)[static_cast<size_t>(FindCorner(Corners(Triangle), Vertex))];
		if (std::find(Found, Found + Count, Wedge) == Found + Count && Count < 8)
		{
			Found[Count++] = Wedge;
		}
	}
	return Count;
}

bool FCollapseMesh::CanPlace(int32_t From, int32_t To)
{
	return Kind(From) == Kind(To) && CountWedges(From) == CountWedges(To) && CanCollapse(To, From);
}

bool FCollapseMesh::IsBorderEdge(int32_t A, int32_t B) const
{
	int32_t WedgeA = -1, WedgeB = -1;
	size_t Around = 0;
	for (const int32_t Triangle : TrianglesOf(A))
	{
		const int At = FindCorner(Corners(Triangle), B);
		if (At < 0)
		{
			continue;
		}
		const int32_t HereA = WedgesOf(Triangle)[static_cast<size_t>(FindCorner(Corners(Triangle), A))];
		const int32_t HereB = WedgesOf(Triangle)[static_cast<size_t>(At)];
		if (Around++ > 0 && (HereA != WedgeA || HereB != WedgeB))
		{
			return true;
		}
		WedgeA = HereA;
		WedgeB = HereB;
	}
	return Around == 1;
}

void FCollapseMesh::Remove(int32_t Triangle, int32_t Vertex)
{
	std::vector<int32_t>& Fan = Fans[static_cast<size_t>(Vertex)];
	Fan.erase(std::find(Fan.begin(), Fan.end(), Triangle));
}

void FCollapseMesh::Collapse(int32_t From, int32_t To)
{
	MapWedges(From, To);
	std::vector<int32_t> Fan;
	Fan.swap(Fans[static_cast<size_t>(From)]);
	for (const int32_t Triangle : Fan)
	{
		FTriangle& T = Triangles[static_cast<size_t>(Triangle)];
		if (FindCorner(T, To) >= 0)
		{
			const int32_t Opposite = T[0] + T[1] + T[2] - From - To;
			Remove(Triangle, To);
			Remove(Triangle, Opposite);
			T = {-1, -1, -1};
			--Alive;
			continue;
		}
		const size_t Corner = static_cast<size_t>(FindCorner(T, From));
		T[Corner] = To;
		int32_t& Wedge = Wedges[static_cast<size_t>(Triangle)][Corner];
		for (const auto& [Gone, Stays] : Moves)
		{
			if (Wedge == Gone)
			{
				Wedge = Stays;
				break;
			}
		}
		Fans[static_cast<size_t>(To)].push_back(Triangle);
	}
}

} // namespace Exemplar
