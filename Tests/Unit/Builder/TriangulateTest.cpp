// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Examples/Triangulate.h"

#include "ExampleMeshes.h"

#include <cmath>
#include <numbers>

namespace Exemplar
{
namespace TriangulateTest
{

using FCorners = std::vector<std::array<uint32_t, 3>>;

/** Signed areas along z: a proper triangulation of a flat polygon has only positive ones that sum to the polygon's. */
std::vector<double> SignedAreas(const FSourceMesh& Mesh, const FPolygonTriangles& Triangles)
{
	std::vector<double> Areas;
	for (const std::array<uint32_t, 3>& T : Triangles.Corners)
	{
		const FDouble3 &A = Mesh.Positions[Mesh.CornerVertices[T[0]]], &B = Mesh.Positions[Mesh.CornerVertices[T[1]]],
					   &C = Mesh.Positions[Mesh.CornerVertices[T[2]]];
		Areas.push_back(0.5 * ((B.X - A.X) * (C.Y - A.Y) - (B.Y - A.Y) * (C.X - A.X)));
	}
	return Areas;
}

void ExpectTiling(const FSourceMesh& Mesh, double Area)
{
	const FPolygonTriangles Triangles = TriangulatePolygons(Mesh);
	ASSERT_EQ(Triangles.Corners.size(), Mesh.CornerVertices.size() - 2 * Mesh.PolygonCount());
	double Sum = 0.0;
	for (double Part : SignedAreas(Mesh, Triangles))
	{
		EXPECT_GT(Part, 0.0);
		Sum += Part;
	}
	EXPECT_NEAR(Sum, Area, 1e-12 * Area);
}

TEST(Triangulate, AConvexQuadIsCutAlongItsShorterDiagonalAndASquareFromItsFirstCorner)
{
	const FSourceMesh Square = MakeMesh({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, {{0, 1, 2, 3}});
	EXPECT_EQ(TriangulatePolygons(Square).Corners, (FCorners{{0, 1, 2}, {0, 2, 3}}));
	const FSourceMesh Kite = MakeMesh({{-3, 0, 0}, {0, -1, 0}, {3, 0, 0}, {0, 1, 0}}, {{0, 1, 2, 3}});
	EXPECT_EQ(TriangulatePolygons(Kite).Corners, (FCorners{{1, 2, 3}, {0, 1, 3}}));
}

TEST(Triangulate, AConcaveQuadIsCutThroughItsReflexCorner)
{
	// An arrow head: the diagonal between its barbs, 0 and 2, is the shorter one and runs outside.
	const FSourceMesh Arrow = MakeMesh({{-1, 0, 0}, {0, 0.5, 0}, {1, 0, 0}, {0, 4, 0}}, {{0, 1, 2, 3}});
	for (const std::array<uint32_t, 3>& T : TriangulatePolygons(Arrow).Corners)
	{
		EXPECT_TRUE(T[0] == 1 || T[1] == 1 || T[2] == 1);
	}
	ExpectTiling(Arrow, 3.5);
}

TEST(Triangulate, StarsCombsAndPolygonsWithAHoleAreTiled)
{
	FSourceMesh Star;
	double Area = 0.0;
	constexpr uint32_t Count = 50;
	for (uint32_t Corner = 0; Corner < Count; ++Corner)
	{
		const double Angle = 2.0 * std::numbers::pi * Corner / Count, Radius = Corner % 2 ? 1.0 : 5.0;
		Star.Positions.push_back({Radius * std::cos(Angle), Radius * std::sin(Angle), 0.0});
		Star.CornerVertices.push_back(Corner);
		Area += 0.5 * 5.0 * std::sin(2.0 * std::numbers::pi / Count);
	}
	Star.PolygonOffsets.push_back(Count);
	ExpectTiling(Star, Area);

	FSourceMesh Comb;
	for (uint32_t Tooth = 0; Tooth < 10; ++Tooth)
	{
		Comb.Positions.push_back({Tooth + 0.0, 0.0, 0.0});
		Comb.Positions.push_back({Tooth + 0.5, 9.0, 0.0});
	}
	Comb.Positions.push_back({10.0, 0.0, 0.0});
	Comb.Positions.push_back({10.0, 10.0, 0.0});
	Comb.Positions.push_back({0.0, 10.0, 0.0});
	for (uint32_t Corner = 0; Corner < Comb.Positions.size(); ++Corner)
	{
		Comb.CornerVertices.push_back(Corner);
	}
	Comb.PolygonOffsets.push_back(static_cast<uint32_t>(Comb.CornerVertices.size()));
	ExpectTiling(Comb, 100.0 - 10 * 4.5);

	// A square with a square hole, joined to the border by an edge that is walked both ways.
	const FSourceMesh Frame =
		MakeMesh({{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 4, 0}, {1, 1, 0}, {1, 3, 0}, {3, 3, 0}, {3, 1, 0}},
			{{0, 1, 2, 3, 0, 4, 5, 6, 7, 4}});
	ExpectTiling(Frame, 12.0);
}

TEST(Triangulate, CornersInTheMiddleOfASideMakeNoFlatTriangles)
{
	ExpectTiling(
		MakeMesh({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {2, 1, 0}, {2, 2, 0}, {0, 2, 0}}, {{0, 1, 2, 3, 4, 5}}), 4.0);
}

TEST(Triangulate, TheCutDoesNotDependOnHowThePolygonLiesInSpace)
{
	const std::vector<FDouble3> Flat{{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {2, 1, 0}, {0, 4, 0}};
	const auto CutWith = [&](FDouble3 (*Turn)(const FDouble3&))
	{
		std::vector<FDouble3> Turned;
		for (const FDouble3& P : Flat)
		{
			Turned.push_back(Turn(P));
		}
		return TriangulatePolygons(MakeMesh(Turned, {{0, 1, 2, 3, 4}})).Corners;
	};
	const FCorners Expected = CutWith([](const FDouble3& P) { return P; });
	EXPECT_EQ(CutWith([](const FDouble3& P) { return FDouble3{P.Y, P.Z, P.X}; }), Expected);
	EXPECT_EQ(CutWith([](const FDouble3& P) { return FDouble3{P.Z, P.X, P.Y}; }), Expected);
	EXPECT_EQ(CutWith([](const FDouble3& P) { return FDouble3{-P.X, P.Y, P.Z}; }), Expected);
	EXPECT_EQ(CutWith([](const FDouble3& P) { return FDouble3{P.Z, P.Y, P.X}; }), Expected);
	EXPECT_EQ(CutWith([](const FDouble3& P) { return FDouble3{P.X, P.Z, P.Y}; }), Expected);
	EXPECT_EQ(CutWith([](const FDouble3& P) { return FDouble3{P.X + 1e6, P.Y - 1e6, P.X + 1e6}; }), Expected);
}

TEST(Triangulate, PolygonsWithoutAreaOrThatCutThemselvesStillGiveTheirTriangles)
{
	const FSourceMesh Bad = MakeMesh({{0, 0, 0}, {1, 1, 0}, {1, 0, 0}, {0, 1, 0}, {2, 2, 0}, {3, 3, 0}},
		{{0, 1, 2, 3}, {0, 1, 4, 5}, {0, 0, 0, 0, 0}, {0, 1, 0, 1, 2}});
	const FPolygonTriangles Triangles = TriangulatePolygons(Bad);
	EXPECT_EQ(Triangles.Polygons, (std::vector<uint32_t>{0, 0, 1, 1, 2, 2, 2, 3, 3, 3}));
}

TEST(Triangulate, EveryPoseHasTheTrianglesOfTheRest)
{
	const std::vector<FDouble3> Rest{{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {2, 1, 0}, {0, 4, 0}};
	// In this pose the polygon is convex and another cut would be chosen.
	const std::vector<FDouble3> Convex{{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {2, 9, 0}, {0, 4, 0}};
	const TResult<FExampleSet> Alone = BuildExampleSet(MakeExamples(MakeMesh(Rest, {{0, 1, 2, 3, 4}})), {}, {});
	const TResult<FExampleSet> Posed =
		BuildExampleSet(MakeExamples(MakeMesh(Rest, {{0, 1, 2, 3, 4}}), {Convex}), {}, {});
	ASSERT_TRUE(Alone && Posed);
	EXPECT_EQ(Alone->Rest.Triangles, Posed->Rest.Triangles);
	EXPECT_NE(TriangulatePolygons(MakeMesh(Rest, {{0, 1, 2, 3, 4}})).Corners,
		TriangulatePolygons(MakeMesh(Convex, {{0, 1, 2, 3, 4}})).Corners);
}

} // namespace TriangulateTest
} // namespace Exemplar
