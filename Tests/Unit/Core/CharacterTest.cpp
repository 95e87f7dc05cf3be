// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Character/Character.h"

#include "Base/CharacterFile.h"
#include "Base/File.h"
#include "RandomCharacter.h"
#include "TemporaryFolder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <memory>

namespace Exemplar
{
namespace CharacterTest
{

using testing::HasSubstr;

/** Options that differ from each other in everything that a character may have or not. */
FRandomCharacterOptions ManyOptions(uint64_t Seed)
{
	FRandom Random(Seed);
	FRandomCharacterOptions Options;
	Options.Seed = Seed;
	Options.JointCount = 1 + Random.Below(20);
	Options.VertexCount = 3 + Random.Below(150);
	Options.LevelCount = Random.Below(4);
	Options.MaxInfluences = 1 + Random.Below(8);
	Options.ClipCount = Random.Below(3);
	Options.FrameCount = 1 + Random.Below(40);
	for (bool* Flag :
		{&Options.bLimits, &Options.bScales, &Options.bStreams, &Options.bWeights, &Options.bSkin, &Options.bLinearSkin,
			&Options.bSkinTangents, &Options.bGeomorph, &Options.bIdentity, &Options.bReducedBones})
	{
		*Flag = Random.Chance(0.6f);
	}
	return Options;
}

bool SameBytes(std::span<const std::byte> A, std::span<const std::byte> B)
{
	return A.size() == B.size() && std::memcmp(A.data(), B.data(), A.size()) == 0;
}

TAlignedArray<std::byte> CopyOf(std::span<const std::byte> Bytes)
{
	return {Bytes.begin(), Bytes.end()};
}

TEST(Character, EveryRandomCharacterComesBackAsItWas)
{
	for (uint64_t Seed = 1; Seed <= 60; ++Seed)
	{
		const FCharacterData Data = MakeRandomCharacterData(ManyOptions(Seed));
		const TResult<FCharacter> Character = FCharacter::FromData(Data);
		ASSERT_TRUE(Character) << "seed " << Seed << ": " << Character.GetError().Message;
		EXPECT_TRUE(Character->ToData() == Data) << "seed " << Seed;
	}
}

TEST(Character, WritingWhatWasReadGivesTheSameBytes)
{
	for (uint64_t Seed = 1; Seed <= 30; ++Seed)
	{
		const FCharacter First = *FCharacter::FromData(MakeRandomCharacterData(ManyOptions(Seed)));
		const FCharacter Second = *FCharacter::FromData(First.ToData());
		const TResult<FCharacter> Third = FCharacter::FromBytes(CopyOf(Second.Bytes()));
		ASSERT_TRUE(Third);
		EXPECT_TRUE(SameBytes(First.Bytes(), Second.Bytes()));
		EXPECT_TRUE(SameBytes(First.Bytes(), Third->Bytes()));
	}
}

TEST(Character, TheSameDataGivesTheSameBytes)
{
	const FCharacterData Data = MakeRandomCharacterData();
	const FCharacter First = *FCharacter::FromData(Data);
	for (const int Junk : {0x00, 0xa5, 0xff})
	{
		// Memory that held something else must not show through the padding between arrays.
		TAlignedArray<std::byte>(First.Bytes().size(), static_cast<std::byte>(Junk)).clear();
		EXPECT_TRUE(SameBytes(First.Bytes(), FCharacter::FromData(Data)->Bytes()));
	}
}

TEST(Character, ViewsStandInTheBytesOnSixteenByteBorders)
{
	const FCharacter Character = *FCharacter::FromData(MakeRandomCharacterData());
	const std::span<const std::byte> Bytes = Character.Bytes();
	const auto Expect = [&](const auto& Items)
	{
		const std::byte* Begin = reinterpret_cast<const std::byte*>(Items.data());
		EXPECT_GE(Begin, Bytes.data());
		EXPECT_LE(Begin + Items.size_bytes(), Bytes.data() + Bytes.size());
		EXPECT_EQ(reinterpret_cast<uintptr_t>(Begin) % 16, 0u);
	};
	Expect(Character->Skeleton.Parents);
	Expect(Character->Skeleton.RestLocal);
	for (const FMeshLevelView& Level : Character->Levels)
	{
		Expect(Level.Positions);
		Expect(Level.Normals);
		Expect(Level.Indices);
		Expect(Level.Skin.Points);
		Expect(Level.Skin.Bones);
		Expect(Level.Weights.Weights);
	}
	Expect(Character->Clips[0].Rotations.Values);
}

TEST(Character, ASkeletonWithClipsAloneIsLegal)
{
	FRandomCharacterOptions Options;
	Options.LevelCount = 0;
	const FCharacterData Data = MakeRandomCharacterData(Options);
	const TResult<FCharacter> Character = FCharacter::FromData(Data);
	ASSERT_TRUE(Character) << Character.GetError().Message;
	EXPECT_TRUE(Character->View().Levels.empty());
	EXPECT_EQ(Character->View().Clips.size(), 2u);
	EXPECT_EQ(Character->ToData(), Data);
}

TEST(Character, AnEmptyCharacterIsLegal)
{
	const TResult<FCharacter> Character = FCharacter::FromData({});
	ASSERT_TRUE(Character) << Character.GetError().Message;
	EXPECT_EQ(Character->ToData(), FCharacterData());
}

TEST(Character, CopiesShareTheBytesAndKeepThemAlive)
{
	std::optional<FCharacter> Original = *FCharacter::FromData(MakeRandomCharacterData());
	const FCharacter Copy = *Original;
	EXPECT_EQ(Copy.Bytes().data(), Original->Bytes().data());
	Original.reset();
	EXPECT_EQ(Copy->Skeleton.Names[0].substr(0, 7), "joint 0");
}

TEST(Character, BorrowedBytesAreReadInPlaceAndTheirOwnerIsKept)
{
	const FCharacterData Data = MakeRandomCharacterData();
	const auto Bytes = std::make_shared<TAlignedArray<std::byte>>(CopyOf(FCharacter::FromData(Data)->Bytes()));
	{
		const TResult<FCharacter> Character = FCharacter::FromBorrowedBytes(*Bytes, Bytes);
		ASSERT_TRUE(Character);
		EXPECT_EQ(Character->Bytes().data(), Bytes->data());
		EXPECT_EQ(Bytes.use_count(), 2);
		EXPECT_EQ(Character->ToData(), Data);
	}
	EXPECT_EQ(Bytes.use_count(), 1);
}

TEST(Character, BorrowedBytesMustBeAligned)
{
	const FCharacter Character = *FCharacter::FromData(MakeRandomCharacterData());
	const std::span<const std::byte> Bytes = Character.Bytes();
	for (size_t Shift = 1; Shift < 16; ++Shift)
	{
		TAlignedArray<std::byte> Shifted(Shift, std::byte{0});
		Shifted.insert(Shifted.end(), Bytes.begin(), Bytes.end());
		const TResult<FCharacter> Read =
			FCharacter::FromBorrowedBytes(std::span<const std::byte>(Shifted).subspan(Shift));
		ASSERT_FALSE(Read);
		EXPECT_EQ(Read.GetError().Code, EErrorCode::InvalidArgument);
		EXPECT_THAT(Read.GetError().Message, HasSubstr("multiple of 16"));
	}
}

TEST(Character, WhatIsSavedIsLoaded)
{
	const FTemporaryFolder Folder;
	const std::filesystem::path File = Folder / std::filesystem::path(u8"\u4eba\u7269 \u00e4.exemplar");
	const FCharacter Character = *FCharacter::FromData(MakeRandomCharacterData());
	ASSERT_TRUE(SaveCharacter(Character, File));
	const TResult<FCharacter> Loaded = LoadCharacter(File);
	ASSERT_TRUE(Loaded) << Loaded.GetError().Message;
	EXPECT_TRUE(SameBytes(Loaded->Bytes(), Character.Bytes()));
}

TEST(Character, SavingReplacesTheOldFileAndAFailureKeepsIt)
{
	const FTemporaryFolder Folder;
	const std::filesystem::path File = Folder / "character.exemplar";
	FRandomCharacterOptions Options;
	const FCharacter Old = *FCharacter::FromData(MakeRandomCharacterData(Options));
	Options.Seed = 2;
	const FCharacter New = *FCharacter::FromData(MakeRandomCharacterData(Options));
	ASSERT_TRUE(SaveCharacter(Old, File));
	ASSERT_TRUE(SaveCharacter(New, File));
	EXPECT_TRUE(SameBytes(LoadCharacter(File)->Bytes(), New.Bytes()));

	// A folder of the file's name stands for everything that makes the last step fail.
	std::filesystem::create_directories(Folder / "taken.exemplar" / "inside");
	const FStatus Status = SaveCharacter(Old, Folder / "taken.exemplar");
	ASSERT_FALSE(Status);
	EXPECT_EQ(Status.GetError().Code, EErrorCode::Unwritable);
	const std::filesystem::directory_iterator Files(Folder.Path());
	EXPECT_EQ(std::distance(begin(Files), end(Files)), 2);
	EXPECT_TRUE(SameBytes(LoadCharacter(File)->Bytes(), New.Bytes()));
}

TEST(Character, LoadingNamesTheFile)
{
	const FTemporaryFolder Folder;
	EXPECT_EQ(LoadCharacter(Folder / "missing").GetError().Code, EErrorCode::NotFound);
	ASSERT_TRUE(WriteFileAtomically(Folder / "text.exemplar", "This is not a character, but it is long enough."));
	const TResult<FCharacter> Read = LoadCharacter(Folder / "text.exemplar");
	ASSERT_FALSE(Read);
	EXPECT_EQ(Read.GetError().Code, EErrorCode::Malformed);
	EXPECT_THAT(Read.GetError().Message, HasSubstr("text.exemplar"));
	EXPECT_THAT(Read.GetError().Message, HasSubstr("not a character file"));
}

TEST(Character, BadDataIsAnInvalidArgument)
{
	FCharacterData Data = MakeRandomCharacterData();
	Data.Skeleton.Parents[3] = 7;
	const TResult<FCharacter> Character = FCharacter::FromData(Data);
	ASSERT_FALSE(Character);
	EXPECT_EQ(Character.GetError().Code, EErrorCode::InvalidArgument);
	EXPECT_THAT(Character.GetError().Message, HasSubstr("joint 3"));
}

} // namespace CharacterTest
} // namespace Exemplar
