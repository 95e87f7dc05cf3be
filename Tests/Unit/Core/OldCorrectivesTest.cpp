// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Character/OldCorrectives.h"

#include "Character/Character.h"
#include "Character/CharacterFormat.h"
#include "Character/CharacterWriter.h"
#include "Character/CorrectiveDeltas.h"
#include "FaultyCharacters.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <tuple>

namespace Exemplar
{
namespace OldCorrectivesTest
{

/** A chunk as files of version 1.1 to 1.3 have it: references to its arrays, then the arrays. */
class FOldChunk
{
public:
	FOldChunk(uint32_t Tag, uint32_t Element, size_t ArrayCount)
		: Head{Tag, 1, Element, 0, 0, 0}
		, Record(16 * ArrayCount)
	{
	}

	template <typename T>
	FOldChunk& Add(const std::vector<T>& Items)
	{
		const CharacterFormat::FArrayReference Reference{Record.size() + Arrays.size(), Items.size()};
		std::memcpy(Record.data() + 16 * Count++, &Reference, 16);
		const size_t First = Arrays.size();
		Arrays.resize(First + CharacterFormat::AlignUp(Items.size() * sizeof(T)));
		std::memcpy(Arrays.data() + First, Items.data(), Items.size() * sizeof(T));
		return *this;
	}

	void AppendTo(TAlignedArray<std::byte>& Bytes)
	{
		Head.Size = Record.size() + Arrays.size();
		const size_t First = Bytes.size();
		Bytes.resize(First + sizeof(Head) + Head.Size);
		std::memcpy(Bytes.data() + First, &Head, sizeof(Head));
		std::memcpy(Bytes.data() + First + sizeof(Head), Record.data(), Record.size());
		std::memcpy(Bytes.data() + First + sizeof(Head) + Record.size(), Arrays.data(), Arrays.size());
		CharacterFormat::FFileHead File;
		std::memcpy(&File, Bytes.data(), sizeof(File));
		File.MinorVersion = 3;
		File.ChunkCount += 1;
		File.FileSize = Bytes.size();
		std::memcpy(Bytes.data(), &File, sizeof(File));
	}

private:
	CharacterFormat::FChunkHead Head;
	std::vector<std::byte> Record, Arrays;
	size_t Count = 0;
};

/** A small character with the correctives of an old file: two sets, three shapes, on its first level. */
TAlignedArray<std::byte> MakeOldFile(std::vector<float> Coefficients)
{
	FCharacterData Data = MakeSmallCharacterData();
	Data.Correctives = {};
	for (FMeshLevelData& Level : Data.Levels)
	{
		Level.Correctives = {};
	}
	TAlignedArray<std::byte> Bytes = WriteCharacter(Data);
	FOldChunk(CharacterFormat::OldCorrectivesChunk.Tag, 0, 9)
		.Add(std::vector<uint32_t>{0, 2, 3})
		.Add(std::vector<uint16_t>{1, 2, 1})
		.Add(std::vector<float>{1.0f, 0.5f, 1.0f})
		.Add(std::vector<uint32_t>{0, 2, 3})
		.Add(std::vector<FRotation>{{}, {}, {0.6f, 0.0f, 0.0f, 0.8f}, {}, {0.0f, 0.6f, 0.0f, 0.8f}})
		.Add(std::vector<uint32_t>{0, 1, 3})
		.Add(Coefficients)
		.Add(std::vector<uint32_t>{0, 1})
		.Add(std::vector<float>{0.7f, 1.5f})
		.AppendTo(Bytes);
	FOldChunk(CharacterFormat::OldDeltasChunk.Tag, 0, 3)
		.Add(std::vector<uint32_t>{0, 2, 2, 3})
		.Add(std::vector<uint32_t>{0, 2, 1})
		.Add(std::vector<FFloat3>{{0.0f, 0.0f, 0.1f}, {0.0f, 0.0f, 0.2f}, {0.1f, 0.0f, 0.0f}})
		.AppendTo(Bytes);
	SealCharacter(Bytes);
	return Bytes;
}

TEST(OldCorrectives, AreReadAsTheyWereMeant)
{
	const TResult<FCharacter> Character = FCharacter::FromBytes(MakeOldFile({-0.2f, 1.0f, 1.0f, 0.5f}));
	ASSERT_TRUE(Character.IsOk()) << Character.GetError().Message;
	const TCorrectives<FViewed>& Model = Character->View().Correctives;
	ASSERT_EQ(Model.ShapeCount(), 3u);
	EXPECT_EQ(Model.Correctives[2].Name, "Corrective 3");
	EXPECT_EQ(Model.Drivers.size(), 2u);
	ASSERT_EQ(Model.Kernels.size(), 3u);
	EXPECT_EQ(Model.Kernels[2].Function, static_cast<uint32_t>(ECorrectiveFunction::Compact));
	EXPECT_EQ(Model.Kernels[0].Metric, static_cast<uint32_t>(ECorrectiveMetric::Angle));
	EXPECT_EQ(Model.Terms[3].Scale, 0.5f);
	EXPECT_FLOAT_EQ(Model.Shapes[0].Low, -0.2f);
	EXPECT_FLOAT_EQ(Model.Shapes[0].High, 1.0f);
	const TCorrectiveDeltas<FViewed>& Level = Character->View().Levels[0].Correctives;
	std::vector<std::tuple<size_t, uint32_t, float>> Found;
	ForEachDelta(Level,
		[&](size_t Shape, uint32_t Vertex, size_t Index) {
			Found.emplace_back(Shape, Vertex, Length(DecodeDelta(Level.Deltas[Index], Model.Shapes[Shape].DeltaScale)));
		});
	ASSERT_EQ(Found.size(), 3u);
	EXPECT_EQ(std::get<1>(Found[1]), 2u);
	EXPECT_NEAR(std::get<2>(Found[0]), 0.1f, 5e-6f);
	EXPECT_NEAR(std::get<2>(Found[1]), 0.2f, 1e-7f);
	EXPECT_EQ(std::get<0>(Found[2]), 2u);
	EXPECT_TRUE(Character->View().Levels[1].Correctives.IsEmpty());
	// What is saved is a file of this version.
	EXPECT_EQ(Character->ToData().Correctives.Shapes.size(), 3u);
}

TEST(OldCorrectives, ListsThatDoNotFitAreRefused)
{
	const TResult<FCharacter> Character = FCharacter::FromBytes(MakeOldFile({-0.2f, 1.0f, 1.0f}));
	ASSERT_FALSE(Character.IsOk());
	EXPECT_NE(Character.GetError().Message.find("CORR"), std::string::npos) << Character.GetError().Message;
	EXPECT_FALSE(FCharacter::FromBytes(MakeOldFile({-0.2f, NAN, 1.0f, 0.5f})).IsOk());
}

} // namespace OldCorrectivesTest
} // namespace Exemplar
