// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Geometry/Measures.h"

#include "Shapes.h"

#include <gtest/gtest.h>
#include <numeric>

namespace Exemplar
{
namespace MeasuresTest
{

constexpr double Pi = std::numbers::pi;

TEST(Measures, TetrahedronHasItsAreaAndVolumeWhereverItStands)
{
	for (const double Shift : {0.0, 1e3})
	{
		FTriangleMesh Mesh = Shapes::Tetrahedron();
		for (FDouble3& P : Mesh.Positions)
		{
			P.X += Shift;
		}
		EXPECT_NEAR(SignedVolume(Mesh.Positions, Mesh.Triangles), 1.0 / 6.0, 1e-12);
		EXPECT_NEAR(SurfaceArea(Mesh.Positions, Mesh.Triangles), 1.5 + std::sqrt(3.0) / 2.0, 1e-12);
		for (FTriangle& Triangle : Mesh.Triangles)
		{
			std::swap(Triangle[0], Triangle[1]);
		}
		EXPECT_NEAR(SignedVolume(Mesh.Positions, Mesh.Triangles), -1.0 / 6.0, 1e-12);
	}
}

TEST(Measures, SphereAndTorusConvergeToTheirFormulas)
{
	const FTriangleMesh Sphere = Shapes::Sphere(4);
	EXPECT_NEAR(SurfaceArea(Sphere.Positions, Sphere.Triangles), 4 * Pi, 0.02);
	EXPECT_NEAR(SignedVolume(Sphere.Positions, Sphere.Triangles), 4 * Pi / 3, 0.01);
	const FTriangleMesh Torus = Shapes::Torus(2, 0.5, 128, 64);
	EXPECT_NEAR(SurfaceArea(Torus.Positions, Torus.Triangles), 4 * Pi * Pi, 0.05);
	EXPECT_NEAR(SignedVolume(Torus.Positions, Torus.Triangles), 2 * Pi * Pi * 2 * 0.25, 0.03);
}

TEST(Measures, AreasOfTrianglesAndVerticesSumToTheSurface)
{
	const FTriangleMesh Mesh = Shapes::Torus(2, 0.7, 20, 11);
	const double Area = SurfaceArea(Mesh.Positions, Mesh.Triangles);
	const std::vector<double> OfTriangles = TriangleAreas(Mesh.Positions, Mesh.Triangles);
	const std::vector<double> OfVertices = VertexAreas(Mesh.Positions, Mesh.Triangles);
	EXPECT_NEAR(std::accumulate(OfTriangles.begin(), OfTriangles.end(), 0.0), Area, 1e-10);
	EXPECT_NEAR(std::accumulate(OfVertices.begin(), OfVertices.end(), 0.0), Area, 1e-10);
}

TEST(Measures, NormalsOfASpherePointOutward)
{
	const FTriangleMesh Mesh = Shapes::Sphere(3);
	for (const ENormalWeight Weight : {ENormalWeight::Angle, ENormalWeight::Area, ENormalWeight::Equal})
	{
		const std::vector<FDouble3> Normals = VertexNormals(Mesh.Positions, Mesh.Triangles, Weight);
		for (size_t Vertex = 0; Vertex < Normals.size(); ++Vertex)
		{
			const FDouble3 &N = Normals[Vertex], &P = Mesh.Positions[Vertex];
			EXPECT_NEAR(N.X * P.X + N.Y * P.Y + N.Z * P.Z, 1.0, 1e-3);
		}
	}
	const std::vector<FDouble3> OfTriangles = TriangleNormals(Mesh.Positions, Mesh.Triangles);
	for (size_t Triangle = 0; Triangle < OfTriangles.size(); ++Triangle)
	{
		const FDouble3 &N = OfTriangles[Triangle],
					   &P = Mesh.Positions[static_cast<size_t>(Mesh.Triangles[Triangle][0])];
		EXPECT_NEAR(N.X * N.X + N.Y * N.Y + N.Z * N.Z, 1.0, 1e-12);
		EXPECT_GT(N.X * P.X + N.Y * P.Y + N.Z * P.Z, 0.9);
	}
}

TEST(Measures, AngleWeightsDoNotSeeHowACubeIsTriangulated)
{
	// At a cube's corner the faces meet with one or two triangles each; the normal must be the diagonal all the same.
	const FTriangleMesh Corner{{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 1, 1}, {0, 0, 1}, {1, 0, 1}},
		{{0, 2, 1}, {0, 3, 2}, {0, 5, 3}, {3, 5, 4}, {0, 1, 5}, {1, 6, 5}}};
	const FDouble3 Normal = VertexNormals(Corner.Positions, Corner.Triangles)[0];
	EXPECT_NEAR(Normal.X, -1 / std::sqrt(3.0), 1e-12);
	EXPECT_NEAR(Normal.Y, -1 / std::sqrt(3.0), 1e-12);
	EXPECT_NEAR(Normal.Z, -1 / std::sqrt(3.0), 1e-12);
	const FDouble3 Equal = VertexNormals(Corner.Positions, Corner.Triangles, ENormalWeight::Equal)[0];
	EXPECT_LT(Equal.Z, -0.7);
}

TEST(Measures, WhatHasNoAreaHasNoNormalAndNothingIsNan)
{
	const FTriangleMesh Mesh{{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {5, 5, 5}}, {{0, 1, 2}, {0, 0, 1}}};
	EXPECT_EQ(TriangleNormals(Mesh.Positions, Mesh.Triangles)[0], FDouble3{});
	EXPECT_EQ(VertexNormals(Mesh.Positions, Mesh.Triangles)[3], FDouble3{});
	EXPECT_EQ(VertexNormals(Mesh.Positions, Mesh.Triangles)[1], FDouble3{});
	EXPECT_EQ(SurfaceArea(Mesh.Positions, Mesh.Triangles), 0.0);
	EXPECT_EQ(SignedVolume({}, {}), 0.0);
	EXPECT_EQ(MeanEdgeLength({}, {}), 0.0);
	EXPECT_DOUBLE_EQ(MeanEdgeLength(Mesh.Positions, std::span(Mesh.Triangles).first(1)), 4.0 / 3.0);
}

} // namespace MeasuresTest
} // namespace Exemplar
