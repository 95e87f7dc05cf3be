// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Files/GltfExport.h"

#include "Character/CorrectiveDeltas.h"
#include "Files/GltfAfter.h"
#include "Files/GltfImport.h"
#include "Files/GltfMorphs.h"
#include "GltfValidator.h"
#include "RigPlayback.h"
#include "TemporaryFolder.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>

namespace Exemplar
{
namespace GltfExportTest
{

/**
 * A tube of Rings x 12 vertices around the y axis over a chain of joints. Every vertex has Influences of them; the
 * weights fall with distance, so that which are the largest is plain.
 */
FCharacterData MakeTube(size_t Rings, size_t Joints, size_t Influences)
{
	FCharacterData Data;
	Data.Name = "tube";
	for (size_t Joint = 0; Joint < Joints; ++Joint)
	{
		Data.Skeleton.Names.push_back("joint " + std::to_string(Joint));
		Data.Skeleton.Parents.push_back(static_cast<int32_t>(Joint) - 1);
		FBoneTransform Local;
		Local.Translation = {0.0f, Joint == 0 ? 0.0f : 0.3f, 0.0f};
		Local.Rotation = RotationAboutAxis({0.0f, 0.0f, 1.0f}, 0.1f);
		Data.Skeleton.RestLocal.push_back(Local);
	}
	Data.Materials = {{"skin", {0.8f, 0.6f, 0.5f, 1.0f}}, {"glass", {0.5f, 0.5f, 1.0f, 0.5f}}};
	FMeshLevelData& Level = Data.Levels.emplace_back();
	Level.Weights.Offsets.push_back(0);
	for (size_t Ring = 0; Ring < Rings; ++Ring)
	{
		for (size_t Side = 0; Side < 12; ++Side)
		{
			const float Angle = static_cast<float>(Side) * PiF / 6.0f, Height = static_cast<float>(Ring) * 0.1f;
			Level.Positions.push_back({0.2f * std::cos(Angle), Height, 0.2f * std::sin(Angle)});
			Level.Normals.push_back({std::cos(Angle), 0.0f, std::sin(Angle)});
			Level.Tangents.push_back({-std::sin(Angle), 0.0f, std::cos(Angle), Side % 2 == 0 ? 1.0f : -1.0f});
			Level.UVs.push_back({static_cast<float>(Side) / 12.0f, Height});
			float Sum = 0.0f;
			for (size_t I = 0; I < Influences; ++I)
			{
				Sum += 1.0f / static_cast<float>(1 + I);
			}
			for (size_t I = 0; I < Influences; ++I)
			{
				Level.Weights.Bones.push_back(static_cast<uint16_t>((Ring + I) % Joints));
				Level.Weights.Weights.push_back(1.0f / static_cast<float>(1 + I) / Sum);
			}
			Level.Weights.Offsets.push_back(static_cast<uint32_t>(Level.Weights.Bones.size()));
		}
	}
	for (uint32_t Ring = 0; Ring + 1 < Rings; ++Ring)
	{
		for (uint32_t Side = 0; Side < 12; ++Side)
		{
			const uint32_t A = Ring * 12 + Side, B = Ring * 12 + (Side + 1) % 12;
			for (const uint32_t Corner : {A, A + 12, B, B, A + 12, B + 12})
			{
				Level.Indices.push_back(Corner);
			}
		}
	}
	const auto Half = static_cast<uint32_t>(Level.Indices.size() / 2 / 3 * 3);
	Level.Sections = {{0, 0, Half}, {1, Half, static_cast<uint32_t>(Level.Indices.size()) - Half}};
	for (const FFloat3& P : Level.Positions)
	{
		Data.RestBox.Add(P);
	}
	Data.Sphere = {Data.RestBox.Center(), Data.RestBox.Diagonal()};
	Data.Provenance = {{"generator", "a test"}, {"options.rig", "none \"at\" all"}};
	return Data;
}

/** Every joint turns a little more each frame; the last joint also moves and grows, by few keys. */
FClipData MakeTurning(size_t Joints, uint32_t Frames)
{
	FClipData Clip;
	Clip.Name = "turning";
	Clip.FramesPerSecond = 24.0f;
	Clip.FrameCount = Frames;
	Clip.Rotations.Offsets.push_back(0);
	for (size_t Joint = 0; Joint < Joints; ++Joint)
	{
		for (uint32_t Frame = 0; Frame < Frames; ++Frame)
		{
			Clip.Rotations.Frames.push_back(static_cast<uint16_t>(Frame));
			const float Angle = 0.4f * static_cast<float>(Frame);
			Clip.Rotations.Values.push_back(RotationAboutAxis({1.0f, 0.0f, 0.0f}, Angle));
		}
		Clip.Rotations.Offsets.push_back(static_cast<uint32_t>(Clip.Rotations.Values.size()));
	}
	Clip.Translations.Offsets.assign(Joints + 1, 0);
	Clip.Translations.Offsets.back() = 2;
	Clip.Translations.Frames = {0, static_cast<uint16_t>(Frames - 1)};
	Clip.Translations.Values = {{0.0f, 0.3f, 0.0f}, {0.0f, 0.6f, 0.0f}};
	Clip.Scales.Offsets.assign(Joints + 1, 0);
	Clip.Scales.Offsets.back() = 1;
	Clip.Scales.Frames = {0};
	Clip.Scales.Values = {{1.0f, 2.0f, 1.0f}};
	return Clip;
}

std::vector<std::byte> ExportWell(const FCharacterData& Data, const FGltfExportOptions& Options = {})
{
	const TResult<FCharacter> Character = FCharacter::FromData(Data);
	EXPECT_TRUE(Character) << (Character ? "" : Character.GetError().Message);
	TResult<std::vector<std::byte>> Bytes = ExportCharacterGltf(Character->View(), Options);
	EXPECT_TRUE(Bytes) << (Bytes ? "" : Bytes.GetError().Message);
	return Bytes ? std::move(*Bytes) : std::vector<std::byte>{};
}

FSourceExamples ImportWell(const std::vector<std::byte>& Bytes, const FSceneOptions& Options = {})
{
	TResult<FSourceExamples> Examples = ImportGltfBytes(Bytes, "test.glb", {}, Options, {});
	EXPECT_TRUE(Examples) << (Examples ? "" : Examples.GetError().Message);
	return Examples ? std::move(*Examples) : FSourceExamples{};
}

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

/** Gives every vertex of the finest level a corrective that moves it along z, and has weight one at rest. */
void AddBulge(FCharacterData& Data, double Height)
{
	TCorrectives<FOwned>& Model = Data.Correctives;
	Model.Drivers = {{static_cast<uint32_t>(ECorrectiveDriver::Rotation), 1}};
	Model.Kernels = {{}};
	Model.Kernels[0].Count = 1;
	Model.Terms = {{}};
	Model.Runs = {{0, 1, 0}};
	Model.Coefficients = {1.0};
	Model.Shapes = {{}};
	Model.Shapes[0].RunCount = 1;
	Model.Shapes[0].DeltaScale = DeltaScaleFor(Height);
	Model.Correctives = {{}};
	Model.Correctives[0].Name = "bulge";
	Model.Correctives[0].ShapeCount = 1;
	FDeltaWriter Deltas(Data.Levels[0].Correctives);
	for (uint32_t Vertex = 0; Vertex < Data.Levels[0].VertexCount(); ++Vertex)
	{
		Deltas.Add(Vertex, EncodeDelta(0.0, 0.0, Height, Model.Shapes[0].DeltaScale));
	}
	Deltas.EndShape();
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

/** The largest distance, over the frames, of what the file does to a vertex from a displacement after skinning. */
double MissedAfter(const FCharacterData& Data, uint32_t Vertex)
{
	const TResult<FCharacter> Character = FCharacter::FromData(Data);
	EXPECT_TRUE(Character) << (Character ? "" : Character.GetError().Message);
	FCharacterData Plain = Data;
	Plain.Levels[0].Correctives.AfterOffsets.clear();
	Plain.Levels[0].Correctives.After.clear();
	const FSourceExamples With = ImportWell(ExportWell(Data)), Without = ImportWell(ExportWell(Plain));
	double Out = 0.0;
	size_t Frame = 0;
	PlayGltfClip(Character->View(), Character->View().Clips[0],
		[&](const FCharacterPose& Pose)
		{
			const FFloat3 Wanted =
				TransformVector(Pose.Palette[1], Data.Levels[0].Correctives.After[0].Delta) * Pose.ShapeWeights[0];
			const FDouble3 &A = With.Poses[Frame].Positions[Vertex], &B = Without.Poses[Frame].Positions[Vertex];
			Out = (std::max)(Out,
				std::hypot(A.X - B.X - static_cast<double>(Wanted.X), A.Y - B.Y - static_cast<double>(Wanted.Y),
					A.Z - B.Z - static_cast<double>(Wanted.Z)));
			++Frame;
		});
	EXPECT_EQ(Frame, With.Poses.size());
	return Out;
}

TEST(GltfExport, FoldsDisplacementsAfterSkinningIntoMorphTargetsAndSaysWhatTheyMiss)
{
	FCharacterData Data = MakeTube(4, 2, 2);
	AddBulge(Data, 0.25);
	Data.Clips = {MakeTurning(2, 8)};
	Data.Correctives.AfterJoints = {1};
	const auto MissOf = [&](uint32_t Vertex)
	{
		Data.Levels[0].Correctives.AfterOffsets = {0, 1};
		Data.Levels[0].Correctives.After = {{Vertex, 0, {0.0f, 0.02f, 0.05f}}};
		const TResult<FCharacter> Character = FCharacter::FromData(Data);
		EXPECT_TRUE(Character) << (Character ? "" : Character.GetError().Message);
		const FFoldedAfter After = FoldAfter(Character->View(), 0, CollectInfluences(Character->View(), 0, 4));
		EXPECT_NEAR(After.Missing, MissedAfter(Data, Vertex), 1e-5) << "the file does what was announced";
		EXPECT_GT(After.Largest, 0.05);
		const TResult<std::string> Loss = DescribeGltfLoss(Character->View(), {});
		EXPECT_TRUE(Loss && Loss->find("after skinning") != std::string::npos);
		return After.Missing / After.Largest;
	};
	const double Blended = MissOf(5);
	EXPECT_LT(Blended, 0.9);
	Data.Levels[0].Weights.Weights[10] = 0.0f; // vertex 5 follows joint 1 alone: every offset is within reach
	Data.Levels[0].Weights.Weights[11] = 1.0f;
	EXPECT_LT(MissOf(5), 0.004) << "damping leaves a quarter of a percent";
	EXPECT_GT(Blended, 0.01);
	ExpectValidGltf(FTemporaryFolder() / "after.glb", ExportWell(Data));
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
