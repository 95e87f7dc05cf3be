// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/Shape/VoxelGrid.h"

#include "Rig/Shape/Thinning.h"
#include "ShapeBodies.h"

#include <bit>
#include <gtest/gtest.h>

namespace Exemplar
{
namespace VoxelGridTest
{

using namespace ShapeBodies;

FVoxelSolid Voxelize(const FTriangleMesh& Mesh, int Resolution, bool bRefine = false)
{
	TResult<FVoxelSolid> Out = VoxelizeSolid(Mesh, {Resolution, bRefine}, {});
	EXPECT_TRUE(Out.IsOk()) << (Out ? "" : Out.GetError().Message);
	return Out ? std::move(*Out) : FVoxelSolid{};
}

TEST(VoxelGrid, TheLongestSideSpansTheResolution) // T1
{
	const FVoxelSolid Solid = Voxelize(MakeBody({{{0, 0, 0}, {0, 1.3, 0}, 0.2}}), 155);
	EXPECT_EQ(Solid.Grid.Size[1], 155 + 2 * FVoxelGrid::Padding);
	EXPECT_NEAR(Solid.Grid.Edge, 1.7 / 155.0, 1e-12);
	for (size_t Cell = 0; Cell < Solid.Grid.Cells.size(); ++Cell)
	{
		const std::array<int32_t, 3> P = Solid.Grid.PlaceOf(Cell);
		for (size_t Axis = 0; Axis < 3; ++Axis)
		{
			ASSERT_FALSE(Solid.Grid.Cells[Cell] != 0 && (P[Axis] < 2 || P[Axis] + 2 >= Solid.Grid.Size[Axis]));
		}
	}
}

TEST(VoxelGrid, TheSolidIsTheInsideWithinAShellOfCells) // T2
{
	const FCapsule Capsule{{0, 0, 0}, {0.3, 0.8, 0.2}, 0.25};
	FTriangleMesh Mesh;
	AddCapsule(Capsule, Mesh, 48, 40);
	const FVoxelSolid Solid = Voxelize(Mesh, 60);
	const FDouble3 Axis = Capsule.B - Capsule.A;
	for (size_t Cell = 0; Cell < Solid.Grid.Cells.size(); ++Cell)
	{
		const FDouble3 P = Solid.Grid.CenterOf(Cell);
		const double T = std::clamp(Dot(P - Capsule.A, Axis) / Dot(Axis, Axis), 0.0, 1.0);
		const double Depth = Capsule.Radius - Distance(P, Capsule.A + Axis * T);
		if (std::abs(Depth) > 1.2 * Solid.Grid.Edge)
		{
			ASSERT_EQ(Solid.Grid.Cells[Cell] != 0, Depth > 0.0) << Depth / Solid.Grid.Edge;
		}
	}
}

TEST(VoxelGrid, ThinFingersAreNotHollow) // T3: three cells wide
{
	const FVoxelSolid Solid = Voxelize(MakeBody({{{0, 0, 0}, {0, 1, 0}, 0.015}}), 100);
	for (double Y = 0.0; Y < 1.0; Y += 0.01)
	{
		ASSERT_TRUE(Solid.Grid.IsOccupied({0, Y, 0}));
	}
	EXPECT_EQ(EulerNumber(Solid.Grid), 1);
}

TEST(VoxelGrid, OpenMeshesAndSoupsAreFilled)
{
	const FTriangleMesh Closed = MakeBody({{{0, 0, 0}, {0, 1, 0}, 0.2}});
	const size_t Whole = Voxelize(Closed, 60).Grid.CountOccupied();
	// A hole of ten triangles on one side is capped; holes everywhere leave it to winding numbers.
	const FVoxelSolid Hole = Voxelize(WithoutTriangles(Closed, [](size_t T) { return T >= 100 && T < 110; }), 60);
	EXPECT_NEAR(
		static_cast<double>(Hole.Grid.CountOccupied()), static_cast<double>(Whole), 0.03 * static_cast<double>(Whole));
	const FVoxelSolid Soup = Voxelize(MakeSoup(WithoutTriangles(Closed, [](size_t T) { return T % 9 == 0; })), 60);
	EXPECT_TRUE(Soup.bWinding);
	EXPECT_NEAR(
		static_cast<double>(Soup.Grid.CountOccupied()), static_cast<double>(Whole), 0.1 * static_cast<double>(Whole));
}

TEST(VoxelGrid, ASheetEnclosesNothing) // T3
{
	const FTriangleMesh Sheet{{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0.3}}, {{0, 1, 2}, {0, 2, 3}}};
	const TResult<FVoxelSolid> Solid = VoxelizeSolid(Sheet, {}, {});
	ASSERT_FALSE(Solid.IsOk());
	EXPECT_NE(Solid.GetError().Message.find("encloses no volume"), std::string::npos);
	EXPECT_FALSE(VoxelizeSolid({}, {}, {}).IsOk());
	EXPECT_FALSE(VoxelizeSolid(Sheet, {4, false}, {}).IsOk());
}

TEST(VoxelGrid, PiecesThatDoNotTouchAreJoined)
{
	const FVoxelSolid Solid = Voxelize(MakeBody({{{0, 0, 0}, {0, 0.5, 0}, 0.1}, {{0, 0.75, 0}, {0, 1, 0}, 0.1}}), 80);
	EXPECT_EQ(Solid.Bridges, 1u);
	EXPECT_EQ(EulerNumber(Solid.Grid), 1);
}

TEST(VoxelGrid, LimbsThatFuseAreTriedAtMoreVoxels)
{
	// Two legs of radius 0.1 that come within 0.03 below the crotch: they touch at 40 cells of 0.03, not at 75.
	const std::vector<FCapsule> Legs{{{0, 1, 0}, {0.3, 0.6, 0}, 0.1}, {{0, 1, 0}, {-0.3, 0.6, 0}, 0.1},
		{{0.3, 0.6, 0}, {0.11, 0.0, 0}, 0.1}, {{-0.3, 0.6, 0}, {-0.11, 0, 0}, 0.1}};
	EXPECT_EQ(Voxelize(MakeBody(Legs), 40).Loops, 1);
	const FVoxelSolid Refined = Voxelize(MakeBody(Legs), 40, true);
	EXPECT_EQ(Refined.Loops, 0);
	EXPECT_GT(Refined.Resolution, 40);
}

TEST(Thinning, TopologyStays) // T4, T6, T7
{
	FVoxelGrid Ring = MakeSolid({{{0, 0, 0}, {1, 0, 0}, 0.12}, {{1, 0, 0}, {1, 1, 0}, 0.12},
									{{1, 1, 0}, {0, 1, 0}, 0.12}, {{0, 1, 0}, {0, 0, 0}, 0.12}},
		50);
	FVoxelGrid Two = MakeSolid({{{0, 0, 0}, {0, 0, 0}, 0.3}, {{1, 0, 0}, {1, 0, 0}, 0.3}}, 50);
	FVoxelGrid One = MakeSolid({{{0, 0, 0}, {0, 0, 0}, 0.3}}, 50);
	for (const auto& [Grid, Euler] : {std::pair{&Ring, 0}, std::pair{&Two, 2}, std::pair{&One, 1}})
	{
		ASSERT_EQ(EulerNumber(*Grid), Euler);
		std::vector<int32_t> Pieces;
		const size_t Count = FindVoxelPieces(*Grid, Pieces).size();
		ASSERT_TRUE(ThinToCurves(*Grid, {}).IsOk());
		EXPECT_EQ(EulerNumber(*Grid), Euler);
		EXPECT_EQ(FindVoxelPieces(*Grid, Pieces).size(), Count);
		const FVoxelSteps Steps(*Grid);
		for (size_t Cell = 0; Cell < Grid->Cells.size(); ++Cell)
		{
			const uint32_t Neighbors = Grid->Cells[Cell] != 0 ? NeighborBits(*Grid, Steps, Cell) : 0u;
			ASSERT_FALSE(Grid->Cells[Cell] != 0 && std::popcount(Neighbors) > 1 && IsSimple(Neighbors));
		}
		const FVoxelGrid Before = *Grid;
		EXPECT_EQ(*ThinToCurves(*Grid, {}), 1);
		EXPECT_EQ(Before.Cells, Grid->Cells);
	}
}

TEST(Thinning, LimbsAreNotUnzippedAtAnyResolution) // T5
{
	for (int Resolution = 20; Resolution <= 101; Resolution += 9)
	{
		FVoxelGrid Capsule = MakeSolid({{{0, 0, 0}, {0, 1, 0}, 0.16}}, Resolution);
		ASSERT_TRUE(ThinToCurves(Capsule, {}).IsOk());
		const FVoxelSteps Steps(Capsule);
		size_t Ends = 0, Cells = 0, Branches = 0;
		for (size_t Cell = 0; Cell < Capsule.Cells.size(); ++Cell)
		{
			const int Around = Capsule.Cells[Cell] != 0 ? std::popcount(NeighborBits(Capsule, Steps, Cell)) : -1;
			Ends += Around == 1 ? 1 : 0;
			Branches += Around > 2 ? 1 : 0;
			Cells += Around >= 0 ? 1 : 0;
		}
		EXPECT_EQ(Ends, 2u) << Resolution;
		EXPECT_EQ(Branches, 0u) << Resolution;
		EXPECT_GT(2 * Cells, static_cast<size_t>(Resolution)) << Resolution;
		FVoxelGrid Ball = MakeSolid({{{0, 0, 0}, {0, 0, 0}, 0.5}}, Resolution);
		ASSERT_TRUE(ThinToCurves(Ball, {}).IsOk());
		const FVoxelSteps BallSteps(Ball);
		for (size_t Cell = 0; Cell < Ball.Cells.size(); ++Cell)
		{
			ASSERT_FALSE(Ball.Cells[Cell] != 0 && std::popcount(NeighborBits(Ball, BallSteps, Cell)) > 2) << Resolution;
		}
	}
}

} // namespace VoxelGridTest
} // namespace Exemplar
