// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Character/CorrectiveDeltas.h"
#include "Correctives/CorrectiveJobs.h"
#include "Crowd/GpuCrowd.h"
#include "Gpu/DebugColors.h"
#include "Gpu/GpuSkin.h"
#include "RandomSkin.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <set>

namespace Exemplar
{
namespace GpuTablesTest
{

struct FPackedLevel
{
	FMeshLevelData Level;
	FPackedSkin Skin;

	FPackedLevel()
	{
		FTestRandom Random(21);
		const FSkeletonData Skeleton = MakeRandomSkeleton(Random, 12);
		Level = MakeRandomLevel(Random, 203, 12, 1, 6);
		Skin = *PackSkin(ViewOf(Level), *MakeRestPose(Skeleton), {});
	}
};

TEST(GpuTables, BlocksSayWhereTheInfluencesOfEverySlotAre)
{
	const FPackedLevel Packed;
	const FGpuSkinTables Tables = MakeGpuSkinTables(Packed.Skin);
	ASSERT_EQ(Tables.Blocks.size() * SkinBlockSize, Packed.Skin.SlotCount);
	for (uint32_t Slot = 0; Slot < Packed.Skin.SlotCount; ++Slot)
	{
		const FGpuSkinBlock& Block = Tables.Blocks[Slot / SkinBlockSize];
		const uint32_t Lane = Slot % SkinBlockSize, Count = Block.CountAndShared & 0xffff;
		const bool bShared = Block.CountAndShared >> 16 != 0;
		const size_t Vertex = Packed.Skin.VertexOfSlot[Slot];
		const std::span<const float> Expected = WeightsOf(Packed.Level.Weights, Vertex);
		ASSERT_EQ(Count, Expected.size());
		float Sum = 0.0f;
		for (uint32_t Index = 0; Index < Count; ++Index)
		{
			const uint32_t Place = Block.FirstInfluence + (bShared ? 8 * Index + Lane : Count * Lane + Index);
			float Weight;
			std::memcpy(&Weight, Packed.Skin.WeightStream.data() + 4 * Place, 4);
			EXPECT_NE(std::find(Expected.begin(), Expected.end(), Weight), Expected.end());
			Sum += Weight;
		}
		EXPECT_NEAR(Sum, 1.0f, 1e-5f);
	}
}

TEST(GpuTables, DisplacementsAreSortedBySlotAndBlocksWithoutAnyHaveNone)
{
	const FPackedLevel Packed;
	TCorrectiveDeltas<FOwned> Level;
	FDeltaWriter Writer(Level);
	Writer.Add(5, {100, 0, -1});
	Writer.Add(90, {0, -200, 7});
	Writer.EndShape();
	Writer.Add(90, {0, 0, 300});
	Writer.EndShape();
	Writer.EndShape();
	Level.Normals = {{1, 2, 3}, {-1, -2, -3}, {0, 0, 4}};
	Level.AfterOffsets = {0, 0, 0, 1};
	Level.After = {{90, 0, {1.0f, 2.0f, 3.0f}}};
	TCorrectives<FOwned> Model;
	Model.Shapes = {{0, 0, 0.0f, 1.0f, NoIndex, 0.5f, 0.25f}, {}, {}};
	Model.AfterJoints = {1};
	const FCorrectivesView View(Model);
	const FGpuSkinTables Tables = MakeGpuSkinTables(Packed.Skin, *View, ViewOf(Level));
	EXPECT_EQ(std::bit_cast<float>(Tables.CorrectiveEntries[0]), 0.5f);
	EXPECT_EQ(std::bit_cast<float>(Tables.CorrectiveEntries[1]), 0.25f);
	size_t Found = 0;
	for (uint32_t Slot = 0; Slot < Packed.Skin.SlotCount; ++Slot)
	{
		const FGpuSkinBlock& Block = Tables.Blocks[Slot / SkinBlockSize];
		const uint32_t Vertex = Packed.Skin.VertexOfSlot[Slot];
		if (Block.Corrective == NoIndex)
		{
			EXPECT_TRUE(Vertex != 5 && Vertex != 90);
			continue;
		}
		const uint32_t* Row = &Tables.CorrectiveOffsets[2 * (8 * Block.Corrective + Slot % SkinBlockSize)];
		EXPECT_EQ(Row[1] - Row[0], Vertex == 5 ? 3u : (Vertex == 90 ? 6u : 0u));
		EXPECT_EQ(Row[2] - Row[1], Vertex == 90 ? 5u : 0u);
		if (Vertex == 90)
		{
			FGpuCorrectiveEntry Entries[2];
			FGpuAfterEntry After;
			std::memcpy(static_cast<void*>(Entries), &Tables.CorrectiveEntries[Row[0]], sizeof(Entries));
			std::memcpy(static_cast<void*>(&After), &Tables.CorrectiveEntries[Row[1]], sizeof(After));
			EXPECT_EQ(Entries[0].ShapeAndNormal, 0u | 0xffu << 16 | 0xfeu << 24);
			EXPECT_EQ(Entries[0].DeltaXY, 0u | (65536u - 200u) << 16);
			EXPECT_EQ(Entries[0].DeltaZAndNormal, 7u | 0xfdu << 16);
			EXPECT_EQ(Entries[1].ShapeAndNormal & 0xffffu, 1u);
			EXPECT_EQ(After.Shape, 2u);
			EXPECT_EQ(After.Frame, 3u);
			EXPECT_EQ(After.Delta, (FFloat3{1.0f, 2.0f, 3.0f}));
			++Found;
		}
	}
	EXPECT_GE(Found, 1u);
	const FGpuSkinTables Without = MakeGpuSkinTables(Packed.Skin);
	EXPECT_EQ(Without.CorrectiveOffsets, std::vector<uint32_t>{0});
	EXPECT_TRUE(std::all_of(Without.Blocks.begin(), Without.Blocks.end(),
		[](const FGpuSkinBlock& Block) { return Block.Corrective == NoIndex; }));
}

TEST(GpuTables, TheCameraOfACrowdIsThatOfTheCpu)
{
	FTestRandom Random(5);
	FCamera Camera;
	Camera.World = ToAffine(Random.Rotation(2.0f), Random.InBox(5.0f));
	FScreen Screen;
	const FGpuCrowdParameters Parameters = MakeGpuCrowdParameters(Camera, Screen);
	for (int Point = 0; Point < 20; ++Point)
	{
		const FFloat3 P = Random.InBox(30.0f);
		const FFloat4& C = Parameters.CrowdCamera;
		const float Depth = C.W - Dot(FFloat3{C.X, C.Y, C.Z}, P);
		EXPECT_NEAR(Depth, DepthOf(Camera, P), 1e-4f);
		const float Clamped = (std::max)(Depth, Parameters.CrowdNear);
		EXPECT_NEAR(Parameters.CrowdErrorAtUnitDepth * Clamped, AllowedError(Screen, Depth), 1e-6f * Clamped);
	}
}

TEST(GpuTables, DebugColorsAreInRangeAndNeighborsDiffer)
{
	for (uint32_t Number = 0; Number < 50; ++Number)
	{
		const FFloat3 Color = DebugCategory(Number);
		EXPECT_TRUE(Color.X >= 0.0f && Color.Y >= 0.0f && Color.Z >= 0.0f && Color.X <= 1.0f && Color.Y <= 1.0f &&
			Color.Z <= 1.0f);
		EXPECT_GT(Distance(Color, DebugCategory(Number + 1)), 0.2f);
	}
	EXPECT_EQ(DebugRamp(-1.0f), DebugRamp(0.0f));
	EXPECT_EQ(DebugRamp(2.0f), DebugRamp(1.0f));
	EXPECT_EQ(DebugRamp(NAN), DebugRamp(0.0f));
	EXPECT_GT(Distance(DebugRamp(0.0f), DebugRamp(1.0f)), 0.5f);
}

} // namespace GpuTablesTest
} // namespace Exemplar
