// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Fit/Locality.h"

#include "TubeExamples.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>

namespace Exemplar
{
namespace LocalityTest
{

using namespace TubeExamples;

FRigWeights FromRows(const std::vector<std::vector<std::pair<uint16_t, double>>>& Rows)
{
	FRigWeights Weights;
	for (const auto& Row : Rows)
	{
		for (const auto& [Bone, Weight] : Row)
		{
			Weights.Bones.push_back(Bone);
			Weights.Weights.push_back(Weight);
		}
		Weights.Offsets.push_back(static_cast<uint32_t>(Weights.Bones.size()));
	}
	return Weights;
}

/** Three bones along a tube; the first one also holds a patch at the far end, and specks of round-off in between. */
FRigWeights LeakyWeights(const FTriangleMesh& Mesh)
{
	std::vector<std::vector<std::pair<uint16_t, double>>> Rows;
	for (const FDouble3& P : Mesh.Positions)
	{
		if (P.X > 8.0)
		{
			Rows.push_back({{0, 0.3}, {2, 0.7}});
		}
		else if (P.X > 5.9)
		{
			Rows.push_back({{0, 1e-9}, {2, 1.0}});
		}
		else if (P.X > 3.1)
		{
			Rows.push_back({{0, 1e-9}, {1, 1.0}});
		}
		else
		{
			Rows.push_back({{0, P.X < 0.1 ? 1.0 : 0.9}, {1, P.X < 0.1 ? 0.0 : 0.1}});
		}
	}
	return FromRows(Rows);
}

bool IsAllowed(const FInfluenceMaps& Maps, size_t Point, size_t Bone)
{
	return Maps.Allowed[Point * Maps.Seeds.size() + Bone] != 0;
}

TEST(Locality, MapsAreConnectedHoldTheirSeedAndCutFarPatches)
{
	const FTriangleMesh Mesh = MakeTube(3, {10.0}, 0.6).Set.Rest;
	const FRigWeights Weights = LeakyWeights(Mesh);
	const FIndexLists Neighbors = BuildPointNeighbors(Mesh);
	const FInfluenceMaps Maps = BuildInfluenceMaps(Weights, 3, Neighbors);
	size_t Far = 0;
	for (size_t Point = 0; Point < Mesh.Positions.size(); ++Point)
	{
		Far += Mesh.Positions[Point].X > 8.0;
		EXPECT_EQ(IsAllowed(Maps, Point, 0), Mesh.Positions[Point].X <= 3.1) << Mesh.Positions[Point].X;
	}
	EXPECT_EQ(Maps.CutCount, Far); // the specks below the threshold are no influence and hence not cut
	for (size_t Bone = 0; Bone < 3; ++Bone)
	{
		ASSERT_NE(Maps.Seeds[Bone], NoIndex);
		EXPECT_TRUE(IsAllowed(Maps, Maps.Seeds[Bone], Bone));
		std::set<int32_t> Reached{static_cast<int32_t>(Maps.Seeds[Bone])};
		std::vector<int32_t> Front(Reached.begin(), Reached.end());
		while (!Front.empty())
		{
			const int32_t Point = Front.back();
			Front.pop_back();
			for (const int32_t Other : Neighbors[static_cast<size_t>(Point)])
			{
				if (IsAllowed(Maps, static_cast<size_t>(Other), Bone) && Reached.insert(Other).second)
				{
					Front.push_back(Other);
				}
			}
		}
		size_t Size = 0;
		for (size_t Point = 0; Point < Mesh.Positions.size(); ++Point)
		{
			Size += IsAllowed(Maps, Point, Bone);
		}
		EXPECT_EQ(Reached.size(), Size);
	}
}

TEST(Locality, EveryPointIsCoveredWhateverTheOrderOfPoints)
{
	const FTriangleMesh Mesh = MakeTube(3, {10.0}, 0.6).Set.Rest;
	// Two patches of bone 0 far from each other: the weaker one is cut and has no other bone.
	std::vector<std::vector<std::pair<uint16_t, double>>> Rows;
	for (const FDouble3& P : Mesh.Positions)
	{
		Rows.push_back({{static_cast<uint16_t>(P.X < 1.0 ? 0 : (P.X > 7.0 ? 0 : 1)), P.X < 1.0 ? 1.0 : 0.99}});
	}
	const FInfluenceMaps Maps = BuildInfluenceMaps(FromRows(Rows), 2, BuildPointNeighbors(Mesh));
	EXPECT_GT(Maps.FilledCount, 0u);
	for (size_t Point = 0; Point < Mesh.Positions.size(); ++Point)
	{
		EXPECT_TRUE(IsAllowed(Maps, Point, 0) || IsAllowed(Maps, Point, 1));
		EXPECT_EQ(IsAllowed(Maps, Point, 0), Mesh.Positions[Point].X < 1.0);
	}

	// The same with the points in reverse order.
	const int32_t Last = static_cast<int32_t>(Mesh.Positions.size()) - 1;
	FTriangleMesh Reversed = Mesh;
	std::reverse(Reversed.Positions.begin(), Reversed.Positions.end());
	for (FTriangle& Triangle : Reversed.Triangles)
	{
		Triangle = {Last - Triangle[0], Last - Triangle[1], Last - Triangle[2]};
	}
	std::reverse(Rows.begin(), Rows.end());
	const FInfluenceMaps Other = BuildInfluenceMaps(FromRows(Rows), 2, BuildPointNeighbors(Reversed));
	for (size_t Point = 0; Point < Mesh.Positions.size(); ++Point)
	{
		for (size_t Bone = 0; Bone < 2; ++Bone)
		{
			EXPECT_EQ(IsAllowed(Maps, Point, Bone), IsAllowed(Other, static_cast<size_t>(Last) - Point, Bone));
		}
	}
}

TEST(Locality, PointsOfNoTriangleMayHaveAnyBone)
{
	FTriangleMesh Mesh = MakeTube(2, {10.0}, 0.6, 0.0, 1, 4, 1).Set.Rest;
	Mesh.Positions.push_back({9.0, 9.0, 9.0});
	std::vector<std::vector<std::pair<uint16_t, double>>> Rows(Mesh.Positions.size(), {{0, 1.0}});
	Rows.back() = {{1, 0.5}};
	Rows[3] = {{1, 1.0}};
	const FInfluenceMaps Maps = BuildInfluenceMaps(FromRows(Rows), 3, BuildPointNeighbors(Mesh));
	EXPECT_TRUE(IsAllowed(Maps, Mesh.Positions.size() - 1, 0));
	EXPECT_TRUE(IsAllowed(Maps, Mesh.Positions.size() - 1, 2));
	EXPECT_EQ(Maps.Seeds[2], NoIndex);
}

TEST(Locality, FloodsCrossTheGapsBetweenPieces)
{
	// Two quads side by side that do not touch, both on bone 0.
	FTriangleMesh Mesh;
	for (int32_t Piece = 0; Piece < 2; ++Piece)
	{
		const double X = 1.1 * Piece;
		const int32_t First = 4 * Piece;
		for (const FDouble3& P : {FDouble3{X, 0.0, 0.0}, {X + 1.0, 0.0, 0.0}, {X + 1.0, 1.0, 0.0}, {X, 1.0, 0.0}})
		{
			Mesh.Positions.push_back(P);
		}
		Mesh.Triangles.push_back({First, First + 1, First + 2});
		Mesh.Triangles.push_back({First, First + 2, First + 3});
	}
	const FRigWeights Weights = FromRows(std::vector<std::vector<std::pair<uint16_t, double>>>(8, {{0, 1.0}}));
	const FInfluenceMaps Maps = BuildInfluenceMaps(Weights, 1, BuildPointNeighbors(Mesh));
	EXPECT_EQ(std::count(Maps.Allowed.begin(), Maps.Allowed.end(), 1), 8);
	EXPECT_EQ(Maps.FilledCount, 0u);
}

} // namespace LocalityTest
} // namespace Exemplar
