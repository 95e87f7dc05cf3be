// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Metrics/SurfaceDistance.h"

#include "Geometry/Measures.h"
#include "Geometry/SurfaceTree.h"
#include "Shapes.h"

#include <cmath>
#include <gtest/gtest.h>
#include <numbers>
#include <random>

namespace Exemplar
{
namespace SurfaceDistanceTests
{

/** A square of side 2 in XY at some height, two triangles. */
std::vector<FDouble3> Square(double Height)
{
	return {{-1.0, -1.0, Height}, {1.0, -1.0, Height}, {1.0, 1.0, Height}, {-1.0, 1.0, Height}};
}

const std::vector<FTriangle> SquareTriangles{{0, 1, 2}, {0, 2, 3}};

TEST(SurfaceDistance, OfParallelSquaresIsTheirDistanceBothWays)
{
	const std::vector<std::vector<FDouble3>> First{Square(0.0), Square(0.0)}, Second{Square(0.3), Square(0.4)};
	const FSurfaceDistance Found = MeasureSurfaceDistance({SquareTriangles, First}, {SquareTriangles, Second}, 500, 1);
	const double Rms = std::sqrt(0.5 * (0.09 + 0.16));
	EXPECT_NEAR(Found.Rms, Rms, 1e-12);
	EXPECT_NEAR(Found.There, Rms, 1e-12);
	EXPECT_NEAR(Found.Back, Rms, 1e-12);
	EXPECT_NEAR(Found.Worst, Rms, 1e-12) << "every place is off by the same, 0.3 in one pose and 0.4 in the other";
	EXPECT_NEAR(Found.Max, 0.4, 1e-12);
}

TEST(SurfaceDistance, SeesWhatIsBetweenVerticesAndWhatOnlyOneSurfaceHas)
{
	// A pyramid on the square: its base points lie on it, so vertices alone see the tip and nothing else.
	std::vector<FDouble3> Pyramid = Square(0.0);
	Pyramid.push_back({0.0, 0.0, 0.5});
	const std::vector<FTriangle> Sides{{0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}};
	const std::vector<std::vector<FDouble3>> First{Square(0.0)}, Second{Pyramid};
	const FSurfaceDistance Found = MeasureSurfaceDistance({SquareTriangles, First}, {Sides, Second}, 40000, 1);
	// Back, a place at height z is off by z: its mean square over the sides is 0.5^2 / 6. There, distances to the
	// slanted sides are shorter by the cosine of the slope, 1 / sqrt(1 + 0.25).
	EXPECT_NEAR(Found.Back, 0.5 / std::sqrt(6.0), 2e-3);
	EXPECT_NEAR(Found.There, 0.5 / std::sqrt(6.0) / std::sqrt(1.25), 2e-3);
	EXPECT_NEAR(Found.Max, 0.5, 0.01);

	// A flap far away belongs to the second surface alone: the way there does not see it, the way back does.
	std::vector<FDouble3> Flap = Square(0.0);
	Flap.insert(Flap.end(), {{0.0, 0.0, 3.0}, {1.0, 0.0, 3.0}, {0.0, 1.0, 3.0}});
	const std::vector<FTriangle> WithFlap{{0, 1, 2}, {0, 2, 3}, {4, 5, 6}};
	const std::vector<std::vector<FDouble3>> Third{Flap};
	const FSurfaceDistance Far = MeasureSurfaceDistance({SquareTriangles, First}, {WithFlap, Third}, 1000, 1);
	EXPECT_NEAR(Far.There, 0.0, 1e-12);
	EXPECT_NEAR(Far.Back, 3.0 * std::sqrt(0.5 / 4.5), 0.01);
}

TEST(SurfaceDistance, PlacesAreSpreadByAreaAndFollowTheSeed)
{
	std::vector<FDouble3> Positions = Square(0.0);
	Positions.insert(Positions.end(), {{5.0, 0.0, 0.0}, {5.1, 0.0, 0.0}, {5.0, 0.1, 0.0}});
	const std::vector<FTriangle> Triangles{{0, 1, 2}, {4, 5, 6}, {0, 2, 3}};
	const std::vector<std::vector<FDouble3>> Poses{Positions};
	const std::vector<FSurfaceCoordinate> Places = SampleSurface({Triangles, Poses}, 4005, 7);
	ASSERT_EQ(Places.size(), 4005u);
	std::array<double, 3> Counts{};
	FDouble3 Center;
	for (const FSurfaceCoordinate& Place : Places)
	{
		Counts[static_cast<size_t>(Place.Triangle)] += 1.0;
		const FDouble3 P = PointAt(Positions, Triangles, Place);
		Center = Place.Triangle == 0 ? FDouble3{Center.X + P.X, Center.Y + P.Y, 0.0} : Center;
	}
	EXPECT_NEAR(Counts[0], 2000.0, 1.5);
	EXPECT_NEAR(Counts[1], 5.0, 1.5);
	EXPECT_NEAR(Counts[2], 2000.0, 1.5);
	EXPECT_NEAR(Center.X / Counts[0], 1.0 / 3.0, 0.03) << "uniform within a triangle: the mean is its center";
	EXPECT_NEAR(Center.Y / Counts[0], -1.0 / 3.0, 0.03);
	EXPECT_EQ(SampleSurface({Triangles, Poses}, 4005, 7), Places);
	EXPECT_NE(SampleSurface({Triangles, Poses}, 4005, 8), Places);
	EXPECT_TRUE(SampleSurface({{}, Poses}, 10, 1).empty());
}

TEST(SurfaceTree, FindsWhatASearchOfAllTrianglesFindsInEveryPose)
{
	std::mt19937 Engine(3);
	const auto Unit = [&Engine] { return static_cast<double>(Engine()) / 4294967296.0; };
	std::vector<FDouble3> Rest(60);
	std::vector<FTriangle> Triangles;
	for (FDouble3& P : Rest)
	{
		P = {Unit(), Unit(), Unit()};
	}
	for (int Index = 0; Index < 90; ++Index)
	{
		const auto Vertex = [&] { return static_cast<int32_t>(Engine() % 60); };
		Triangles.push_back({Vertex(), Vertex(), Vertex()}); // some without area
	}
	FSurfaceTree Tree(Rest, Triangles);
	for (int Pose = 0; Pose < 3; ++Pose)
	{
		std::vector<FDouble3> Positions = Rest;
		for (FDouble3& P : Positions)
		{
			P = {P.X + Pose * Unit(), P.Y * (1.0 + Pose), P.Z - 0.5 * Pose * Unit()};
		}
		Tree.Refit(Positions);
		for (int Query = 0; Query < 200; ++Query)
		{
			const FDouble3 Point{4.0 * Unit() - 1.0, 4.0 * Unit() - 1.0, 4.0 * Unit() - 2.0};
			double Least = INFINITY;
			for (const FTriangle& T : Triangles)
			{
				std::array<double, 3> Weights;
				Least = std::min(Least,
					ClosestOnTriangle(AsVector(Point), AsVector(Positions[static_cast<size_t>(T[0])]),
						AsVector(Positions[static_cast<size_t>(T[1])]), AsVector(Positions[static_cast<size_t>(T[2])]),
						Weights));
			}
			FSurfaceCoordinate Found, Guessed{Query % 90, {}};
			EXPECT_EQ(Tree.Find(Point, Found), Least);
			EXPECT_EQ(Tree.Find(Point, Guessed), Least) << "wherever the search begins";
			const FDouble3 At = PointAt(Positions, Triangles, Found);
			EXPECT_NEAR((AsVector(At) - AsVector(Point)).squaredNorm(), Least, 1e-12);
		}
	}
}

} // namespace SurfaceDistanceTests
} // namespace Exemplar
