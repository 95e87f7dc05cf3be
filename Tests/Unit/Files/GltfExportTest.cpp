// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Files/GltfExport.h"

#include "GltfTube.h"
#include "GltfValidator.h"
#include "RigPlayback.h"
#include "TemporaryFolder.h"

#include <cstring>
#include <nlohmann/json.hpp>

namespace Exemplar
{
namespace GltfExportTest
{

using namespace GltfTube;

nlohmann::json ParseJson(const std::vector<std::byte>& Bytes)
{
	uint32_t Size = 0;
	std::memcpy(&Size, Bytes.data() + 12, 4);
	const char* Begin = reinterpret_cast<const char*>(Bytes.data()) + 20;
	return nlohmann::json::parse(Begin, Begin + Size);
}

TEST(GltfExport, WritesACharacterThatKhronosAcceptsAndThatReadsBackTheSame)
{
	FCharacterData Data = MakeTube(8, 5, 4);
	Data.Clips = {MakeTurning(5, 25)};
	const std::vector<std::byte> Bytes = ExportWell(Data);
	const FSourceExamples Back = ImportWell(Bytes); // at the 24 frames a second that the file says
	const FMeshLevelData& Level = Data.Levels[0];
	ASSERT_EQ(Back.Rest.Positions.size(), Level.VertexCount());
	for (size_t V = 0; V < Level.VertexCount(); ++V)
	{
		EXPECT_NEAR(Back.Rest.Positions[V].X, static_cast<double>(Level.Positions[V].X), 1e-6);
		EXPECT_NEAR(Back.Rest.Positions[V].Y, static_cast<double>(Level.Positions[V].Y), 1e-6);
	}
	EXPECT_EQ(Back.Rest.CornerVertices, Level.Indices);
	ASSERT_TRUE(Back.Rig);
	EXPECT_EQ(Back.Rig->Skeleton.Names, Data.Skeleton.Names);
	EXPECT_EQ(Back.Rig->Skeleton.Parents, Data.Skeleton.Parents);
	EXPECT_NEAR(Back.Rig->Skeleton.RestLocal[2].Translation.Y, 0.3f, 1e-6f);
	ASSERT_EQ(Back.Rig->Clips.size(), 1u);
	EXPECT_EQ(Back.Rig->Clips[0].FrameCount, 25u);
	const auto& Moves = Back.Rig->Clips[0].Translations;
	EXPECT_EQ(Moves.Offsets, (std::vector<uint32_t>{0, 0, 0, 0, 0, 25}));
	EXPECT_NEAR(Moves.Values[12].Y, 0.45f, 1e-6f);
	EXPECT_NEAR(Moves.Values[24].Y, 0.6f, 1e-6f);
	EXPECT_EQ(Back.Rig->Clips[0].Scales.Values, (std::vector<FFloat3>{{1.0f, 2.0f, 1.0f}}));
	for (const size_t Frame : {0u, 7u, 24u})
	{
		EXPECT_LT(LargestRigError(Back, Back.Rig->Clips[0], Frame, Frame), 1e-5);
	}
	for (size_t V = 0; V < Level.VertexCount(); ++V)
	{
		double Wanted[5] = {}, Read[5] = {};
		for (size_t I = 4 * V; I < 4 * V + 4; ++I)
		{
			Wanted[Level.Weights.Bones[I]] += static_cast<double>(Level.Weights.Weights[I]);
			Read[Back.Rig->Weights.Bones[I]] += static_cast<double>(Back.Rig->Weights.Weights[I]);
		}
		for (size_t Joint = 0; Joint < 5; ++Joint)
		{
			EXPECT_NEAR(Wanted[Joint], Read[Joint], 1e-6);
		}
	}
	const nlohmann::json Json = ParseJson(Bytes);
	EXPECT_EQ(Json["asset"]["extras"]["provenance"]["options.rig"], "none \"at\" all");
	EXPECT_EQ(Json["materials"][1]["alphaMode"], "BLEND");
	ExpectValidGltf(FTemporaryFolder() / "character.glb", Bytes);
}

TEST(GltfExport, KeepsTheInfluencesThatTheMetricWantsAndLetsThemSumToOne)
{
	const FCharacterData Data = MakeTube(12, 9, 6);
	for (const int Influences : {4, 8})
	{
		FGltfExportOptions Options;
		Options.Influences = Influences;
		const std::vector<std::byte> Bytes = ExportWell(Data, Options);
		const FSourceExamples Back = ImportWell(Bytes);
		ASSERT_TRUE(Back.Rig);
		const TBlendWeights<FOwned>& Rows = Back.Rig->Weights;
		const size_t Kept = Influences == 4 ? 4 : 6;
		EXPECT_EQ(Rows.Bones.size(), Kept * Back.Rest.Positions.size());
		double Sum = 0.0;
		for (size_t I = 0; I < Kept; ++I)
		{
			Sum += static_cast<double>(Rows.Weights[I]);
			EXPECT_GE(Rows.Weights[I], 0.0f);
		}
		EXPECT_NEAR(Sum, 1.0, 1e-6);
		EXPECT_EQ(Rows.Bones[0], 0) << "the largest stays";
		EXPECT_EQ(ParseJson(Bytes)["meshes"][0]["primitives"][0]["attributes"].contains("JOINTS_1"), Influences == 8);
		ExpectValidGltf(FTemporaryFolder() / "influences.glb", Bytes);
	}
	const TResult<FCharacter> Character = FCharacter::FromData(Data);
	FGltfExportOptions Options;
	Options.Influences = 5;
	EXPECT_FALSE(ExportCharacterGltf(Character->View(), Options));
}

TEST(GltfExport, LinksTheLevelsOfDetail)
{
	FCharacterData Data = MakeTube(12, 3, 2);
	for (const size_t Rings : {6u, 3u})
	{
		Data.Levels.push_back(MakeTube(Rings, 3, 2).Levels[0]);
		Data.Levels.back().ErrorBound = 0.12f / static_cast<float>(Rings);
	}
	const std::vector<std::byte> Bytes = ExportWell(Data);
	const nlohmann::json Json = ParseJson(Bytes);
	const nlohmann::json& Finest = Json["nodes"][3];
	EXPECT_EQ(Finest["extensions"]["MSFT_lod"]["ids"], (nlohmann::json{4, 5}));
	const std::vector<double> Coverage = Finest["extras"]["MSFT_screencoverage"];
	ASSERT_EQ(Coverage.size(), 3u);
	EXPECT_GT(Coverage[0], Coverage[1]);
	EXPECT_EQ(Coverage[2], 0.0);
	// A reader that does not know the extension sees the finest level alone.
	EXPECT_EQ(ImportWell(Bytes).Rest.Positions.size(), Data.Levels[0].VertexCount());
	ExpectValidGltf(FTemporaryFolder() / "levels.glb", Bytes);
	FGltfExportOptions Options;
	Options.bLevels = false;
	EXPECT_EQ(ParseJson(ExportWell(Data, Options))["meshes"].size(), 1u);
}

TEST(GltfExport, WritesCorrectivesAsMorphTargetsAndColorsByBone)
{
	FCharacterData Data = MakeTube(4, 3, 3);
	AddBulge(Data, 0.25);
	FGltfExportOptions Options;
	Options.bColorByBone = true;
	const std::vector<std::byte> Bytes = ExportWell(Data, Options);
	const FSourceExamples Back = ImportWell(Bytes);
	ASSERT_EQ(Back.Poses.size(), 1u);
	EXPECT_EQ(Back.Poses[0].Name, "bulge");
	EXPECT_NEAR(Back.Poses[0].Positions[5].Z - Back.Rest.Positions[5].Z, 0.25, 1e-5);
	const auto Json = ParseJson(Bytes);
	EXPECT_TRUE(Json["meshes"][0]["primitives"][1]["attributes"].contains("COLOR_0"));
	EXPECT_EQ(Json["meshes"][0]["extras"]["targetNames"][0], "bulge");
	ExpectValidGltf(FTemporaryFolder() / "morph.glb", Bytes);
	Options.bCorrectives = false;
	EXPECT_FALSE(ParseJson(ExportWell(Data, Options))["meshes"][0]["extras"].contains("targetNames"));
	Data.Correctives.Correctives[0].Flags = 0;
	Options.bCorrectives = true;
	EXPECT_FALSE(ParseJson(ExportWell(Data, Options))["meshes"][0]["extras"].contains("targetNames"));
}

TEST(GltfExport, WritesManyJointsSeveralRootsAndStillClips)
{
	FCharacterData Data = MakeTube(30, 300, 3);
	Data.Name = "Gr\u00f6\u00dfe \u4eba";
	Data.Skeleton.Parents[1] = Data.Skeleton.Parents[2] = NoParent;
	FClipData Still;
	Still.Name = "still";
	Still.FrameCount = 10;
	Data.Clips = {Still};
	const std::vector<std::byte> Bytes = ExportWell(Data);
	const FSourceExamples Back = ImportWell(Bytes);
	EXPECT_EQ(Back.Poses.size(), 10u);
	ASSERT_TRUE(Back.Rig);
	EXPECT_EQ(Back.Rig->Skeleton.JointCount(), 300u);
	EXPECT_EQ(ParseJson(Bytes)["scenes"][0]["name"], Data.Name);
	ExpectValidGltf(FTemporaryFolder() / "many.glb", Bytes);
}

TEST(GltfExport, WritesASkeletonWithClipsAlone)
{
	FCharacterData Data;
	Data.Name = "motion";
	Data.Skeleton = MakeTube(2, 4, 1).Skeleton;
	Data.Clips = {MakeTurning(4, 5)};
	ExpectValidGltf(FTemporaryFolder() / "motion.glb", ExportWell(Data));
}

TEST(GltfExport, TakesBlendWeightsFromTheAnimationSpaceSkin)
{
	FCharacterData Data = MakeTube(4, 3, 2);
	FMeshLevelData& Level = Data.Levels[0];
	Level.Skin.Offsets = Level.Weights.Offsets;
	Level.Skin.Bones = Level.Weights.Bones;
	for (size_t V = 0; V < Level.VertexCount(); ++V)
	{
		for (size_t I = Level.Skin.Offsets[V]; I < Level.Skin.Offsets[V + 1]; ++I)
		{
			const float W = Level.Weights.Weights[I];
			const FFloat3 P = Level.Positions[V] * W;
			Level.Skin.Points.push_back({P.X, P.Y, P.Z, W});
		}
	}
	const std::vector<std::byte> WithWeights = ExportWell(Data);
	Level.Weights = {};
	EXPECT_EQ(ExportWell(Data), WithWeights);
}

TEST(GltfExport, GivesTheSameBytesForTheSameCharacter)
{
	FCharacterData Data = MakeTube(8, 5, 4);
	Data.Clips = {MakeTurning(5, 25)};
	EXPECT_EQ(ExportWell(Data), ExportWell(Data));
}

/** A box of quads with a UV island and a normal for each side, and two poses. */
FExampleSet MakeBoxExamples()
{
	FSourceExamples Source;
	Source.Name = "box";
	for (int Corner = 0; Corner < 8; ++Corner)
	{
		Source.Rest.Positions.push_back(
			{static_cast<double>(Corner & 1), static_cast<double>(Corner >> 1 & 1), static_cast<double>(Corner >> 2)});
	}
	const uint32_t Sides[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
	const FFloat3 Normals[6] = {{0, 0, -1}, {0, 0, 1}, {0, -1, 0}, {0, 1, 0}, {-1, 0, 0}, {1, 0, 0}};
	for (uint32_t Side = 0; Side < 6; ++Side)
	{
		for (uint32_t C = 0; C < 4; ++C)
		{
			Source.Rest.CornerVertices.push_back(Sides[Side][C]);
			Source.Rest.CornerUVs.push_back(4 * Side + C);
			Source.Rest.CornerNormals.push_back(Side);
			Source.Rest.UVs.push_back({static_cast<float>(C & 1), static_cast<float>(Side) / 8.0f});
		}
		Source.Rest.Normals.push_back(Normals[Side]);
		Source.Rest.PolygonOffsets.push_back(4 * Side + 4);
		Source.Rest.PolygonMaterials.push_back(Side % 2);
	}
	Source.Rest.Materials = {{"even", {1, 0, 0, 1}}, {"odd", {0, 1, 0, 1}}};
	for (const double Stretch : {1.5, 2.5})
	{
		FSourcePose& Pose = Source.Poses.emplace_back();
		Pose.Name = "stretch " + std::to_string(Stretch);
		std::vector<FDouble3> Positions;
		for (const FDouble3& P : Source.Rest.Positions)
		{
			Positions.push_back({P.X * Stretch, P.Y, P.Z});
		}
		Pose.Positions = std::move(Positions);
	}
	TResult<FExampleSet> Set = BuildExampleSet(std::move(Source), {}, {});
	EXPECT_TRUE(Set);
	return std::move(*Set);
}

TEST(GltfExport, WritesExamplesSuchThatTheirVerticesReadBackTheSame)
{
	const FExampleSet Set = MakeBoxExamples();
	const TResult<std::vector<std::byte>> Bytes = ExportExamplesGltf(Set);
	ASSERT_TRUE(Bytes) << Bytes.GetError().Message;
	const FSourceExamples Back = ImportWell(*Bytes);
	EXPECT_EQ(Back.Rest.Positions, Set.Source.Rest.Positions); // eight again, though the file holds twenty-four
	EXPECT_EQ(Back.Rest.PolygonCount(), 12u);
	ASSERT_EQ(Back.Poses.size(), 2u);
	for (size_t V = 0; V < 8; ++V)
	{
		EXPECT_NEAR(Back.Poses[1].Positions[V].X, RestoreSource(Set).Poses[1].Positions[V].X, 1e-6);
	}
	EXPECT_EQ(Back.Rest.Materials[1].Name, "odd");
	const nlohmann::json Json = ParseJson(*Bytes);
	EXPECT_EQ(Json["meshes"][0]["extras"]["targetNames"][0], Set.Source.Poses[0].Name);
	EXPECT_EQ(Json["accessors"][0]["count"], 24);
	ExpectValidGltf(FTemporaryFolder() / "examples.glb", *Bytes);
}

TEST(GltfExport, WritesEveryUVSetAndColorOfExamplesAndOfCharacters)
{
	FSourceExamples Source = RestoreSource(MakeBoxExamples());
	Source.Rest.MoreUVs = {{Source.Rest.CornerUVs, Source.Rest.UVs}};
	TCornerSet<FFloat4>& Colors = Source.Rest.Colors.emplace_back();
	for (uint32_t C = 0; C < Source.Rest.CornerVertices.size(); ++C)
	{
		Colors.Corners.push_back(C);
		Colors.Values.push_back({0.01f * static_cast<float>(C), 0.5f, 0.25f, 1.0f});
	}
	const TResult<FExampleSet> Set = BuildExampleSet(Source, {}, {});
	ASSERT_TRUE(Set);
	const TResult<std::vector<std::byte>> Bytes = ExportExamplesGltf(*Set);
	ASSERT_TRUE(Bytes) << Bytes.GetError().Message;
	const FSourceMesh Back = ImportWell(*Bytes).Rest;
	ASSERT_EQ(Back.MoreUVs.size(), 1u);
	ASSERT_EQ(Back.Colors.size(), 1u);
	for (size_t Corner = 0; Corner < Back.CornerVertices.size(); ++Corner)
	{
		// Triangles are written by material; the corner with this color tells which one it was.
		const FFloat4 Color = Back.Colors[0].Values[Back.Colors[0].Corners[Corner]];
		const auto Of = static_cast<size_t>(std::lround(Color.X * 100.0f));
		ASSERT_LT(Of, 24u);
		EXPECT_EQ(Color, Colors.Values[Of]);
		EXPECT_EQ(Back.CornerVertices[Corner], Source.Rest.CornerVertices[Of]);
		EXPECT_EQ(Back.MoreUVs[0].Values[Back.MoreUVs[0].Corners[Corner]], Source.Rest.UVs[Of]);
	}
	ExpectValidGltf(FTemporaryFolder() / "sets.glb", *Bytes);

	FCharacterData Data = MakeTube(8, 5, 4);
	FMeshLevelData& Level = Data.Levels[0];
	for (const FFloat2& UV : Level.UVs)
	{
		Level.Colors.push_back({UV.X, UV.Y, 1.0f, 1.0f});
	}
	Level.MoreUVs = Level.UVs;
	Level.MoreUVs.insert(Level.MoreUVs.end(), Level.UVs.rbegin(), Level.UVs.rend());
	const nlohmann::json Attributes = ParseJson(ExportWell(Data))["meshes"][0]["primitives"][0]["attributes"];
	EXPECT_TRUE(Attributes.contains("TEXCOORD_2"));
	EXPECT_FALSE(Attributes.contains("TEXCOORD_3"));
	EXPECT_TRUE(Attributes.contains("COLOR_0"));
	EXPECT_EQ(ImportWell(ExportWell(Data)).Rest.MoreUVs.size(), 2u);
}

TEST(GltfExport, WritesExamplesWithoutPoses)
{
	FSourceExamples Source = MakeBoxExamples().Source;
	Source.Poses.clear();
	Source.Rest.CornerNormals.clear();
	Source.Rest.CornerUVs.clear();
	const TResult<FExampleSet> Set = BuildExampleSet(std::move(Source), {}, {});
	ASSERT_TRUE(Set);
	const TResult<std::vector<std::byte>> Bytes = ExportExamplesGltf(*Set);
	ASSERT_TRUE(Bytes);
	EXPECT_TRUE(ImportWell(*Bytes).Poses.empty());
	ExpectValidGltf(FTemporaryFolder() / "rest.glb", *Bytes);
}

} // namespace GltfExportTest
} // namespace Exemplar
