// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Gpu/GpuSkin.h"
#include "RandomSkin.h"
#include "Skinning/ReferenceSkinning.h"
#include "Skinning/SkinningJobs.h"

#include <gtest/gtest.h>

namespace Exemplar
{
namespace MixedPackingTest
{

constexpr ESimdLevel AllLevels[] = {ESimdLevel::Plain, ESimdLevel::Sse41, ESimdLevel::Avx2, ESimdLevel::Neon};

/** A skin in which two of three vertices are linear blends, up to Deviation, and the others are not. */
struct FMixed
{
	FRestPose Rest;
	FMeshLevelData Level;
	std::vector<FAffine> Palette;
	size_t LinearCount = 0;

	FMixed(uint64_t Seed, bool bTangents, float Deviation = 0.0f)
	{
		FTestRandom Random(Seed);
		Rest = *MakeRestPose(MakeRandomSkeleton(Random, 20));
		Level = MakeRandomLevel(Random, 700, 20, 2, 6);
		AddRandomAnimationSpace(Random, Level, true, bTangents);
		for (size_t Vertex = 0; Vertex < Level.VertexCount(); ++Vertex)
		{
			if (Vertex % 3 == 0)
			{
				continue;
			}
			++LinearCount;
			const FFloat3& P = Level.Positions[Vertex];
			const uint32_t First = Level.Skin.Offsets[Vertex];
			for (uint32_t Index = First; Index < Level.Skin.Offsets[Vertex + 1]; ++Index)
			{
				const float W = Level.Weights.Weights[Index];
				Level.Skin.Points[Index] = {W * P.X, W * P.Y, W * P.Z, W};
			}
			Level.Skin.Points[First].X += Deviation;
			Level.Skin.Points[First + 1].X -= Deviation;
		}
		Palette = MakePalette(Rest, MakeRandomPose(Random, Rest.Local, 0.5f));
	}

