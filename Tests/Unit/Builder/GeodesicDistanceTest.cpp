// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Geometry/GeodesicDistance.h"
#include "FullSize.h"
#include "Geometry/EigenLibrary.h"

#include "Geometry/EigenMap.h"
#include "Sample/SampleCharacter.h"
#include "Shapes.h"

#include <gtest/gtest.h>
#include <igl/exact_geodesic.h>
#include <numeric>

namespace Exemplar
{
namespace GeodesicDistanceTest
{

std::vector<double> HeatDistance(const FTriangleMesh& Mesh, std::vector<int32_t> Sources)
{
	const TResult<std::vector<double>> Distance = GeodesicDistance(Mesh.Positions, Mesh.Triangles, Sources);
	EXPECT_TRUE(Distance.IsOk());
	return Distance ? *Distance : std::vector<double>(Mesh.Positions.size());
}

/** The mean error against polyhedral distances that are exact (Mitchell, Mount & Papadimitriou 1987), over their mean.
 */
double ErrorAgainstExact(const FTriangleMesh& Mesh, int32_t Source)
{
	const Eigen::MatrixXd V = AsMatrix(std::span<const FDouble3>(Mesh.Positions));
	const Eigen::MatrixXi F = AsMatrix(std::span<const FTriangle>(Mesh.Triangles));
	Eigen::VectorXi From(1), To(V.rows()), None;
	From[0] = Source;
	std::iota(To.begin(), To.end(), 0);
	Eigen::VectorXd Exact;
	igl::exact_geodesic(V, F, From, None, To, None, Exact);
	const std::vector<double> Heat = HeatDistance(Mesh, {Source});
	return (Eigen::Map<const Eigen::VectorXd>(Heat.data(), V.rows()) - Exact).cwiseAbs().mean() / Exact.mean();
}

TEST(GeodesicDistance, AgreesWithGreatCirclesOnASphere)
{
	const FTriangleMesh Mesh = Shapes::Sphere(4);
	const std::vector<double> Distance = HeatDistance(Mesh, {0});
	const FDouble3 S = Mesh.Positions[0];
	double Worst = 0.0;
	for (size_t Vertex = 0; Vertex < Mesh.Positions.size(); ++Vertex)
	{
		const FDouble3& P = Mesh.Positions[Vertex];
		Worst = std::max(
			Worst, std::abs(Distance[Vertex] - std::acos(std::clamp(S.X * P.X + S.Y * P.Y + S.Z * P.Z, -1.0, 1.0))));
	}
	EXPECT_LT(Worst, 0.08); // of a half circumference of 3.14
	EXPECT_EQ(Distance[0], 0.0);
}

TEST(GeodesicDistance, AgreesWithExactGeodesics)
{
	EXPECT_LT(ErrorAgainstExact(Shapes::Sphere(3), 5), 0.02);
	EXPECT_LT(ErrorAgainstExact(Shapes::Torus(2, 0.8, 48, 24), 11), 0.05); // its triangles are twice as long as wide
	FTriangleMesh Dented = Shapes::Grid(30, 20, 0.1);
	for (FDouble3& P : Dented.Positions)
	{
		// With a boundary, and bent so that the oracle meets no ties.
		P = {P.X + 0.02 * std::sin(5 * P.Y), P.Y + 0.02 * std::cos(7 * P.X), 0.2 * std::sin(2 * P.X + P.Y)};
	}
	EXPECT_LT(ErrorAgainstExact(Dented, 300), 0.02);
}

TEST(GeodesicDistance, AgreesWithExactGeodesicsOnTheSampleCharacter)
{
	FULL_SIZE_TEST();
	const TResult<FSampleCharacter> Sample = BuildSample({.VertexCount = 3000}, {});
	ASSERT_TRUE(Sample.IsOk());
	EXPECT_LT(ErrorAgainstExact({Sample->Source.Rest.Positions, Sample->Triangles}, 100), 0.02);
}

TEST(GeodesicDistance, SolverGivesTheSameForEveryQueryAsTheFunction)
{
	const FTriangleMesh Mesh = Shapes::Torus(2, 0.8, 24, 12);
	const TResult<FGeodesicSolver> Solver = FGeodesicSolver::Make(Mesh.Positions, Mesh.Triangles);
	ASSERT_TRUE(Solver.IsOk());
	for (const int32_t Source : {0, 77, 200})
	{
		const TResult<std::vector<double>> Distance = Solver->Distance(std::span(&Source, 1));
		ASSERT_TRUE(Distance.IsOk());
		EXPECT_EQ(*Distance, HeatDistance(Mesh, {Source}));
	}
}

TEST(GeodesicDistance, ToSeveralSourcesIsToTheNearest)
{
	const FTriangleMesh Mesh = Shapes::Grid(40, 4, 0.1);
	const int32_t Left = 2 * 41, Right = 2 * 41 + 40;
	const std::vector<double> Both = HeatDistance(Mesh, {Left, Right});
	for (int32_t Column = 0; Column <= 40; ++Column)
	{
		EXPECT_NEAR(Both[static_cast<size_t>(Left + Column)], 0.1 * std::min(Column, 40 - Column), 0.08);
	}
}

TEST(GeodesicDistance, IsInfiniteWhereNoSourceIsConnected)
{
	FTriangleMesh Mesh = Shapes::Join(Shapes::Sphere(2), Shapes::Grid(20, 20, 0.25), {5, 0, 0});
	Mesh.Positions.push_back({9, 9, 9});
	Mesh.Triangles.push_back({0, 0, 1});
	const std::vector<double> Distance = HeatDistance(Mesh, {3});
	EXPECT_TRUE(std::isfinite(Distance[0]));
	EXPECT_TRUE(std::isinf(Distance[Shapes::Sphere(2).Positions.size()]));
	EXPECT_TRUE(std::isinf(Distance.back()));
	// A source on each component serves both.
	const int32_t OnGrid = static_cast<int32_t>(Shapes::Sphere(2).Positions.size());
	EXPECT_NEAR(HeatDistance(Mesh, {3, OnGrid})[static_cast<size_t>(OnGrid) + 20], 5.0, 0.25);
}

TEST(GeodesicDistance, WalksAcrossNonManifoldEdges)
{
	// Three sheets on one edge: from the tip of one to the tips of the others.
	FTriangleMesh Mesh = Shapes::Grid(8, 4, 0.25);
	const size_t First = Mesh.Positions.size();
	for (int32_t Step = 0; Step <= 4; ++Step)
	{
		Mesh.Positions.push_back({1.0, 0.25 * Step, 0.25});
	}
	for (int32_t Step = 0; Step < 4; ++Step)
	{
		const int32_t A = Step * 9 + 4, B = A + 9, C = static_cast<int32_t>(First) + Step, D = C + 1;
		Mesh.Triangles.push_back({A, B, D});
		Mesh.Triangles.push_back({A, D, C});
	}
	const std::vector<double> Distance = HeatDistance(Mesh, {2 * 9});
	EXPECT_NEAR(Distance[2 * 9 + 8], 2.0, 0.2);
	EXPECT_NEAR(Distance[First + 2], 1.25, 0.2);
}

TEST(GeodesicDistance, RefusesWhatHasNoAnswer)
{
	const FTriangleMesh Mesh = Shapes::Tetrahedron();
	const std::vector<FTriangle> Bad{{0, 1, 9}};
	const std::vector<FDouble3> Flat{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}};
	const std::vector<FTriangle> One{{0, 1, 2}};
	EXPECT_EQ(GeodesicDistance(Mesh.Positions, Bad, {}).GetError().Code, EErrorCode::InvalidArgument);
	EXPECT_EQ(GeodesicDistance(Flat, One, {}).GetError().Code, EErrorCode::Degenerate);
	EXPECT_EQ(GeodesicDistance(Mesh.Positions, Mesh.Triangles, {}).GetError().Code, EErrorCode::InvalidArgument);
	const int32_t Far = 17;
	EXPECT_EQ(GeodesicDistance(Mesh.Positions, Mesh.Triangles, std::span(&Far, 1)).GetError().Code,
		EErrorCode::InvalidArgument);
	std::vector<FDouble3> Holed = Mesh.Positions;
	Holed[2].Y = NAN;
	EXPECT_EQ(GeodesicDistance(Holed, Mesh.Triangles, {}).GetError().Code, EErrorCode::Degenerate);
	EXPECT_EQ(GeodesicDistance(Mesh.Positions, Mesh.Triangles, {}, {.TimeScale = 0.0}).GetError().Code,
		EErrorCode::InvalidArgument);
}

} // namespace GeodesicDistanceTest
} // namespace Exemplar
