// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Files/MapFiles.h"

#include "Bake/Bake.h"
#include "Bake/BakeMaps.h"
#include "Base/File.h"
#include "FaultyCharacters.h"
#include "Files/GltfExport.h"
#include "Files/Images.h"
#include "Files/MikkTangents.h"
#include "GltfValidator.h"
#include "Sample/SampleCharacter.h"
#include "TemporaryFolder.h"

#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#define STBI_NO_STDIO
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb_image.h>
#pragma GCC diagnostic pop

namespace Exemplar
{
namespace MapFilesTest
{

/** What a reader of others sees in a PNG file. */
std::vector<uint16_t> ReadPng(const std::string& Bytes, int& Width, int& Height, int& Channels)
{
	uint16_t* const Texels = stbi_load_16_from_memory(reinterpret_cast<const unsigned char*>(Bytes.data()),
		static_cast<int>(Bytes.size()), &Width, &Height, &Channels, 0);
	if (Texels == nullptr)
	{
		return {};
	}
	std::vector<uint16_t> Out(Texels, Texels + static_cast<size_t>(Width * Height * Channels));
	stbi_image_free(Texels);
	return Out;
}

TEST(PackPng, KeepsEveryBitOfEveryKind)
{
	for (const uint32_t Channels : {1u, 3u, 4u})
	{
		for (const uint32_t Bits : {8u, 16u})
		{
			std::vector<uint8_t> Texels(size_t{37} * 21 * Channels * Bits / 8);
			for (size_t Index = 0; Index < Texels.size(); ++Index)
			{
				Texels[Index] = static_cast<uint8_t>(Index * Index * 31 + Index / 7);
			}
			const TResult<std::string> Png = PackPng(37, 21, Channels, Bits, Texels);
			ASSERT_TRUE(Png) << Png.GetError().Message;
			int Width = 0, Height = 0, Found = 0;
			const std::vector<uint16_t> Read = ReadPng(*Png, Width, Height, Found);
			ASSERT_EQ(Read.size(), size_t{37} * 21 * Channels);
			EXPECT_EQ(Width, 37);
			EXPECT_EQ(Found, static_cast<int>(Channels));
			for (size_t Index = 0; Index < Read.size(); ++Index)
			{
				const unsigned Wanted =
					Bits == 8 ? Texels[Index] * 257u : Texels[2 * Index] | Texels[2 * Index + 1] << 8;
				ASSERT_EQ(Read[Index], Wanted) << Index;
			}
		}
	}
	EXPECT_FALSE(PackPng(4, 4, 2, 8, std::vector<uint8_t>(32)));
	EXPECT_FALSE(PackPng(4, 4, 1, 12, std::vector<uint8_t>(24)));
	EXPECT_FALSE(PackPng(4, 4, 1, 8, std::vector<uint8_t>(15)));
}

TEST(PackExr, PutsLinesWhereItsTableSaysAndChannelsInOrder)
{
	std::vector<float> Values;
	for (size_t Index = 0; Index < 5 * 3 * 3; ++Index)
	{
		Values.push_back(static_cast<float>(Index) * 0.5f - 3.0f);
	}
	const TResult<std::string> Exr = PackExr(5, 3, 3, Values);
	ASSERT_TRUE(Exr);
	EXPECT_EQ(Exr->substr(0, 8), std::string("\x76\x2f\x31\x01\x02\0\0\0", 8));
	EXPECT_NE(Exr->find(std::string("channels\0chlist\0", 16)), std::string::npos);
	const size_t HeadEnd = Exr->find(std::string("screenWindowWidth\0float\0", 24)) + 24 + 4 + 4 + 1;
	const auto Read = [&](size_t Offset, auto Value)
	{
		std::memcpy(&Value, Exr->data() + Offset, sizeof(Value));
		return Value;
	};
	for (size_t Y = 0; Y < 3; ++Y)
	{
		const size_t Line = static_cast<size_t>(Read(HeadEnd + 8 * Y, uint64_t{0}));
		ASSERT_LE(Line + 8 + 60, Exr->size());
		EXPECT_EQ(Read(Line, int32_t{0}), static_cast<int32_t>(Y));
		EXPECT_EQ(Read(Line + 4, int32_t{0}), 60);
		EXPECT_EQ(Read(Line + 8, 0.0f), Values[Y * 15 + 2]);          // B of the first pixel
		EXPECT_EQ(Read(Line + 8 + 40 + 4, 0.0f), Values[Y * 15 + 3]); // R of the second
	}
	EXPECT_FALSE(PackExr(5, 3, 2, std::vector<float>(30)));
}

/** A character with a map of each kind. */
TResult<FCharacter> MakeMapped()
{
	FCharacterData Data = MakeSmallCharacterData();
	Data.Maps = {};
	std::vector<uint8_t> Normals;
	for (size_t Texel = 0; Texel < 16; ++Texel)
	{
		for (const unsigned Code : {32768u + 1000u * static_cast<unsigned>(Texel), 30000u})
		{
			Normals.push_back(static_cast<uint8_t>(Code & 0xffu));
			Normals.push_back(static_cast<uint8_t>(Code >> 8));
		}
	}
	AppendMap(Data.Maps, {{0, 1, 4, 4, 2, 16, 0, 1.0f}, "normal_1"}, Normals);
	AppendMap(Data.Maps, {{1, NoIndex, 4, 2, 1, 8, 0, 1.0f}, "occlusion"}, std::vector<uint8_t>(8, 200));
	AppendMap(Data.Maps, {{2, NoIndex, 2, 2, 1, 8, 0, 0.5f}, "curvature"}, std::vector<uint8_t>(4, 255));
	AppendMap(Data.Maps, {{3, NoIndex, 2, 2, 1, 8, 0, 1.0f}, "wrinkle_a/b"}, std::vector<uint8_t>(4, 9));
	AppendMap(Data.Maps, {{4, NoIndex, 2, 2, 4, 8, 0, 1.0f}, "color"}, std::vector<uint8_t>(16, 77));
	return FCharacter::FromData(Data);
}

TEST(MapFiles, WriteEveryMapUnderANameThatFilesCanHave)
{
	const TResult<FCharacter> Character = MakeMapped();
	ASSERT_TRUE(Character) << Character.GetError().Message;
	const FTemporaryFolder Folder;
	const TResult<std::vector<std::string>> Names = WriteMaps(Folder / "maps", (*Character)->Maps, false);
	ASSERT_TRUE(Names) << Names.GetError().Message;
	EXPECT_EQ(*Names,
		(std::vector<std::string>{"normal_1.png", "occlusion.png", "curvature.png", "wrinkle_a_b.png", "color.png"}));
	const TResult<std::string> Bytes = ReadWholeTextFile(Folder / "maps/normal_1.png");
	ASSERT_TRUE(Bytes);
	int Width = 0, Height = 0, Channels = 0;
	const std::vector<uint16_t> Read = ReadPng(*Bytes, Width, Height, Channels);
	ASSERT_EQ(Channels, 3);
	for (size_t Texel = 0; Texel < 16; ++Texel)
	{
		const auto Value = [&](size_t Channel)
		{ return static_cast<double>(Read[3 * Texel + Channel]) / 65535.0 * 2.0 - 1.0; };
		EXPECT_EQ(Read[3 * Texel], 32768 + 1000 * Texel);
		EXPECT_NEAR(Value(0) * Value(0) + Value(1) * Value(1) + Value(2) * Value(2), 1.0, 1e-4);
	}
	// Curvature is per meter in a file of floats: 1 / 0.5.
	const TResult<std::string> Exr = PackMapExr((*Character)->Maps, 2);
	ASSERT_TRUE(Exr);
	float Last = 0.0f;
	std::memcpy(&Last, Exr->data() + Exr->size() - 4, 4);
	EXPECT_FLOAT_EQ(Last, 2.0f);
}

TEST(GltfMaterials, EmbedMapsAndGiveLevelsTheirOwnNormals)
{
	const TResult<FCharacter> Character = MakeMapped();
	ASSERT_TRUE(Character) << Character.GetError().Message;
	const TResult<std::vector<std::byte>> Bytes = ExportCharacterGltf(Character->View(), {});
	ASSERT_TRUE(Bytes) << Bytes.GetError().Message;
	uint32_t Length = 0;
	std::memcpy(&Length, Bytes->data() + 12, 4);
	const nlohmann::json Json =
		nlohmann::json::parse(std::string(reinterpret_cast<const char*>(Bytes->data() + 20), Length));
	ASSERT_EQ(Json["images"].size(), 3u); // color, occlusion, normals
	ASSERT_EQ(Json["materials"].size(), 4u);
	EXPECT_FALSE(Json["materials"][0].contains("normalTexture"));
	EXPECT_TRUE(Json["materials"][2].contains("normalTexture"));
	EXPECT_EQ(Json["meshes"][0]["primitives"][0]["material"], 0);
	EXPECT_EQ(Json["meshes"][1]["primitives"][0]["material"], 2);
	EXPECT_FALSE(Json["meshes"][0]["primitives"][0]["attributes"].contains("COLOR_0")); // the map has them
	const nlohmann::json& View = Json["bufferViews"][Json["images"][2]["bufferView"].get<size_t>()];
	const std::string Png(reinterpret_cast<const char*>(Bytes->data()) + 28 + Length + View["byteOffset"].get<size_t>(),
		View["byteLength"].get<size_t>());
	int Width = 0, Height = 0, Channels = 0;
	EXPECT_EQ(ReadPng(Png, Width, Height, Channels).size(), 48u);
	ExpectValidGltf(FTemporaryFolder() / "maps.glb", *Bytes);
}

TEST(MikkTangents, AreThoseOfTheFinestLevel)
{
	FSampleOptions Options;
	Options.VertexCount = 2000;
	const TResult<FBakedCharacter> Baked =
		Bake(*MakeSourceParts(*BuildExampleSet(BuildSample(Options, {})->Source, {}, {})), {}, {});
	ASSERT_TRUE(Baked) << Baked.GetError().Message;
	const std::optional<FTangentDifference> Difference = CompareWithMikk(Baked->Character->Levels[0]);
	if (!Difference)
	{
		GTEST_SKIP() << "built without MikkTSpace; run ThirdParty/mikktspace/fetch.sh";
	}
	EXPECT_EQ(Difference->Corners, Baked->Character->Levels[0].Indices.size());
	EXPECT_EQ(Difference->WrongSigns, 0u);
	EXPECT_LT(Difference->Median, 0.05);
	EXPECT_LT(Difference->Percentile99, 2.0);
	EXPECT_LT(Difference->MapError, 0.6);
	// Mirrored UVs turn every sign, here and there.
	FCharacterData Mirrored = Baked->Character.ToData();
	for (FFloat2& UV : Mirrored.Levels[0].UVs)
	{
		UV.X = 1.0f - UV.X;
	}
	const TResult<FCharacter> Other = FCharacter::FromData(Mirrored);
	ASSERT_TRUE(Other);
	EXPECT_EQ(CompareWithMikk((*Other)->Levels[0])->WrongSigns, Difference->Corners);
}

} // namespace MapFilesTest
} // namespace Exemplar