	FPackedSkin Pack(float Tolerance, EPointFormat Points = EPointFormat::Float32) const
	{
		FPackOptions Options;
		Options.Kind = EPackedKind::AnimationSpace;
		Options.LinearTolerance = Tolerance;
		Options.Points = Points;
		Options.Weights = Points == EPointFormat::Fixed16 ? EWeightFormat::Unorm16 : EWeightFormat::Float32;
		return *PackSkin(ViewOf(Level), Rest, Options);
	}
};

struct FSkinned
{
	TAlignedArray<FFloat3> Positions, Normals;
	TAlignedArray<FFloat4> Tangents;
};

/** By vertex. Displacements stand in Offsets by vertex, too. */
FSkinned Skin(const FMixed& Mixed, const FPackedSkin& Packed, ESimdLevel Level, float Geomorph, bool bFrames,
	std::span<const FFloat3> Offsets = {}, EStoreMode Stores = EStoreMode::Automatic)
{
	FSkinned Slots;
	Slots.Positions.resize(Packed.SlotCount);
	Slots.Normals.resize(bFrames ? Packed.SlotCount : 0);
	Slots.Tangents.resize(bFrames ? Packed.SlotCount : 0);
	std::vector<FAffine> Palette;
	for (const uint16_t Bone : Packed.PaletteBones)
	{
		Palette.push_back(Mixed.Palette[Bone]);
	}
	std::vector<uint32_t> Places;
	std::vector<float> Values;
	for (uint32_t Slot = 0; !Offsets.empty() && Slot < Packed.SlotCount; ++Slot)
	{
		if (Slot % SkinBlockSize == 0)
		{
			Places.push_back(Slot / SkinBlockSize);
			Values.resize(Values.size() + 24);
		}
		const FFloat3& Offset = Offsets[Packed.VertexOfSlot[Slot]];
		float* At = Values.data() + Slot / SkinBlockSize * 24 + Slot % SkinBlockSize;
		At[0] = Offset.X;
		At[8] = Offset.Y;
		At[16] = Offset.Z;
	}
	FAnimationSpaceJob Job;
	Job.Skin = &Packed;
	Job.Output = {Slots.Positions, Slots.Normals, Slots.Tangents};
	Job.Palette = Palette;
	Job.SimdLevel = Level;
	Job.GeomorphFactor = Geomorph;
	Job.RestOffsets = {Places, Values};
	Job.StoreMode = Stores;
	EXPECT_TRUE(Job.Run());
	FSkinned Out;
	for (const uint32_t Slot : Packed.SlotOfVertex)
	{
		Out.Positions.push_back(Slots.Positions[Slot]);
		if (bFrames)
		{
			Out.Normals.push_back(Slots.Normals[Slot]);
			Out.Tangents.push_back(Slots.Tangents[Slot]);
		}
	}
	return Out;
}

void ExpectEqual(const FSkinned& A, const FSkinned& B, float Tolerance, const std::string& What)
{
	for (size_t Vertex = 0; Vertex < A.Positions.size(); ++Vertex)
	{
		ASSERT_LT(Distance(A.Positions[Vertex], B.Positions[Vertex]), Tolerance) << What << ", vertex " << Vertex;
		if (!A.Normals.empty())
		{
			ASSERT_LT(Distance(A.Normals[Vertex], B.Normals[Vertex]), 20.0f * Tolerance) << What << ", " << Vertex;
			const FFloat4 D = A.Tangents[Vertex] - B.Tangents[Vertex];
			ASSERT_LT(Length({D.X, D.Y, D.Z}), 20.0f * Tolerance) << What << ", vertex " << Vertex;
			ASSERT_EQ(D.W, 0.0f);
		}
	}
}

TEST(MixedPacking, LinearBlendsComeFirstAndTakeFewerBytes)
{
	const FMixed Mixed(1, false);
	const FPackedSkin Plain = Mixed.Pack(0.0f), Packed = Mixed.Pack(InvisibleLinearTolerance);
	EXPECT_EQ(Plain.LinearSlotCount, 0u);
	EXPECT_GE(Packed.LinearSlotCount, Mixed.LinearCount);
	bool bLinear = true;
	for (const FSkinGroup& Group : Packed.Groups)
	{
		EXPECT_LE(Group.bLinear, bLinear ? 1u : 0u) << "a linear group after another one";
		bLinear = Group.bLinear != 0;
		for (uint32_t Slot = Group.FirstSlot; Slot < Group.FirstSlot + Group.SlotCount; ++Slot)
		{
			EXPECT_EQ(bLinear, Packed.VertexOfSlot[Slot] % 3 != 0);
		}
	}
	// Of 4 influences on average: 64 bytes of points become 16 of weights and 12 of a position.
	const size_t Bytes = Packed.PointStream.size() + Packed.WeightStream.size() + Packed.PositionStream.size();
	EXPECT_LT(static_cast<double>(Bytes), 0.7 * static_cast<double>(Plain.PointStream.size()));
}

TEST(MixedPacking, EveryFastPathPosesTheSameSurface)
{
	FTestRandom Random(3);
	std::vector<FFloat3> Offsets(700);
	for (FFloat3& Offset : Offsets)
	{
		Offset = Random.InBox(0.1f);
	}
	for (const bool bTangents : {false, true})
	{
		const FMixed Mixed(2, bTangents);
		for (const EPointFormat Format : {EPointFormat::Float32, EPointFormat::Fixed16})
		{
			const FPackedSkin Plain = Mixed.Pack(0.0f, Format), Packed = Mixed.Pack(InvisibleLinearTolerance, Format);
			ASSERT_GT(Packed.LinearSlotCount, 0u);
			const float Tolerance = Format == EPointFormat::Float32 ? 5e-6f : 1e-3f;
			for (const ESimdLevel Level : AllLevels)
			{
				for (int Case = 0; Case < 8 && IsSimdLevelAvailable(Level); ++Case)
				{
					const float Geomorph = Case & 1 ? 0.3f : 0.0f;
					const bool bFrames = (Case & 2) != 0;
					const std::span<const FFloat3> Moves =
						Case & 4 ? std::span<const FFloat3>(Offsets) : std::span<const FFloat3>();
					for (const EStoreMode Stores : {EStoreMode::Cached, EStoreMode::Streamed})
					{
						ExpectEqual(Skin(Mixed, Plain, Level, Geomorph, bFrames, Moves),
							Skin(Mixed, Packed, Level, Geomorph, bFrames, Moves, Stores), Tolerance,
							std::string(ToString(Level)) + ", case " + std::to_string(Case) +
								(bTangents ? ", tangent pairs" : ""));
					}
				}
			}
		}
	}
}

TEST(MixedPacking, NoRigidPoseMovesAVertexFurtherThanTheTolerance)
{
	constexpr float Deviation = 0.002f; // two blocks: the bound is twice that
	const FMixed Mixed(4, false, Deviation);
	const float Diagonal = 2.0f * std::sqrt(3.0f);
	EXPECT_EQ(Mixed.Pack(0.9f * 2.0f * Deviation / Diagonal).LinearSlotCount, 0u);
	const FPackedSkin Plain = Mixed.Pack(0.0f), Packed = Mixed.Pack(1.1f * 2.0f * Deviation / Diagonal);
	ASSERT_GE(Packed.LinearSlotCount, Mixed.LinearCount);
	EXPECT_NEAR(Packed.Errors.LargestLinear, 2.0f * Deviation, 1e-5f);
	const FSkinned A = Skin(Mixed, Plain, GetSimdLevel(), 0.0f, false);
	const FSkinned B = Skin(Mixed, Packed, GetSimdLevel(), 0.0f, false);
	float Largest = 0.0f;
	for (size_t Vertex = 0; Vertex < A.Positions.size(); ++Vertex)
	{
		Largest = (std::max)(Largest, Distance(A.Positions[Vertex], B.Positions[Vertex]));
	}
	EXPECT_LE(Largest, 2.0f * Deviation + 1e-5f);
	EXPECT_GT(Largest, 0.1f * Deviation);
}

TEST(MixedPacking, UnormWeightsLeaveNegativeOnesToAnimationSpace)
{
	FMixed Mixed(5, false);
	// A linear blend with a negative weight.
	const uint32_t First = Mixed.Level.Skin.Offsets[1];
	const FFloat3& P = Mixed.Level.Positions[1];
	for (uint32_t Index = First; Index < Mixed.Level.Skin.Offsets[2]; ++Index)
	{
		const float W = Index == First ? 1.25f : (Index == First + 1 ? -0.25f : 0.0f);
		Mixed.Level.Skin.Points[Index] = {W * P.X, W * P.Y, W * P.Z, W};
	}
	const FPackedSkin Floats = Mixed.Pack(InvisibleLinearTolerance);
	const FPackedSkin Codes = Mixed.Pack(InvisibleLinearTolerance, EPointFormat::Fixed16);
	EXPECT_LT(Floats.SlotOfVertex[1], Floats.LinearSlotCount);
	EXPECT_GE(Codes.SlotOfVertex[1], Codes.LinearSlotCount);
}

TEST(MixedPacking, TheGpuGetsNoTablesOfLinearGroups)
{
	const FMixed Mixed(6, false);
	EXPECT_FALSE(MakeGpuSkinTables(Mixed.Pack(0.0f), {}).Blocks.empty());
	EXPECT_TRUE(MakeGpuSkinTables(Mixed.Pack(InvisibleLinearTolerance), {}).Blocks.empty());
}

} // namespace MixedPackingTest
} // namespace Exemplar
