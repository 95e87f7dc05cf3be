// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Gpu/GpuLevel.h"

#include "Base/Checksum.h"
#include "Base/Octahedral.h"
#include "Crowd/GpuCrowd.h"
#include "Gpu/CookedCharacter.h"
#include "Posing/CharacterPoser.h"
#include "RandomCharacter.h"

#include <bit>
#include <cstring>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace Exemplar
{
namespace GpuLevelTest
{

constexpr FBasis Basis{{0, 2, 1}, {1.0f, 1.0f, 1.0f}, 100.0f};
constexpr size_t HeadSize = 24;

FPosableCharacter MakePosable()
{
	FRandomCharacterOptions Options;
	Options.bScales = false; // crowds have none
	return FPosableCharacter(*FCharacter::FromData(MakeRandomCharacterData(Options)), Basis);
}

std::vector<FGpuLevel> Pack(const FPosableCharacter& Character, EPackedKind Kind)
{
	return *MakeGpuLevels(Character.View(), Character.Poser->GetRest(), Kind, Character.Basis);
}

/** With the checksum of what the bytes are now: damage that only the rules can find. */
void Seal(std::vector<std::byte>& Bytes)
{
	const uint64_t Checksum = Checksum64(std::span<const std::byte>(Bytes).subspan(HeadSize));
	std::memcpy(Bytes.data() + 16, &Checksum, sizeof(Checksum));
}

TEST(GpuLevel, SlotsHaveTheVertexAtRestAndItsMaterialInputs)
{
	const FPosableCharacter Character = MakePosable();
	const FMeshLevelView& Source = Character.View().Levels[0];
	const FGpuLevel Level = Pack(Character, EPackedKind::AnimationSpace)[0];
	ASSERT_EQ(Level.Indices.size(), Source.Indices.size());
	for (size_t Corner = 0; Corner < Source.Indices.size(); ++Corner)
	{
		const size_t Vertex = Source.Indices[Corner], Slot = Level.Indices[Corner];
		const std::vector<uint32_t>&Rest = Level[EGpuStream::SlotRest], &UVs = Level[EGpuStream::SlotUVs];
		const FFloat3 Position{std::bit_cast<float>(Rest[4 * Slot]), std::bit_cast<float>(Rest[4 * Slot + 1]),
			std::bit_cast<float>(Rest[4 * Slot + 2])};
		EXPECT_LT(Length(Position - Basis.Position(Source.Positions[Vertex])), 1e-4f);
		const uint32_t Code = Rest[4 * Slot + 3];
		const FFloat3 Normal = Normalize(DecodeOctahedral({Code & 0xffffu, Code >> 16}, 16));
		EXPECT_LT(Length(Normal - Basis.Direction(Source.Normals[Vertex])), 1e-3f);
		const size_t At = 2 * Slot * Level.UVSets;
		EXPECT_EQ((FFloat2{std::bit_cast<float>(UVs[At]), std::bit_cast<float>(UVs[At + 1])}), Source.UVs[Vertex]);
	}
	for (size_t Stream = 0; Stream < GpuStreamCount; ++Stream)
	{
		EXPECT_FALSE(Level.Streams[Stream].empty()) << GpuStreams[Stream].Name;
	}
}

TEST(GpuLevel, ComesBackFromItsBytesAndNoDamageIsTaken)
{
	const FPosableCharacter Character = MakePosable();
	const size_t Joints = Character.Poser->JointCount();
	for (const EPackedKind Kind :
		{EPackedKind::LinearBlend, EPackedKind::AnimationSpace, EPackedKind::Spherical, EPackedKind::Twist})
	{
		const FGpuLevel Level = Pack(Character, Kind)[0];
		const std::vector<std::byte> Bytes = WriteGpuLevel(Level);
		const TResult<FGpuLevel> Again = ReadGpuLevel(Bytes, Joints);
		ASSERT_TRUE(Again) << Again.GetError().Message;
		EXPECT_EQ(WriteGpuLevel(*Again), Bytes);
		EXPECT_EQ(Again->Skin.EntryCount(), Level.Skin.EntryCount());
		// The palette of a pose is what it was.
		FCharacterPose Pose;
		FSkinPalette A, B;
		const ESkinOperator Operator = Kind == EPackedKind::LinearBlend ? ESkinOperator::LinearBlend
			: Kind == EPackedKind::AnimationSpace                       ? ESkinOperator::AnimationSpace
			: Kind == EPackedKind::Spherical                            ? ESkinOperator::Spherical
																		: ESkinOperator::Twist;
		Character.Poser->Reset(Pose);
		ASSERT_TRUE(Character.Poser->Pose(Pose) && Character.Poser->MakePalette(Pose, Level.Skin, Operator, A) &&
			Character.Poser->MakePalette(Pose, Again->Skin, Operator, B));
		EXPECT_TRUE(std::ranges::equal(A.GetEntryBytes(), B.GetEntryBytes()));

		const auto Refused = [&](const std::vector<std::byte>& Damaged) { return !ReadGpuLevel(Damaged, Joints); };
		for (size_t Place = 0; Place < Bytes.size(); Place += 1 + Bytes.size() / 150)
		{
			std::vector<std::byte> Damaged = Bytes;
			Damaged[Place] ^= std::byte{0x5a};
			EXPECT_TRUE(Refused(Damaged)) << Place;
			EXPECT_TRUE(Refused({Bytes.begin(), Bytes.begin() + static_cast<ptrdiff_t>(Place)})) << Place;
			Seal(Damaged);
			(void)Refused(Damaged); // some numbers may be any; nothing is read out of bounds
		}
	}
}

TEST(GpuLevel, WhatRefersToNothingIsRefusedWithARemedy)
{
	const FPosableCharacter Character = MakePosable();
	const FGpuLevel Level = Pack(Character, EPackedKind::AnimationSpace)[0];
	const auto MessageOf = [&](auto Break)
	{
		FGpuLevel Broken = Level;
		Break(Broken);
		const TResult<FGpuLevel> Read = ReadGpuLevel(WriteGpuLevel(Broken), Character.Poser->JointCount());
		return Read ? std::string("taken") : Read.GetError().Message;
	};
	using testing::HasSubstr;
	EXPECT_EQ(MessageOf([](FGpuLevel&) {}), "taken");
	EXPECT_THAT(MessageOf([](FGpuLevel& L) { L.Skin.PaletteBones.back() = 500; }), HasSubstr("Cook the character"));
	EXPECT_THAT(MessageOf([](FGpuLevel& L) { L.Indices[5] = L.Skin.SlotCount; }), HasSubstr("slot"));
	EXPECT_THAT(MessageOf([](FGpuLevel& L) { L.Skin.SlotOfVertex[1] = 0xfffffff0u; }), HasSubstr("slot"));
	EXPECT_THAT(MessageOf([](FGpuLevel& L) { L.Sections[0].IndexCount += 300000; }), HasSubstr("section"));
	EXPECT_THAT(MessageOf([](FGpuLevel& L) { L.Skin.PaletteParents[0] = 90; }), HasSubstr("joint"));
	EXPECT_THAT(MessageOf([](FGpuLevel& L) { L.Streams[0].pop_back(); }), HasSubstr("stream"));
	EXPECT_THAT(MessageOf([](FGpuLevel& L) { L.UVSets = 9; }), HasSubstr("stream"));
	EXPECT_THAT(
		MessageOf([](FGpuLevel& L) { L.Skin.Format.Kind = static_cast<EPackedKind>(40); }), HasSubstr("format"));
	std::vector<std::byte> Newer = WriteGpuLevel(Level);
	Newer[4] = std::byte{9};
	EXPECT_THAT(ReadGpuLevel(Newer, 12).GetError().Message, HasSubstr("version 9"));
	EXPECT_EQ(ReadGpuLevel(Newer, 12).GetError().Code, EErrorCode::Unsupported);
}

TEST(CookedCharacter, HasEveryLevelAsTheGpuReadsItAndNoMesh)
{
	const FPosableCharacter Character = MakePosable();
	const TResult<FCookedCharacter> Cooked = CookCharacter(Character, std::array{ESkinOperator::Spherical});
	ASSERT_TRUE(Cooked) << Cooked.GetError().Message;
	EXPECT_EQ(Cooked->Preferred, FindPreferredOperator(Character.View()));
	EXPECT_EQ(Cooked->Crowd, ESkinOperator::AnimationSpace);
	ASSERT_EQ(Cooked->Blocks.size(), 2 * Character.View().Levels.size());
	const FCharacter Rest = *FCharacter::FromBytes(Cooked->Character);
	EXPECT_TRUE(Rest->Levels.empty());
	EXPECT_EQ(Rest->Skeleton.JointCount(), Character.View().Skeleton.JointCount());
	EXPECT_EQ(Rest->Clips.size(), Character.View().Clips.size());
	EXPECT_LT(Rest.Bytes().size(), Character.Character.Bytes().size());
	std::vector<FGpuLevel> Read;
	for (const FCookedCharacter::FBlock& Block : Cooked->Blocks)
	{
		EXPECT_EQ(Block.Bytes, WriteGpuLevel(Pack(Character, Block.Kind)[Block.Level]));
		if (Block.Kind == EPackedKind::AnimationSpace)
		{
			Read.push_back(*ReadGpuLevel(Block.Bytes, Rest->Skeleton.JointCount()));
		}
	}
	// A crowd of it is that of the whole character.
	const std::vector<FGpuLevel> Packed = Pack(Character, EPackedKind::AnimationSpace);
	const auto Crowd = [&](const FCharacterView& View, const std::vector<FGpuLevel>& Levels)
	{
		std::vector<const FGpuLevel*> All;
		for (const FGpuLevel& Level : Levels)
		{
			All.push_back(&Level);
		}
		return MakeGpuCrowd(View, All, Character.Poser->GetRest(), Basis);
	};
	const TResult<FGpuCrowd> A = Crowd(Character.View(), Packed), B = Crowd(Rest.View(), Read);
	ASSERT_TRUE(A && B);
	EXPECT_EQ(A->LevelErrors, B->LevelErrors);
	EXPECT_EQ(A->Tables.Bones, B->Tables.Bones);
	ASSERT_EQ(A->Draws.size(), B->Draws.size());
	EXPECT_EQ(A->Draws.size(), A->DrawRecords.size());
	EXPECT_EQ(std::memcmp(A->Tables.Keys.data(), B->Tables.Keys.data(), A->Tables.Keys.size() * sizeof(FCrowdKey)), 0);
}

TEST(CookedCharacter, MayKeepItsMeshesAndSaysWhichOperatorItDoesNotHave)
{
	const FPosableCharacter Character = MakePosable();
	const TResult<FCookedCharacter> Kept = CookCharacter(Character, {}, true);
	ASSERT_TRUE(Kept);
	EXPECT_TRUE(std::ranges::equal(Kept->Character, Character.Character.Bytes()));
	FRandomCharacterOptions Options;
	Options.bSkin = false;
	Options.bSkinTangents = false;
	Options.bGeomorph = false;
	Options.bScales = false;
	const FPosableCharacter Weights(*FCharacter::FromData(MakeRandomCharacterData(Options)), Basis);
	const TResult<FCookedCharacter> Plain = CookCharacter(Weights);
	ASSERT_TRUE(Plain) << Plain.GetError().Message;
	EXPECT_EQ(Plain->Crowd, ESkinOperator::LinearBlend);
	const TResult<FCookedCharacter> None = CookCharacter(Weights, std::array{ESkinOperator::AnimationSpace});
	ASSERT_FALSE(None);
	EXPECT_THAT(None.GetError().Message, testing::HasSubstr("operator animation-space"));
}

} // namespace GpuLevelTest
} // namespace Exemplar
