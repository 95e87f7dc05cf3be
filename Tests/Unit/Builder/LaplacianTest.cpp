// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Geometry/Laplacian.h"
#include "Geometry/EigenLibrary.h"

#include "Geometry/Measures.h"
#include "Shapes.h"

#include <gtest/gtest.h>

namespace Exemplar
{
namespace LaplacianTest
{

TEST(Laplacian, IsSymmetricAndItsRowsSumToZero)
{
	const FTriangleMesh Mesh = Shapes::Torus(2, 0.7, 24, 15);
	const FSparseMatrix C = CotangentLaplacian(Mesh.Positions, Mesh.Triangles);
	EXPECT_LT((C - FSparseMatrix(C.transpose())).norm(), 1e-12);
	EXPECT_LT((C * Eigen::VectorXd::Ones(C.rows())).norm(), 1e-10);
}

TEST(Laplacian, EnergyOfALinearFunctionIsItsSlopeTimesTheArea)
{
	const FTriangleMesh Mesh = Shapes::Grid(9, 7, 0.5);
	const FSparseMatrix C = CotangentLaplacian(Mesh.Positions, Mesh.Triangles);
	Eigen::VectorXd U(static_cast<Eigen::Index>(Mesh.Positions.size()));
	for (size_t Vertex = 0; Vertex < Mesh.Positions.size(); ++Vertex)
	{
		U[static_cast<Eigen::Index>(Vertex)] = 3.0 * Mesh.Positions[Vertex].X - 4.0 * Mesh.Positions[Vertex].Y;
	}
	EXPECT_NEAR(U.dot(C * U), 25.0 * 4.5 * 3.5, 1e-9);
	// Inside, a linear function is harmonic.
	EXPECT_NEAR((C * U)[3 * 10 + 4], 0.0, 1e-12);
}

TEST(Laplacian, SphereHasTheEigenvalueTwoForLinearFunctions)
{
	const FTriangleMesh Mesh = Shapes::Sphere(4);
	const FSparseMatrix C = CotangentLaplacian(Mesh.Positions, Mesh.Triangles);
	const FSparseMatrix M = LumpedMass(Mesh.Positions, Mesh.Triangles);
	Eigen::VectorXd X(static_cast<Eigen::Index>(Mesh.Positions.size()));
	for (size_t Vertex = 0; Vertex < Mesh.Positions.size(); ++Vertex)
	{
		X[static_cast<Eigen::Index>(Vertex)] = Mesh.Positions[Vertex].X;
	}
	EXPECT_NEAR(X.dot(C * X) / X.dot(M * X), 2.0, 0.01);
	EXPECT_NEAR(M.diagonal().sum(), SurfaceArea(Mesh.Positions, Mesh.Triangles), 1e-9);
	EXPECT_GT(M.diagonal().minCoeff(), 0.0);
}

TEST(Laplacian, StaysFiniteOnDegenerateTriangles)
{
	FTriangleMesh Mesh = Shapes::Grid(3, 3);
	Mesh.Triangles.push_back({0, 1, 2}); // collinear
	Mesh.Triangles.push_back({5, 5, 6});
	const FSparseMatrix C = CotangentLaplacian(Mesh.Positions, Mesh.Triangles);
	const FSparseMatrix M = LumpedMass(Mesh.Positions, Mesh.Triangles);
	EXPECT_TRUE(std::isfinite(C.norm()) && std::isfinite(M.norm()));
	EXPECT_EQ(C.rows(), 16);
	EXPECT_EQ(CotangentLaplacian(Mesh.Positions, std::span<const FTriangle>{}).nonZeros(), 0);
	EXPECT_EQ(TrianglesWithArea(Mesh.Positions, Mesh.Triangles).size(), 18u);
}

} // namespace LaplacianTest
} // namespace Exemplar
