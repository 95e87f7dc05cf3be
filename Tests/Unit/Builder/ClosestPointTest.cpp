// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Geometry/ClosestPoint.h"

#include "Base/ThreadPool.h"
#include "RandomNumbers.h"
#include "Shapes.h"

#include <gtest/gtest.h>

namespace Exemplar
{
namespace ClosestPointTest
{

double Distance(const FDouble3& A, const FDouble3& B)
{
	return std::hypot(A.X - B.X, A.Y - B.Y, A.Z - B.Z);
}

TEST(ClosestPoint, OnASphereIsTheRadialProjection)
{
	const FTriangleMesh Mesh = Shapes::Sphere(4);
	const FClosestPointFinder Finder(Mesh.Positions, Mesh.Triangles);
	FRandomNumbers Random(7);
	for (int Query = 0; Query < 200; ++Query)
	{
		const FDouble3 P{Random.Between(-3, 3), Random.Between(-3, 3), Random.Between(-3, 3)};
		const double Length = Distance(P, {});
		const FClosestPoint Found = Finder.Find(P);
		EXPECT_NEAR(Found.Distance, std::abs(Length - 1.0), 0.003);
		if (Length > 0.2)
		{
			EXPECT_LT(
				Distance(Found.Position, {P.X / Length, P.Y / Length, P.Z / Length}), 0.04 / std::min(1.0, Length));
		}
	}
}

TEST(ClosestPoint, IsNeverFartherThanAnyCornerAndItsCoordinatesSayWhereItIs)
{
	const FTriangleMesh Mesh = Shapes::Torus(2, 0.8, 9, 7);
	const FClosestPointFinder Finder(Mesh.Positions, Mesh.Triangles);
	FRandomNumbers Random(3);
	std::vector<FDouble3> Queries;
	for (int Query = 0; Query < 300; ++Query)
	{
		Queries.push_back({Random.Between(-3, 3), Random.Between(-3, 3), Random.Between(-2, 2)});
	}
	const std::unique_ptr<IExecutor> Pool = MakeThreadPool(3);
	const std::vector<FClosestPoint> All = Finder.Find(Queries, *Pool);
	for (size_t Query = 0; Query < Queries.size(); ++Query)
	{
		const FClosestPoint& Found = All[Query];
		EXPECT_EQ(Found.Where, Finder.Find(Queries[Query]).Where);
		for (const FDouble3& Corner : Mesh.Positions)
		{
			EXPECT_LE(Found.Distance, Distance(Queries[Query], Corner) + 1e-12);
		}
		EXPECT_NEAR(Found.Where.Weights[0] + Found.Where.Weights[1] + Found.Where.Weights[2], 1.0, 1e-14);
		for (const double Weight : Found.Where.Weights)
		{
			EXPECT_GE(Weight, 0.0);
		}
		EXPECT_EQ(PointAt(Mesh.Positions, Mesh.Triangles, Found.Where), Found.Position);
	}
}

TEST(ClosestPoint, FindsVerticesAtNoDistance)
{
	const FTriangleMesh Mesh = Shapes::Join(Shapes::Sphere(1), Shapes::Grid(4, 4), {3, 0, 0});
	const FClosestPointFinder Finder(Mesh.Positions, Mesh.Triangles);
	for (const FDouble3& P : Mesh.Positions)
	{
		EXPECT_LT(Finder.Find(P).Distance, 1e-12);
	}
}

TEST(ClosestPoint, NothingIsFoundOnNothingAndDegenerateTrianglesAreSegments)
{
	const FClosestPointFinder Empty({}, {});
	EXPECT_EQ(Empty.Find(FDouble3{1, 2, 3}).Where.Triangle, -1);
	const std::vector<FDouble3> Positions{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}};
	const std::vector<FTriangle> Triangles{{0, 1, 2}};
	const FClosestPointFinder Segment(Positions, Triangles);
	EXPECT_NEAR(Segment.Find(FDouble3{1.5, 1, 0}).Distance, 1.0, 1e-9);
}

} // namespace ClosestPointTest
} // namespace Exemplar
