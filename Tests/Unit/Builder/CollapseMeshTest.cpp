// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Levels/CollapseMesh.h"

#include "Geometry/Topology.h"
#include "Shapes.h"
#include "TubeExamples.h"

#include <gtest/gtest.h>

namespace Exemplar
{
namespace CollapseMeshTests
{

std::vector<FTriangle> TrianglesLeft(const FCollapseMesh& Mesh)
{
	std::vector<FTriangle> Out;
	for (const FTriangle& T : Mesh.AllTriangles())
	{
		if (T[0] >= 0)
		{
			Out.push_back(T);
		}
	}
	return Out;
}

FMeshTopology Describe(size_t VertexCount, const std::vector<FTriangle>& Triangles)
{
	return DescribeTopology(BuildAdjacency(VertexCount, Triangles), Triangles);
}

/** Collapses edges at random until none may go. */
void CollapseAll(FCollapseMesh& Mesh, uint64_t Seed)
{
	FRandomNumbers Random(Seed);
	std::vector<int32_t> Ring;
	for (int Misses = 0; Misses < 3;)
	{
		bool bAny = false;
		for (size_t Vertex = 0; Vertex < Mesh.VertexCount(); ++Vertex)
		{
			if (!Mesh.IsAlive(static_cast<int32_t>(Vertex)) || Random.Unit() < 0.5)
			{
				continue;
			}
			Mesh.FindNeighbors(static_cast<int32_t>(Vertex), Ring);
			for (const int32_t Other : Ring)
			{
				if (Mesh.CanCollapse(static_cast<int32_t>(Vertex), Other))
				{
					Mesh.Collapse(static_cast<int32_t>(Vertex), Other);
					bAny = true;
					break;
				}
			}
		}
		Misses = bAny ? 0 : Misses + 1;
	}
}

TEST(CollapseMesh, ATetrahedronStays)
{
	const FTriangleMesh Shape = Shapes::Tetrahedron();
	FCollapseMesh Mesh(Shape.Positions.size(), Shape.Triangles);
	for (int32_t A = 0; A < 4; ++A)
	{
		for (int32_t B = 0; B < 4; ++B)
		{
			EXPECT_FALSE(Mesh.CanCollapse(A, B));
		}
	}
}

TEST(CollapseMesh, AVertexOfThreeTrianglesMayGo)
{
	// an octahedron with one face split by a vertex in its middle
	std::vector<FTriangle> Triangles{
		{1, 2, 4}, {2, 3, 4}, {3, 0, 4}, {1, 0, 5}, {2, 1, 5}, {3, 2, 5}, {0, 3, 5}, {0, 1, 6}, {1, 4, 6}, {4, 0, 6}};
	FCollapseMesh Mesh(7, Triangles);
	ASSERT_TRUE(Mesh.CanCollapse(6, 4));
	Mesh.Collapse(6, 4);
	EXPECT_EQ(Mesh.TriangleCount(), 8u);
	EXPECT_TRUE(Describe(7, TrianglesLeft(Mesh)).IsManifold());
	EXPECT_EQ(Describe(7, TrianglesLeft(Mesh)).EulerCharacteristic, 2);
}

TEST(CollapseMesh, BoundaryVerticesGoAlongTheBoundaryOnly)
{
	const FTriangleMesh Grid = Shapes::Grid(4, 4); // vertex 5 r + c
	FCollapseMesh Mesh(Grid.Positions.size(), Grid.Triangles);
	EXPECT_EQ(Mesh.Kind(2), EVertexKind::Border);
	EXPECT_TRUE(Mesh.CanCollapse(2, 3));
	EXPECT_FALSE(Mesh.CanCollapse(2, 7)) << "inward";
	EXPECT_TRUE(Mesh.CanCollapse(7, 2)) << "an inner vertex may go to the boundary";
	EXPECT_FALSE(Mesh.CanPlace(7, 2)) << "but not take it along";
	EXPECT_TRUE(Mesh.CanPlace(2, 3));
}

TEST(CollapseMesh, AHoleOfThreeEdgesIsNotClosed)
{
	FTriangleMesh Sphere = Shapes::Sphere(1);
	const FTriangle Hole = Sphere.Triangles.back();
	Sphere.Triangles.pop_back();
	FCollapseMesh Mesh(Sphere.Positions.size(), Sphere.Triangles);
	EXPECT_FALSE(Mesh.CanCollapse(Hole[0], Hole[1]));
	CollapseAll(Mesh, 1);
	EXPECT_EQ(Describe(Sphere.Positions.size(), TrianglesLeft(Mesh)).BoundaryEdges, 3u);
}

TEST(CollapseMesh, SeamVerticesGoAlongTheSeamOnly)
{
	// a grid whose right half has wedges of its own on the column in the middle
	const FTriangleMesh Grid = Shapes::Grid(4, 4);
	std::vector<FTriangle> Wedges = Grid.Triangles;
	for (size_t Triangle = 0; Triangle < Wedges.size(); ++Triangle)
	{
		const auto Column = [](int32_t Vertex) { return Vertex % 5; };
		const bool bRight = Column(Wedges[Triangle][0]) + Column(Wedges[Triangle][1]) + Column(Wedges[Triangle][2]) > 6;
		for (int32_t& Wedge : Wedges[Triangle])
		{
			Wedge += bRight && Column(Wedge) == 2 ? 100 : 0;
		}
	}
	FCollapseMesh Mesh(Grid.Positions.size(), Grid.Triangles, Wedges);
	const int32_t Above = 17, Middle = 12, Left = 11;
	EXPECT_EQ(Mesh.CountWedges(Middle), 2u);
	EXPECT_TRUE(Mesh.IsBorderEdge(Middle, Above));
	EXPECT_TRUE(Mesh.CanCollapse(Middle, Above));
	EXPECT_FALSE(Mesh.CanCollapse(Middle, Left));
	EXPECT_TRUE(Mesh.CanCollapse(Left, Middle));
	EXPECT_FALSE(Mesh.CanPlace(Left, Middle));
	Mesh.Collapse(Middle, Above);
	ASSERT_EQ(Mesh.WedgeMoves().size(), 2u);
	for (const auto& [Gone, Stays] : Mesh.WedgeMoves())
	{
		EXPECT_EQ(Gone >= 100, Stays >= 100) << "sides of a seam do not mix";
	}
}

TEST(CollapseMesh, VerticesWhereSurfacesTouchStay)
{
	FTriangleMesh Sphere = Shapes::Sphere(1);
	const FTriangle First = Sphere.Triangles[0];
	Sphere.Positions.push_back({2.0, 2.0, 2.0});
	Sphere.Triangles.push_back({First[0], First[1], static_cast<int32_t>(Sphere.Positions.size()) - 1}); // a fin
	FCollapseMesh Mesh(Sphere.Positions.size(), Sphere.Triangles);
	EXPECT_EQ(Mesh.Kind(First[0]), EVertexKind::Fixed);
	EXPECT_EQ(Mesh.Kind(First[1]), EVertexKind::Fixed);
	CollapseAll(Mesh, 3);
	EXPECT_TRUE(Mesh.IsAlive(First[0]));
	EXPECT_TRUE(Mesh.IsAlive(First[1]));
	EXPECT_EQ(Describe(Sphere.Positions.size(), TrianglesLeft(Mesh)).NonManifoldEdges, 1u);
}

TEST(CollapseMesh, RandomCollapsesKeepTheTopologyOfAnyMesh)
{
	FTriangleMesh Open = Shapes::Join(Shapes::Grid(9, 7), Shapes::Torus(3.0, 1.0, 12, 8), {20.0, 0.0, 0.0});
	Open.Triangles.erase(Open.Triangles.begin() + 40, Open.Triangles.begin() + 43);
	for (const FTriangleMesh& Shape : {Shapes::Sphere(2), Shapes::Torus(3.0, 1.0, 14, 9), Open})
	{
		const FMeshTopology Before = Describe(Shape.Positions.size(), Shape.Triangles);
		for (uint64_t Seed = 1; Seed < 6; ++Seed)
		{
			FCollapseMesh Mesh(Shape.Positions.size(), Shape.Triangles);
			CollapseAll(Mesh, Seed);
			const std::vector<FTriangle> Left = TrianglesLeft(Mesh);
			const FMeshTopology After = Describe(Shape.Positions.size(), Left);
			EXPECT_LT(Left.size(), Shape.Triangles.size() / 3);
			EXPECT_EQ(After.Components, Before.Components);
			EXPECT_EQ(After.EulerCharacteristic, Before.EulerCharacteristic);
			EXPECT_EQ(After.NonManifoldEdges, Before.NonManifoldEdges);
			EXPECT_EQ(After.InconsistentEdges, 0u);
			EXPECT_EQ(After.BoundaryEdges > 0, Before.BoundaryEdges > 0);
		}
	}
}

} // namespace CollapseMeshTests
} // namespace Exemplar
