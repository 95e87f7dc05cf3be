// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Geometry/Adjacency.h"

#include <algorithm>

namespace Exemplar
{
namespace AdjacencyDetail
{

bool IsWellFormed(const FTriangle& Triangle, size_t VertexCount)
{
	for (const int32_t Vertex : Triangle)
	{
		if (Vertex < 0 || static_cast<size_t>(Vertex) >= VertexCount)
		{
			return false;
		}
	}
	return Triangle[0] != Triangle[1] && Triangle[1] != Triangle[2] && Triangle[2] != Triangle[0];
}

/** Lists by counting: Visit calls its argument with every (row, item) pair, items ascending, twice over. */
template <typename VisitType>
FIndexLists MakeLists(size_t RowCount, const VisitType& Visit)
{
	FIndexLists Lists;
	Lists.Offsets.assign(RowCount + 1, 0);
	Visit([&](size_t Row, int32_t) { ++Lists.Offsets[Row + 1]; });
	for (size_t Row = 0; Row < RowCount; ++Row)
	{
		Lists.Offsets[Row + 1] += Lists.Offsets[Row];
	}
	Lists.Items.resize(Lists.Offsets[RowCount]);
	std::vector<uint32_t> Next(Lists.Offsets.begin(), Lists.Offsets.end() - 1);
	Visit([&](size_t Row, int32_t Item) { Lists.Items[Next[Row]++] = Item; });
	return Lists;
}

struct FSide
{
	FMeshEdge Edge;
	int32_t Triangle;
	int32_t Corner;
};

/** The corner of Triangle that is Vertex, or -1. */
int CornerOf(const FTriangle& Triangle, int32_t Vertex)
{
	return Triangle[0] == Vertex ? 0 : Triangle[1] == Vertex ? 1 : Triangle[2] == Vertex ? 2 : -1;
}

/** The triangle across a manifold edge whose orientation agrees (it runs along the edge the other way), or -1. */
int32_t Across(const FMeshAdjacency& Adjacency, std::span<const FTriangle> Triangles, int32_t Triangle, int Corner)
{
	const std::span<const int32_t> Both =
		Adjacency.EdgeTriangles[static_cast<size_t>(Adjacency.TriangleEdges[static_cast<size_t>(Triangle)][Corner])];
	if (Both.size() != 2)
	{
		return -1;
	}
	const int32_t Other = Both[0] == Triangle ? Both[1] : Both[0];
	const int32_t From = Triangles[static_cast<size_t>(Triangle)][Corner];
	const int32_t To = Triangles[static_cast<size_t>(Triangle)][(Corner + 1) % 3];
	const FTriangle& Corners = Triangles[static_cast<size_t>(Other)];
	return Corners[(CornerOf(Corners, To) + 1) % 3] == From ? Other : -1;
}

} // namespace AdjacencyDetail

FMeshAdjacency BuildAdjacency(size_t VertexCount, std::span<const FTriangle> Triangles)
{
	using namespace AdjacencyDetail;
	FMeshAdjacency Out;
	std::vector<FSide> Sides;
	Sides.reserve(Triangles.size() * 3);
	for (size_t Index = 0; Index < Triangles.size(); ++Index)
	{
		const FTriangle& Triangle = Triangles[Index];
		for (int Corner = 0; IsWellFormed(Triangle, VertexCount) && Corner < 3; ++Corner)
		{
			const int32_t A = Triangle[Corner], B = Triangle[(Corner + 1) % 3];
			Sides.push_back({{(std::min)(A, B), (std::max)(A, B)}, static_cast<int32_t>(Index), Corner});
		}
	}
	std::stable_sort(Sides.begin(), Sides.end(),
		[](const FSide& X, const FSide& Y)
		{ return X.Edge.A != Y.Edge.A ? X.Edge.A < Y.Edge.A : X.Edge.B < Y.Edge.B; });

	Out.TriangleEdges.assign(Triangles.size(), {-1, -1, -1});
	Out.EdgeTriangles.Items.reserve(Sides.size());
	for (size_t Index = 0; Index < Sides.size(); ++Index)
	{
		const FSide& Side = Sides[Index];
		if (Index == 0 || !(Side.Edge == Sides[Index - 1].Edge))
		{
			Out.Edges.push_back(Side.Edge);
			Out.EdgeTriangles.Offsets.push_back(Out.EdgeTriangles.Offsets.back());
		}
		Out.TriangleEdges[static_cast<size_t>(Side.Triangle)][Side.Corner] = static_cast<int32_t>(Out.Edges.size()) - 1;
		Out.EdgeTriangles.Items.push_back(Side.Triangle);
		++Out.EdgeTriangles.Offsets.back();
	}

	// Edges ascend by A, then B: visiting the lower ends first and the upper ends after keeps every list ascending.
	Out.VertexVertices = MakeLists(VertexCount,
		[&](const auto& Add)
		{
			for (const FMeshEdge& Edge : Out.Edges)
			{
				Add(static_cast<size_t>(Edge.B), Edge.A);
			}
			for (const FMeshEdge& Edge : Out.Edges)
			{
				Add(static_cast<size_t>(Edge.A), Edge.B);
			}
		});
	Out.VertexTriangles = MakeLists(VertexCount,
		[&](const auto& Add)
		{
			for (size_t Index = 0; Index < Triangles.size(); ++Index)
			{
				for (int Corner = 0; Out.TriangleEdges[Index][0] >= 0 && Corner < 3; ++Corner)
				{
					Add(static_cast<size_t>(Triangles[Index][Corner]), static_cast<int32_t>(Index));
				}
			}
		});

	Out.TriangleTriangles.Offsets.reserve(Triangles.size() + 1);
	std::vector<int32_t> Neighbors;
	for (size_t Index = 0; Index < Triangles.size(); ++Index)
	{
		Neighbors.clear();
		for (int Corner = 0; Out.TriangleEdges[Index][0] >= 0 && Corner < 3; ++Corner)
		{
			for (const int32_t Other : Out.EdgeTriangles[static_cast<size_t>(Out.TriangleEdges[Index][Corner])])
			{
				if (Other != static_cast<int32_t>(Index))
				{
					Neighbors.push_back(Other);
				}
			}
		}
		std::sort(Neighbors.begin(), Neighbors.end());
		Neighbors.erase(std::unique(Neighbors.begin(), Neighbors.end()), Neighbors.end());
		Out.TriangleTriangles.Items.insert(Out.TriangleTriangles.Items.end(), Neighbors.begin(), Neighbors.end());
		Out.TriangleTriangles.Offsets.push_back(static_cast<uint32_t>(Out.TriangleTriangles.Items.size()));
	}
	return Out;
}

std::vector<FVertexFan> FindOneRing(
	const FMeshAdjacency& Adjacency, std::span<const FTriangle> Triangles, int32_t Vertex)
{
	using namespace AdjacencyDetail;
	std::vector<FVertexFan> Fans;
	if (Vertex < 0 || static_cast<size_t>(Vertex) >= Adjacency.VertexCount())
	{
		return Fans;
	}
	const std::span<const int32_t> Around = Adjacency.VertexTriangles[static_cast<size_t>(Vertex)];
	std::vector<bool> Taken(Around.size(), false);
	const auto Place = [&](int32_t Triangle)
	{ return static_cast<size_t>(std::lower_bound(Around.begin(), Around.end(), Triangle) - Around.begin()); };

	for (size_t Start = 0; Start < Around.size(); ++Start)
	{
		if (Taken[Start])
		{
			continue;
		}
		// Clockwise to where the fan begins (or once around), then counter-clockwise to where it ends.
		int32_t First = Around[Start];
		bool bClosed = false;
		for (size_t Step = 0; Step <= Around.size(); ++Step)
		{
			const int32_t Before =
				Across(Adjacency, Triangles, First, CornerOf(Triangles[static_cast<size_t>(First)], Vertex));
			if (Before < 0)
			{
				break;
			}
			First = Before;
			if (First == Around[Start])
			{
				bClosed = true;
				break;
			}
		}
		FVertexFan Fan;
		Fan.bClosed = bClosed;
		for (int32_t Triangle = First; Triangle >= 0 && !Taken[Place(Triangle)];)
		{
			Taken[Place(Triangle)] = true;
			const FTriangle& Corners = Triangles[static_cast<size_t>(Triangle)];
			const int Corner = CornerOf(Corners, Vertex);
			Fan.Triangles.push_back(Triangle);
			Fan.Vertices.push_back(Corners[(Corner + 1) % 3]);
			const int32_t Next = Across(Adjacency, Triangles, Triangle, (Corner + 2) % 3);
			if (!bClosed && Next < 0)
			{
				Fan.Vertices.push_back(Corners[(Corner + 2) % 3]);
			}
			Triangle = Next;
		}
		if (bClosed)
		{
			const auto Shift = std::min_element(Fan.Vertices.begin(), Fan.Vertices.end()) - Fan.Vertices.begin();
			std::rotate(Fan.Vertices.begin(), Fan.Vertices.begin() + Shift, Fan.Vertices.end());
			std::rotate(Fan.Triangles.begin(), Fan.Triangles.begin() + Shift, Fan.Triangles.end());
		}
		Fans.push_back(std::move(Fan));
	}
	return Fans;
}

std::vector<FBoundaryLoop> FindBoundaryLoops(const FMeshAdjacency& Adjacency, std::span<const FTriangle> Triangles)
{
	using namespace AdjacencyDetail;
	// A boundary edge is known by its triangle and corner; where to go from its end is found by turning about that end.
	std::vector<bool> Taken(Adjacency.Edges.size(), false);
	std::vector<FBoundaryLoop> Loops;
	for (size_t Edge = 0; Edge < Adjacency.Edges.size(); ++Edge)
	{
		if (Taken[Edge] || Adjacency.EdgeTriangles[Edge].size() != 1)
		{
			continue;
		}
		FBoundaryLoop Loop;
		int32_t Triangle = Adjacency.EdgeTriangles[Edge][0];
		int Corner = 0;
		while (Adjacency.TriangleEdges[static_cast<size_t>(Triangle)][Corner] != static_cast<int32_t>(Edge))
		{
			++Corner;
		}
		const int32_t StartVertex = Triangles[static_cast<size_t>(Triangle)][Corner];
		while (true)
		{
			Taken[static_cast<size_t>(Adjacency.TriangleEdges[static_cast<size_t>(Triangle)][Corner])] = true;
			Loop.Vertices.push_back(Triangles[static_cast<size_t>(Triangle)][Corner]);
			const int32_t End = Triangles[static_cast<size_t>(Triangle)][(Corner + 1) % 3];
			Corner = (Corner + 1) % 3;
			for (int32_t Other = Across(Adjacency, Triangles, Triangle, Corner); Other >= 0;
				 Other = Across(Adjacency, Triangles, Triangle, Corner))
			{
				Triangle = Other;
				Corner = CornerOf(Triangles[static_cast<size_t>(Other)], End);
			}
			const size_t Next = static_cast<size_t>(Adjacency.TriangleEdges[static_cast<size_t>(Triangle)][Corner]);
			if (Adjacency.EdgeTriangles[Next].size() != 1 || Taken[Next])
			{
				Loop.bClosed = Next == Edge && End == StartVertex;
				if (!Loop.bClosed)
				{
					Loop.Vertices.push_back(End);
				}
				break;
			}
		}
		if (Loop.bClosed)
		{
			std::rotate(Loop.Vertices.begin(), std::min_element(Loop.Vertices.begin(), Loop.Vertices.end()),
				Loop.Vertices.end());
		}
		Loops.push_back(std::move(Loop));
	}
	std::stable_sort(Loops.begin(), Loops.end(),
		[](const FBoundaryLoop& A, const FBoundaryLoop& B) { return A.Vertices.front() < B.Vertices.front(); });
	return Loops;
}

} // namespace Exemplar
