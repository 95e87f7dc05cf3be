// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Geometry/Topology.h"

#include "Shapes.h"

#include <gtest/gtest.h>

namespace Exemplar
{
namespace TopologyTest
{

FMeshTopology Describe(const FTriangleMesh& Mesh)
{
	return DescribeTopology(BuildAdjacency(Mesh.Positions.size(), Mesh.Triangles), Mesh.Triangles);
}

TEST(Topology, SphereTorusAndGridHaveTheirEulerCharacteristics)
{
	const FMeshTopology Sphere = Describe(Shapes::Sphere(2));
	EXPECT_TRUE(Sphere.IsClosed() && Sphere.IsManifold());
	EXPECT_EQ(Sphere.EulerCharacteristic, 2);
	EXPECT_EQ(Sphere.Genus(), 0);
	const FMeshTopology Torus = Describe(Shapes::Torus(2, 1, 12, 8));
	EXPECT_TRUE(Torus.IsClosed() && Torus.IsManifold());
	EXPECT_EQ(Torus.Genus(), 1);
	const FMeshTopology Grid = Describe(Shapes::Grid(3, 4));
	EXPECT_FALSE(Grid.IsClosed());
	EXPECT_TRUE(Grid.IsManifold());
	EXPECT_EQ(Grid.EulerCharacteristic, 1);
	EXPECT_EQ(Grid.BoundaryEdges, 14u);
}

TEST(Topology, ComponentsAreNumberedByTheirSmallestVertex)
{
	FTriangleMesh Two = Shapes::Join(Shapes::Sphere(0), Shapes::Torus(2, 1, 6, 6), {10, 0, 0});
	Two.Positions.push_back({0, 0, 0}); // no triangle uses it
	Two.Triangles.push_back({5, 5, 6});
	const FMeshComponents Components =
		FindComponents(BuildAdjacency(Two.Positions.size(), Two.Triangles), Two.Triangles);
	EXPECT_EQ(Components.Count, 2u);
	EXPECT_EQ(Components.OfVertex.front(), 0);
	EXPECT_EQ(Components.OfVertex[12], 1);
	EXPECT_EQ(Components.OfVertex.back(), -1);
	EXPECT_EQ(Components.OfTriangle.front(), 0);
	EXPECT_EQ(Components.OfTriangle[20], 1);
	EXPECT_EQ(Components.OfTriangle.back(), -1);
	const FMeshTopology Topology = Describe(Two);
	EXPECT_EQ(Topology.Components, 2u);
	EXPECT_EQ(Topology.Genus(), 1);
}

TEST(Topology, WhatIsNotManifoldIsCounted)
{
	FTriangleMesh Fin{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}}, {{0, 1, 2}, {1, 0, 3}, {0, 1, 4}}};
	EXPECT_EQ(Describe(Fin).NonManifoldEdges, 1u);
	FTriangleMesh BowTie{Fin.Positions, {{0, 1, 2}, {0, 3, 4}}};
	EXPECT_EQ(Describe(BowTie).NonManifoldVertices, 1u);
	EXPECT_EQ(Describe(BowTie).Components, 1u);
	FTriangleMesh Flipped{Fin.Positions, {{0, 1, 2}, {0, 1, 3}}};
	EXPECT_EQ(Describe(Flipped).InconsistentEdges, 1u);
	EXPECT_FALSE(Describe(Flipped).IsManifold());
	EXPECT_FALSE(Describe({}).IsClosed());
}

} // namespace TopologyTest
} // namespace Exemplar
