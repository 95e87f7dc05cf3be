// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Geometry/Adjacency.h"

#include "Shapes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace Exemplar
{
namespace AdjacencyTest
{

using testing::ElementsAre;

TEST(Adjacency, TetrahedronTouchesItselfEverywhere)
{
	const FTriangleMesh Mesh = Shapes::Tetrahedron();
	const FMeshAdjacency Adjacency = BuildAdjacency(4, Mesh.Triangles);
	EXPECT_EQ(Adjacency.Edges.size(), 6u);
	EXPECT_EQ(Adjacency.Edges.front(), (FMeshEdge{0, 1}));
	EXPECT_EQ(Adjacency.Edges.back(), (FMeshEdge{2, 3}));
	for (size_t Edge = 0; Edge < 6; ++Edge)
	{
		EXPECT_EQ(Adjacency.EdgeTriangles[Edge].size(), 2u);
	}
	EXPECT_THAT(Adjacency.VertexVertices[2], ElementsAre(0, 1, 3));
	EXPECT_THAT(Adjacency.VertexTriangles[0], ElementsAre(0, 1, 2));
	EXPECT_THAT(Adjacency.TriangleTriangles[3], ElementsAre(0, 1, 2));
}

TEST(Adjacency, ListsOfAGridAscendAndAgreeWithEachOther)
{
	const FTriangleMesh Mesh = Shapes::Grid(7, 5);
	const FMeshAdjacency Adjacency = BuildAdjacency(Mesh.Positions.size(), Mesh.Triangles);
	EXPECT_EQ(Adjacency.Edges.size(), 7u * 6 + 8u * 5 + 7u * 5);
	for (size_t Vertex = 0; Vertex < Adjacency.VertexCount(); ++Vertex)
	{
		const std::span<const int32_t> Ring = Adjacency.VertexVertices[Vertex];
		EXPECT_TRUE(std::is_sorted(Ring.begin(), Ring.end()));
		for (const int32_t Other : Ring)
		{
			EXPECT_THAT(
				Adjacency.VertexVertices[static_cast<size_t>(Other)], testing::Contains(static_cast<int32_t>(Vertex)));
		}
	}
	for (size_t Triangle = 0; Triangle < Mesh.Triangles.size(); ++Triangle)
	{
		for (int Corner = 0; Corner < 3; ++Corner)
		{
			const FMeshEdge Edge = Adjacency.Edges[static_cast<size_t>(Adjacency.TriangleEdges[Triangle][Corner])];
			const int32_t A = Mesh.Triangles[Triangle][Corner], B = Mesh.Triangles[Triangle][(Corner + 1) % 3];
			EXPECT_EQ(Edge, (FMeshEdge{std::min(A, B), std::max(A, B)}));
		}
	}
}

TEST(Adjacency, ThreeTrianglesOnOneEdgeAreAllNeighbors)
{
	const std::vector<FTriangle> Triangles{{0, 1, 2}, {1, 0, 3}, {0, 1, 4}};
	const FMeshAdjacency Adjacency = BuildAdjacency(5, Triangles);
	EXPECT_THAT(Adjacency.EdgeTriangles[0], ElementsAre(0, 1, 2));
	EXPECT_THAT(Adjacency.TriangleTriangles[1], ElementsAre(0, 2));
	EXPECT_EQ(FindOneRing(Adjacency, Triangles, 0).size(), 3u);
}

TEST(Adjacency, IllFormedTrianglesHaveNoNeighbors)
{
	const std::vector<FTriangle> Triangles{{0, 1, 2}, {1, 1, 2}, {1, 0, 9}, {-1, 0, 1}};
	const FMeshAdjacency Adjacency = BuildAdjacency(3, Triangles);
	EXPECT_EQ(Adjacency.Edges.size(), 3u);
	for (size_t Triangle = 1; Triangle < 4; ++Triangle)
	{
		EXPECT_EQ(Adjacency.TriangleEdges[Triangle], (std::array<int32_t, 3>{-1, -1, -1}));
		EXPECT_TRUE(Adjacency.TriangleTriangles[Triangle].empty());
	}
	EXPECT_THAT(Adjacency.VertexTriangles[1], ElementsAre(0));
}

TEST(OneRing, RunsCounterClockwiseAroundAnInnerVertex)
{
	const FTriangleMesh Mesh = Shapes::Grid(2, 2);
	const FMeshAdjacency Adjacency = BuildAdjacency(9, Mesh.Triangles);
	const std::vector<FVertexFan> Fans = FindOneRing(Adjacency, Mesh.Triangles, 4);
	ASSERT_EQ(Fans.size(), 1u);
	EXPECT_TRUE(Fans[0].bClosed);
	EXPECT_THAT(Fans[0].Vertices, ElementsAre(0, 1, 2, 5, 8, 7, 6, 3));
	for (size_t Step = 0; Step < Fans[0].Triangles.size(); ++Step)
	{
		const FTriangle& Triangle = Mesh.Triangles[static_cast<size_t>(Fans[0].Triangles[Step])];
		EXPECT_THAT(Triangle, testing::Contains(Fans[0].Vertices[Step]));
		EXPECT_THAT(Triangle, testing::Contains(Fans[0].Vertices[(Step + 1) % 8]));
	}
}

TEST(OneRing, OfABoundaryVertexIsOpen)
{
	const FTriangleMesh Mesh = Shapes::Grid(2, 2);
	const FMeshAdjacency Adjacency = BuildAdjacency(9, Mesh.Triangles);
	const std::vector<FVertexFan> Fans = FindOneRing(Adjacency, Mesh.Triangles, 1);
	ASSERT_EQ(Fans.size(), 1u);
	EXPECT_FALSE(Fans[0].bClosed);
	EXPECT_THAT(Fans[0].Vertices, ElementsAre(2, 4, 0));
	EXPECT_EQ(Fans[0].Triangles.size(), 2u);
}

TEST(OneRing, OfATouchingPointHasOneFanASheet)
{
	// Two triangles that share vertex 0 only.
	const std::vector<FTriangle> Triangles{{0, 1, 2}, {0, 3, 4}};
	const FMeshAdjacency Adjacency = BuildAdjacency(5, Triangles);
	EXPECT_EQ(FindOneRing(Adjacency, Triangles, 0).size(), 2u);
	EXPECT_TRUE(FindOneRing(Adjacency, Triangles, 7).empty());
}

TEST(BoundaryLoops, AClosedSurfaceHasNoneAndAGridHasOne)
{
	const FTriangleMesh Sphere = Shapes::Sphere(1);
	EXPECT_TRUE(FindBoundaryLoops(BuildAdjacency(Sphere.Positions.size(), Sphere.Triangles), Sphere.Triangles).empty());
	const FTriangleMesh Grid = Shapes::Grid(2, 2);
	const std::vector<FBoundaryLoop> Loops = FindBoundaryLoops(BuildAdjacency(9, Grid.Triangles), Grid.Triangles);
	ASSERT_EQ(Loops.size(), 1u);
	EXPECT_TRUE(Loops[0].bClosed);
	EXPECT_THAT(Loops[0].Vertices, ElementsAre(0, 1, 2, 5, 8, 7, 6, 3));
}

TEST(BoundaryLoops, AHoleRunsTheOtherWayAndTouchingHolesMakeOneLoop)
{
	FTriangleMesh Grid = Shapes::Grid(4, 4);
	const auto EraseCell = [&](size_t Cell)
	{
		const auto First = Grid.Triangles.begin() + static_cast<std::ptrdiff_t>(2 * Cell);
		Grid.Triangles.erase(First, First + 2);
	};
	EraseCell(2 * 4 + 2);
	std::vector<FBoundaryLoop> Loops = FindBoundaryLoops(BuildAdjacency(25, Grid.Triangles), Grid.Triangles);
	ASSERT_EQ(Loops.size(), 2u);
	EXPECT_EQ(Loops[0].Vertices.size(), 16u);
	EXPECT_THAT(Loops[1].Vertices, ElementsAre(12, 17, 18, 13));
	EraseCell(1 * 4 + 1);
	Loops = FindBoundaryLoops(BuildAdjacency(25, Grid.Triangles), Grid.Triangles);
	ASSERT_EQ(Loops.size(), 2u);
	EXPECT_THAT(Loops[1].Vertices, ElementsAre(6, 11, 12, 17, 18, 13, 12, 7));
	EXPECT_TRUE(Loops[1].bClosed);
}

TEST(BoundaryLoops, ANonManifoldEdgeEndsNothingEarly)
{
	const std::vector<FTriangle> Triangles{{0, 1, 2}, {1, 0, 3}, {0, 1, 4}};
	size_t EdgeCount = 0;
	for (const FBoundaryLoop& Loop : FindBoundaryLoops(BuildAdjacency(5, Triangles), Triangles))
	{
		EdgeCount += Loop.Vertices.size() - (Loop.bClosed ? 0 : 1);
	}
	EXPECT_EQ(EdgeCount, 6u); // every boundary edge stands in exactly one chain
}

} // namespace AdjacencyTest
} // namespace Exemplar
