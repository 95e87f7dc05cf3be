// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Skinning/PackedSkin.h"

#include "Base/Octahedral.h"
#include "RandomSkin.h"
#include "Skinning/SkinQuantization.h"

#include <algorithm>
#include <cstring>
#include <gtest/gtest.h>

namespace Exemplar
{
namespace PackedSkinTest
{

struct FPackable
{
	FRestPose Rest;
	FMeshLevelData Level;

	explicit FPackable(uint64_t Seed, size_t VertexCount = 100)
	{
		FTestRandom Random(Seed);
		Rest = *MakeRestPose(MakeRandomSkeleton(Random, 30));
		Level = MakeRandomLevel(Random, VertexCount, 30, 1, 6);
		AddRandomAnimationSpace(Random, Level, true, true);
	}
	TResult<FPackedSkin> Pack(const FPackOptions& Options) const { return PackSkin(ViewOf(Level), Rest, Options); }
};

TEST(PackedSkin, SlotsAreSortedByInfluencesInWholeBlocksAndEveryVertexHasOne)
{
	const FPackable P(51, 900);
	for (const EPackedKind Kind : {EPackedKind::LinearBlend, EPackedKind::AnimationSpace, EPackedKind::Spherical,
			 EPackedKind::Twist, EPackedKind::CenterOfRotation, EPackedKind::Blended})
	{
		FPackOptions Options;
		Options.Kind = Kind;
		const FPackedSkin Skin = *P.Pack(Options);
		uint32_t Slots = 0, Influences = 0, Indices = 0, Last = 0;
		for (const FSkinGroup& Group : Skin.Groups)
		{
			EXPECT_EQ(Group.FirstSlot, Slots);
			EXPECT_EQ(Group.FirstInfluence, Influences);
			EXPECT_EQ(Group.FirstIndex, Indices);
			EXPECT_EQ(Group.SlotCount % SkinBlockSize, 0u);
			EXPECT_TRUE(Group.InfluenceCount > Last || (Group.InfluenceCount == Last && !Group.bShared));
			Last = Group.InfluenceCount;
			for (uint32_t Slot = Slots; Slot < Slots + Group.SlotCount; ++Slot)
			{
				const auto Bones = BonesOf(P.Level.Weights, Skin.VertexOfSlot[Slot]);
				EXPECT_EQ(Bones.size(), Group.InfluenceCount);
				if (Group.bShared)
				{
					const auto First =
						BonesOf(P.Level.Weights, Skin.VertexOfSlot[Slot / SkinBlockSize * SkinBlockSize]);
					EXPECT_TRUE(std::is_permutation(Bones.begin(), Bones.end(), First.begin(), First.end()));
				}
			}
			Slots += Group.SlotCount;
			Influences += Group.SlotCount * Group.InfluenceCount;
			Indices += Group.SlotCount * Group.InfluenceCount / (Group.bShared ? SkinBlockSize : 1);
		}
		EXPECT_EQ(Skin.SlotCount, Slots);
		EXPECT_EQ(Skin.InfluenceCount, Influences);
		EXPECT_EQ(Skin.IndexCount, Indices);
		for (uint32_t Vertex = 0; Vertex < 900; ++Vertex)
		{
			EXPECT_EQ(Skin.VertexOfSlot[Skin.SlotOfVertex[Vertex]], Vertex);
		}
		const uint16_t* Entries = reinterpret_cast<const uint16_t*>(Skin.IndexStream.data());
		for (uint32_t Index = 0; Index < Indices; ++Index)
		{
			EXPECT_LT(Entries[Index], Skin.EntryCount());
		}
		EXPECT_TRUE(std::any_of(Skin.Groups.begin(), Skin.Groups.end(), [](const FSkinGroup& G) { return G.bShared; }));
	}
}

TEST(PackedSkin, UnormWeightsOfAVertexSumToExactlyOne)
{
	const FPackable P(52, 900);
	for (const EWeightFormat Format : {EWeightFormat::Unorm8, EWeightFormat::Unorm16})
	{
		FPackOptions Options;
		Options.Weights = Format;
		const FPackedSkin Skin = *P.Pack(Options);
		for (const FSkinGroup& Group : Skin.Groups)
		{
			for (uint32_t Slot = 0; Slot < Group.SlotCount; ++Slot)
			{
				uint32_t Sum = 0;
				const uint32_t K = Group.InfluenceCount, Block = Slot / SkinBlockSize, Lane = Slot % SkinBlockSize;
				for (uint32_t Index = 0; Index < K; ++Index)
				{
					const size_t At = Group.FirstInfluence + Block * SkinBlockSize * K +
						(Group.bShared ? Index * SkinBlockSize + Lane : Lane * K + Index);
					uint16_t Wide = 0;
					std::memcpy(&Wide, Skin.WeightStream.data() + 2 * At, Format == EWeightFormat::Unorm16 ? 2 : 0);
					Sum += Format == EWeightFormat::Unorm8 ? Skin.WeightStream[At] : Wide;
				}
				EXPECT_EQ(Sum, Format == EWeightFormat::Unorm8 ? 255u : 65535u);
			}
		}
	}
}

TEST(PackedSkin, OctahedralCodesStayWithinTheirAngle)
{
	FTestRandom Random(53);
	for (int Round = 0; Round < 2000; ++Round)
	{
		const FFloat3 D = Random.Direction();
		for (const auto& [Bits, Tolerance] : {std::pair{16, 6e-5f}, std::pair{8, 0.0125f}})
		{
			const FOctahedralCode Plain = EncodeOctahedral(D, Bits, false, false);
			const FOctahedralCode Odd = EncodeOctahedral(D, Bits, true, true);
			EXPECT_LT(Distance(Normalize(DecodeOctahedral(Plain, Bits)), D), Tolerance);
			EXPECT_LT(Distance(Normalize(DecodeOctahedral(Odd, Bits)), D), 2.0f * Tolerance);
			EXPECT_EQ(Odd.Y & 1, 1u);
			EXPECT_EQ(EncodeOctahedral(D, Bits, true, false).Y & 1, 0u);
		}
	}
	for (const FFloat3& Axis : {FFloat3{1, 0, 0}, FFloat3{0, -1, 0}, FFloat3{0, 0, 1}, FFloat3{0, 0, -1}})
	{
		EXPECT_EQ(Normalize(DecodeOctahedral(EncodeOctahedral(Axis, 8, false, false), 8)), Axis);
	}
}

TEST(PackedSkin, SmallFormatsTakeFewerBytes)
{
	FPackable P(54, 4000);
	FPackOptions Small;
	Small.Points = EPointFormat::Fixed16;
	Small.Weights = EWeightFormat::Unorm8;
	Small.Frames = EFrameFormat::Octahedral8;
	Small.bSmallIndices = true;
	const FPackedSkin Large = *P.Pack({}), Tiny = *P.Pack(Small);
	const double Influences = static_cast<double>(Large.InfluenceCount) / Large.SlotCount;
	const double Indices = static_cast<double>(Large.IndexCount) / Large.SlotCount;
	EXPECT_LT(Indices, Influences);
	EXPECT_NEAR(Large.BytesPerVertex(), 12.0 + 28.0 + Influences * 4.0 + Indices * 2.0, 1e-9);
	EXPECT_NEAR(Tiny.BytesPerVertex(), 6.0 + 4.0 + Influences + Indices, 1e-9);
}

TEST(PackedSkin, TheLevelsListOfBonesIsThePalette)
{
	FPackable P(55);
	for (uint16_t Bone = 0; Bone < 30; ++Bone)
	{
		P.Level.Bones.push_back(Bone);
	}
	EXPECT_EQ(P.Pack({})->PaletteBones.size(), 30u);
	P.Level.Bones.pop_back();
	EXPECT_EQ(P.Pack({}).GetError().Code, EErrorCode::Mismatch);
}

TEST(PackedSkin, RefusesWhatItCannotPackWithASentence)
{
	FPackOptions Options;
	FPackable Negative(56);
	Negative.Level.Weights.Weights[3] = -0.1f;
	Options.Weights = EWeightFormat::Unorm8;
	EXPECT_EQ(Negative.Pack(Options).GetError().Code, EErrorCode::Unsupported);
	EXPECT_TRUE(Negative.Pack({}));

	FPackable Foreign(57);
	Foreign.Level.Weights.Bones[5] = 30;
	EXPECT_EQ(Foreign.Pack({}).GetError().Code, EErrorCode::Malformed);

	FPackable Bare(58);
	Bare.Level.Weights = {};
	EXPECT_EQ(Bare.Pack({}).GetError().Code, EErrorCode::Mismatch);

	FPackable Unbound(59);
	for (float& Weight : std::span(Unbound.Level.Weights.Weights).first(Unbound.Level.Weights.Offsets[1]))
	{
		Weight = 0.0f;
	}
	const FError Error = Unbound.Pack({}).GetError();
	EXPECT_EQ(Error.Code, EErrorCode::Unsupported);
	EXPECT_NE(Error.Message.find("Vertex 0"), std::string::npos);
}

TEST(PackedSkin, AnEmptyLevelPacksToNothing)
{
	FPackable P(60);
	P.Level = {};
	P.Level.Weights.Offsets.push_back(0);
	const TResult<FPackedSkin> Skin = P.Pack({});
	ASSERT_TRUE(Skin);
	EXPECT_EQ(Skin->SlotCount, 0u);
	EXPECT_EQ(Skin->BytesPerVertex(), 0.0);
}

} // namespace PackedSkinTest
} // namespace Exemplar
