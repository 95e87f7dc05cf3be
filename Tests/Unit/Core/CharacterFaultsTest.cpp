// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "AllocationMeter.h"
#include "Base/File.h"
#include "Character/Character.h"
#include "Character/CharacterReader.h"
#include "Character/CharacterValidation.h"
#include "FaultyCharacters.h"
#include "RandomCharacter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <set>

namespace Exemplar
{
namespace CharacterFaultsTest
{

using testing::ElementsAre;
using testing::HasSubstr;

/** Every check and every rule that rejects a file. */
std::vector<std::string> RejectionsOf(std::span<const std::byte> Bytes)
{
	std::vector<std::string> Names;
	CharacterLayout::TCharacterParts<FViewed> Parts;
	const FFileFaults Faults = ReadCharacter(Bytes, Parts);
	for (int Check = 0; Check < static_cast<int>(EFileCheck::Count); ++Check)
	{
		if (!Faults[static_cast<EFileCheck>(Check)].empty())
		{
			Names.emplace_back(ToString(static_cast<EFileCheck>(Check)));
		}
	}
	for (const FCharacterRule& Rule : GetCharacterRules())
	{
		if (!Rule.Check(Parts.Model).empty())
		{
			Names.emplace_back(Rule.Name);
		}
	}
	return Names;
}

std::vector<FFaultyCharacter> MakeAllFaulty()
{
	std::vector<FFaultyCharacter> Files = FaultyCharacters::MakeForChecks();
	for (FFaultyCharacter& File : FaultyCharacters::MakeForRules())
	{
		Files.push_back(std::move(File));
	}
	return Files;
}

/** Reads bytes that may hold anything; what is accepted must also be writable. */
bool ReadsAndStaysSound(const TAlignedArray<std::byte>& Bytes)
{
	const TResult<FCharacter> Read = FCharacter::FromBytes(Bytes);
	if (!Read)
	{
		EXPECT_FALSE(Read.GetError().Message.empty());
		EXPECT_LT(Read.GetError().Message.size(), 400u);
		return false;
	}
	const FCharacterData Data = Read->ToData();
	const TResult<FCharacter> Again = FCharacter::FromData(Data);
	EXPECT_TRUE(Again && Again->ToData() == Data);
	return true;
}

TEST(CharacterFaults, TheSmallCharacterHasNone)
{
	EXPECT_THAT(RejectionsOf(WriteCharacter(MakeSmallCharacterData())), ElementsAre());
}

TEST(CharacterFaults, EachFileIsRejectedByItsOwnCheckAlone)
{
	for (const FFaultyCharacter& File : MakeAllFaulty())
	{
		EXPECT_THAT(RejectionsOf(File.Bytes), ElementsAre(File.Name));
		const TResult<FCharacter> Read = FCharacter::FromBytes(File.Bytes);
		ASSERT_FALSE(Read) << File.Name;
		EXPECT_GT(Read.GetError().Message.size(), 20u) << File.Name;
		EXPECT_EQ(Read.GetError().Message.back(), '.') << Read.GetError().Message;
	}
}

TEST(CharacterFaults, EachCheckHasExactlyOneFile)
{
	std::multiset<std::string> Files, Checks;
	for (const FFaultyCharacter& File : MakeAllFaulty())
	{
		Files.insert(File.Name);
	}
	for (int Check = 0; Check < static_cast<int>(EFileCheck::Count); ++Check)
	{
		Checks.insert(ToString(static_cast<EFileCheck>(Check)));
	}
	for (const FCharacterRule& Rule : GetCharacterRules())
	{
		Checks.insert(Rule.Name);
	}
	EXPECT_EQ(Files, Checks);
}

/** The fuzzer starts from these files. EXEMPLAR_WRITE_CORPUS=1 writes them; without it they must be up to date. */
TEST(CharacterFaults, TheFuzzersCorpusIsTheseFiles)
{
	constexpr size_t MaxCorpusFile = 16384;
	const std::filesystem::path Folder =
		std::filesystem::path(EXEMPLAR_SOURCE_DIR) / "Tests" / "Fuzz" / "Corpus" / "Character";
	std::vector<FFaultyCharacter> Files = MakeAllFaulty();
	Files.push_back({"Sound", WriteCharacter(MakeSmallCharacterData())});
	Files.push_back({"SoundEmpty", WriteCharacter({})});
	FaultyCharacters::FFileEditor Newer;
	Newer.Append(FaultyCharacters::UnknownTag, 7, 5, 16);
	Newer.Set(offsetof(CharacterFormat::FFileHead, MinorVersion), uint16_t{9});
	Files.push_back({"SoundWithUnknownChunk", Newer.Seal()});
	for (const FFaultyCharacter& File : Files)
	{
		if (File.Bytes.size() > MaxCorpusFile)
		{
			continue;
		}
		const std::filesystem::path Path = Folder / (File.Name + ".exemplar");
		if (std::getenv("EXEMPLAR_WRITE_CORPUS") != nullptr)
		{
			ASSERT_TRUE(WriteFileAtomically(Path, File.Bytes));
		}
		const TResult<TAlignedArray<std::byte>> Stored = ReadWholeFile(Path);
		EXPECT_TRUE(Stored && *Stored == File.Bytes)
			<< Path << " is not up to date: run this test once with EXEMPLAR_WRITE_CORPUS=1.";
	}
}

TEST(CharacterFaults, UnknownChunksAndNewerMinorVersionsAreSkipped)
{
	FaultyCharacters::FFileEditor File;
	File.Append(FaultyCharacters::UnknownTag, 7, 5, 16);
	File.Append(FaultyCharacters::UnknownTag, 0, 32, 32);
	File.Set(offsetof(CharacterFormat::FFileHead, MinorVersion), uint16_t{9});
	const TResult<FCharacter> Read = FCharacter::FromBytes(File.Seal());
	ASSERT_TRUE(Read) << Read.GetError().Message;
	EXPECT_EQ(Read->ToData(), MakeSmallCharacterData());
}

TEST(CharacterFaults, ANewerMajorVersionIsRefusedAsUnsupported)
{
	FaultyCharacters::FFileEditor File;
	File.Set(offsetof(CharacterFormat::FFileHead, MajorVersion), uint16_t{2});
	// Whatever else has changed with the version, the version is what the sentence is about.
	File.Set(sizeof(CharacterFormat::FFileHead), ~uint64_t{0});
	const TResult<FCharacter> Read = FCharacter::FromBytes(File.Bytes);
	ASSERT_FALSE(Read);
	EXPECT_EQ(Read.GetError().Code, EErrorCode::Unsupported);
	EXPECT_THAT(Read.GetError().Message, HasSubstr("version 2."));
}

TEST(CharacterFaults, EveryTruncationIsRejected)
{
	const TAlignedArray<std::byte> Bytes = WriteCharacter(MakeSmallCharacterData());
	for (size_t Size = 0; Size < Bytes.size(); ++Size)
	{
		TAlignedArray<std::byte> Short(Bytes.begin(), Bytes.begin() + static_cast<ptrdiff_t>(Size));
		ASSERT_FALSE(FCharacter::FromBytes(Short)) << Size;
		// Cut off by somebody who knows the format: only the content can tell.
		if (Size >= sizeof(CharacterFormat::FFileHead))
		{
			std::memcpy(Short.data() + offsetof(CharacterFormat::FFileHead, FileSize), &Size, sizeof(Size));
			SealCharacter(Short);
			ASSERT_FALSE(FCharacter::FromBytes(Short)) << Size;
		}
	}
}

TEST(CharacterFaults, EveryDamagedByteIsNoticed)
{
	TAlignedArray<std::byte> Bytes = WriteCharacter(MakeSmallCharacterData());
	for (std::byte& Byte : Bytes)
	{
		Byte ^= std::byte{0x10};
		ASSERT_FALSE(FCharacter::FromBytes(Bytes)) << &Byte - Bytes.data();
		Byte ^= std::byte{0x10};
	}
	EXPECT_TRUE(FCharacter::FromBytes(Bytes));
}

TEST(CharacterFaults, ExtremeNumbersUnderGoodChecksumsDoNoHarm)
{
	const TAlignedArray<std::byte> Sound = WriteCharacter(MakeSmallCharacterData());
	size_t Rejected = 0;
	for (const uint64_t Extreme : {uint64_t{0}, ~uint64_t{0}, uint64_t{1} << 63, uint64_t{1} << 60,
			 uint64_t{0x7f8000007f800000}, uint64_t{0x7fc000007fc00000}, uint64_t{0xfffffff0}})
	{
		for (size_t Offset = 0; Offset + 8 <= Sound.size(); Offset += 8)
		{
			TAlignedArray<std::byte> Bytes = Sound;
			std::memcpy(Bytes.data() + Offset, &Extreme, sizeof(Extreme));
			SealCharacter(Bytes);
			const FAllocationMeter Meter;
			Rejected += FCharacter::FromBytes(std::move(Bytes)) ? 0 : 1;
			// Lists of views take a few times the bytes that they view; nothing grows with a number in the file.
			EXPECT_LT(Meter.TotalBytes(), 8 * Sound.size());
		}
	}
	EXPECT_GT(Rejected, Sound.size() / 4);
}

TEST(CharacterFaults, RandomMutationsUnderGoodChecksumsDoNoHarm)
{
	const TAlignedArray<std::byte> Sound = WriteCharacter(MakeSmallCharacterData());
	FRandom Random(7);
	size_t Accepted = 0;
	for (int Round = 0; Round < 3000; ++Round)
	{
		TAlignedArray<std::byte> Bytes = Sound;
		for (uint32_t Change = 0; Change < 1 + Random.Below(4); ++Change)
		{
			const uint32_t At = Random.Below(static_cast<uint32_t>(Bytes.size()));
			Bytes[At] = static_cast<std::byte>(Random.Below(256));
		}
		SealCharacter(Bytes);
		Accepted += ReadsAndStaysSound(Bytes) ? 1 : 0;
	}
	// Mutated positions and colors are still positions and colors: the test reaches beyond the frame.
	EXPECT_GT(Accepted, 100u);
	EXPECT_LT(Accepted, 2500u);
}

TEST(CharacterFaults, SentencesNameTheElementAndTheRemedy)
{
	FCharacterData Data = MakeSmallCharacterData();
	Data.Levels[1].Weights.Weights[2] = 0.1f;
	EXPECT_EQ(FCharacter::FromData(Data).GetError().Message,
		"Level 1: weights: those of vertex 1 sum to 0.6 instead of 1. Normalize the weights of each vertex.");
	Data = MakeSmallCharacterData();
	Data.Skeleton.Parents[1] = 2;
	EXPECT_EQ(FCharacter::FromData(Data).GetError().Message,
		"Joint 1 ('knee') has the parent 2, which is not an earlier joint. Order joints so that parents come first, "
		"without cycles.");
	Data = MakeSmallCharacterData();
	Data.Clips[0].Rotations.Frames[1] = 0;
	EXPECT_EQ(FCharacter::FromData(Data).GetError().Message,
		"Clip 0 ('walk'): rotations: key 1, of joint 0, does not come after the one before. Sort keys by frame, one "
		"per frame.");
}

} // namespace CharacterFaultsTest
} // namespace Exemplar
