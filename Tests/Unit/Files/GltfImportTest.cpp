// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Base/File.h"
#include "Base/ThreadPool.h"
#include "RigPlayback.h"
#include "TemporaryFolder.h"
#include "TinyGltf.h"

namespace Exemplar
{
namespace GltfImportTest
{

FSourceExamples ImportWell(const FTinyGltf& File, const FSceneOptions& Options = {})
{
	TResult<FSourceExamples> Examples = ImportText(File.Text(), Options);
	EXPECT_TRUE(Examples) << (Examples ? "" : Examples.GetError().Message);
	return Examples ? std::move(*Examples) : FSourceExamples{};
}

TEST(GltfImport, KeepsTheOrderOfVerticesAndTheUnusedOnes)
{
	FTinyGltf File;
	File.AddFloats("VEC3", 3, {9, 9, 9, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0});
	File.Add<uint8_t>("SCALAR", 5121, 3, {3, 1, 2});
	File.Json["meshes"] = {{{"primitives", {{{"attributes", {{"POSITION", 0}}}, {"indices", 1}}}}}};
	File.Json["nodes"] = {{{"mesh", 0}}};
	const FSourceExamples Examples = ImportWell(File);
	ASSERT_EQ(Examples.Rest.Positions.size(), 5u);
	EXPECT_EQ(Examples.Rest.Positions[0], (FDouble3{9, 9, 9}));
	EXPECT_EQ(Examples.Rest.CornerVertices, (std::vector<uint32_t>{3, 1, 2}));
	EXPECT_FALSE(Examples.Rig);
	EXPECT_TRUE(Examples.Poses.empty());
}

TEST(GltfImport, ReadsTheSameFromTextAndFromBinary)
{
	const FTinyGltf File = FTinyGltf::SkinnedSquare();
	const TResult<FSourceExamples> Text = ImportText(File.Text()), Binary = ImportText(File.Binary());
	ASSERT_TRUE(Text && Binary);
	EXPECT_EQ(Text->Rest, Binary->Rest);
	ASSERT_EQ(Text->Poses.size(), 31u);
	EXPECT_EQ(Text->Poses.back().Positions, Binary->Poses.back().Positions);
}

TEST(GltfImport, ReadsABufferFileWithAnEscapedUnicodeName)
{
	const FTemporaryFolder Folder;
	FTinyGltf File = FTinyGltf::Square();
	File.Json["buffers"] = {{{"byteLength", File.Buffer.size()}, {"uri", "gr%C3%BC%C3%9Fe%20.bin"}}};
	ASSERT_TRUE(WriteFileAtomically(Folder / std::filesystem::path(u8"gr\u00fc\u00dfe .bin"), File.Buffer));
	const std::filesystem::path Gltf = Folder / std::filesystem::path(u8"\u4eba.gltf");
	ASSERT_TRUE(WriteFileAtomically(Gltf, File.Json.dump()));
	const TResult<FSourceExamples> Examples = ImportGltf(Gltf, {}, {});
	ASSERT_TRUE(Examples) << Examples.GetError().Message;
	EXPECT_EQ(Examples->Rest.Positions.size(), 4u);
}

TEST(GltfImport, ScalesNormalizedIntegersAndFlipsUVs)
{
	FTinyGltf File = FTinyGltf::Square();
	const size_t UVs = File.Add<uint8_t>("VEC2", 5121, 4, {0, 0, 255, 0, 255, 255, 0, 51});
	const size_t Positions = File.Add<int16_t>("VEC3", 5122, 4, {-32768, 0, 0, 32767, 0, 0, 32767, 32767, 0, 0, 0, 0});
	File.Json["accessors"][UVs]["normalized"] = true;
	File.Json["accessors"][Positions]["normalized"] = true;
	File.Json["meshes"][0]["primitives"][0]["attributes"] = {{"POSITION", Positions}, {"TEXCOORD_0", UVs}};
	const FSourceExamples Examples = ImportWell(File);
	ExpectNear(Examples.Rest.Positions[0], {-1, 0, 0}); // -32768 is clamped
	ExpectNear(Examples.Rest.Positions[1], {1, 0, 0});
	EXPECT_NEAR(Examples.Rest.UVs[3].Y, 0.8f, 1e-6f);
	EXPECT_EQ(Examples.Rest.UVs[0], (FFloat2{0.0f, 1.0f}));
}

TEST(GltfImport, ReadsEveryUVSetAndColor)
{
	FTinyGltf File = FTinyGltf::Square();
	const size_t First = File.AddFloats("VEC2", 2, {0, 0, 1, 0, 1, 1, 0, 1});
	const size_t Second = File.AddFloats("VEC2", 2, {0, 0.25f, 1, 0, 1, 1, 0, 1});
	const size_t Bytes = File.Add<uint8_t>("VEC3", 5121, 4, {255, 0, 0, 0, 255, 0, 0, 0, 255, 51, 51, 51});
	const size_t Floats = File.AddFloats("VEC4", 4, {1, 0, 0, 0.5f, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1});
	File.Json["accessors"][Bytes]["normalized"] = true;
	FTinyGltf Bad = File;
	auto& Attributes = File.Json["meshes"][0]["primitives"][0]["attributes"];
	Attributes["TEXCOORD_0"] = First;
	Attributes["TEXCOORD_1"] = Second;
	Attributes["COLOR_0"] = Bytes;
	Attributes["COLOR_1"] = Floats;
	const FSourceExamples Examples = ImportWell(File);
	ASSERT_EQ(Examples.Rest.MoreUVs.size(), 1u);
	ASSERT_EQ(Examples.Rest.Colors.size(), 2u);
	EXPECT_EQ(Examples.Rest.MoreUVs[0].Corners, Examples.Rest.CornerVertices);
	EXPECT_EQ(Examples.Rest.MoreUVs[0].Values[0], (FFloat2{0.0f, 0.75f}));
	EXPECT_EQ(Examples.Rest.Colors[0].Values[1], (FFloat4{0, 1, 0, 1}));
	EXPECT_NEAR(Examples.Rest.Colors[0].Values[3].X, 0.2f, 1e-6f);
	EXPECT_EQ(Examples.Rest.Colors[1].Values[0], (FFloat4{1, 0, 0, 0.5f}));
	for (int Set = 0; Set < 18; ++Set)
	{
		Bad.Json["meshes"][0]["primitives"][0]["attributes"]["COLOR_" + std::to_string(Set)] = Floats;
	}
	const TResult<FSourceExamples> Refused = ImportText(Bad.Text());
	ASSERT_FALSE(Refused);
	EXPECT_NE(Refused.GetError().Message.find("COLOR_16, one more set than the limit. Remove"), std::string::npos);
}

TEST(GltfImport, AppliesSparseValuesOverZerosAndOverAView)
{
	FTinyGltf File = FTinyGltf::Square();
	const size_t Indices = File.AddView<uint8_t>({1, 3});
	const size_t Values = File.AddView<float>({5, 6, 7, 8, 9, 10});
	File.Json["accessors"][0]["sparse"] = {{"count", 2},
		{"indices", {{"bufferView", Indices}, {"componentType", 5121}}}, {"values", {{"bufferView", Values}}}};
	FSourceExamples Examples = ImportWell(File);
	EXPECT_EQ(Examples.Rest.Positions[1], (FDouble3{5, 6, 7}));
	EXPECT_EQ(Examples.Rest.Positions[2], (FDouble3{1, 1, 0}));
	EXPECT_EQ(Examples.Rest.Positions[3], (FDouble3{8, 9, 10}));
	File.Json["accessors"][0].erase("bufferView");
	Examples = ImportWell(File);
	EXPECT_EQ(Examples.Rest.Positions[2], (FDouble3{0, 0, 0}));
	EXPECT_EQ(Examples.Rest.Positions[3], (FDouble3{8, 9, 10}));
}

TEST(GltfImport, ReadsInterleavedAttributes)
{
	FTinyGltf File = FTinyGltf::Square();
	const size_t View = File.AddView<float>({0, 0, 0, 7, 1, 0, 0, 7, 1, 1, 0, 7, 0, 1, 0});
	File.Json["bufferViews"][View]["byteStride"] = 16;
	File.Json["accessors"][0]["bufferView"] = View;
	EXPECT_EQ(ImportWell(File).Rest.Positions[3], (FDouble3{0, 1, 0}));
}

TEST(GltfImport, TurnsStripsAndFansIntoTrianglesOfOneOrientation)
{
	FTinyGltf File = FTinyGltf::Square();
	File.Add<uint16_t>("SCALAR", 5123, 4, {0, 1, 3, 2});
	auto& Primitive = File.Json["meshes"][0]["primitives"][0];
	Primitive["indices"] = 2;
	Primitive["mode"] = 5;
	EXPECT_EQ(ImportWell(File).Rest.CornerVertices, (std::vector<uint32_t>{0, 1, 3, 1, 2, 3}));
	Primitive.erase("indices");
	Primitive["mode"] = 6;
	EXPECT_EQ(ImportWell(File).Rest.CornerVertices, (std::vector<uint32_t>{1, 2, 0, 2, 3, 0}));
}

TEST(GltfImport, MergesPrimitivesAndSharesVerticesOfTheSameAccessors)
{
	FTinyGltf File = FTinyGltf::Square();
	File.Json["materials"] = {
		{{"name", "skin"}, {"pbrMetallicRoughness", {{"baseColorFactor", {0.5, 0.25, 2.0, 1.0}}}}}};
	auto& Primitives = File.Json["meshes"][0]["primitives"];
	Primitives.push_back(Primitives[0]);
	Primitives[1]["material"] = 0;
	const size_t Copy = File.AddFloats("VEC3", 3, {0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1});
	Primitives.push_back({{"attributes", {{"POSITION", Copy}}}, {"indices", 1}, {"material", 0}});
	const FSourceExamples Examples = ImportWell(File);
	EXPECT_EQ(Examples.Rest.Positions.size(), 8u);
	EXPECT_EQ(Examples.Rest.PolygonMaterials, (std::vector<uint32_t>{1, 1, 0, 0, 0, 0}));
	ASSERT_EQ(Examples.Rest.Materials.size(), 2u);
	EXPECT_EQ(Examples.Rest.Materials[0].Name, "skin");
	EXPECT_EQ(Examples.Rest.Materials[0].BaseColor, (FFloat4{0.5f, 0.25f, 1.0f, 1.0f}));
}

TEST(GltfImport, PlacesMeshesWithTheirNodesAndTurnsMirroredOnesAround)
{
	FTinyGltf File = FTinyGltf::Square();
	File.Json["nodes"] = {{{"children", {1, 2}}, {"translation", {0, 0, 5}}}, {{"mesh", 0}},
		{{"mesh", 0}, {"scale", {-1, 1, 1}}}, {{"mesh", 0}}}; // the last is in no scene
	const FSourceExamples Examples = ImportWell(File);
	ASSERT_EQ(Examples.Rest.Positions.size(), 8u);
	ExpectNear(Examples.Rest.Positions[2], {1, 1, 5});
	ExpectNear(Examples.Rest.Positions[6], {-1, 1, 5});
	EXPECT_EQ(Examples.Rest.CornerVertices, (std::vector<uint32_t>{0, 1, 2, 0, 2, 3, 6, 5, 4, 7, 6, 4}));
}

TEST(GltfImport, SamplesASkinAndKeepsItsRig)
{
	FSceneOptions Options;
	Options.FramesPerSecond = 10.0;
	const FSourceExamples Examples = ImportWell(FTinyGltf::SkinnedSquare(), Options);
	ASSERT_EQ(Examples.Poses.size(), 11u);
	EXPECT_EQ(Examples.Poses[3].Name, "bend 3");
	ExpectNear(Examples.Poses[10].Positions[1], {1, 0, 0});
	ExpectNear(Examples.Poses[10].Positions[2], {-0.5, 1.5, 0}); // (1, 0.5) about the joint at height 0.5
	ExpectNear(Examples.Poses[5].Positions[3], {-0.5 * std::sin(0.25 * 3.14159265358979), 0.5 + std::sqrt(0.125), 0});
	ASSERT_TRUE(Examples.Rig);
	EXPECT_EQ(Examples.Rig->Skeleton.Names, (std::vector<std::string>{"root", "tip"}));
	EXPECT_EQ(Examples.Rig->Skeleton.Parents, (std::vector<int32_t>{NoParent, 0}));
	EXPECT_EQ(Examples.Rig->Weights.Bones, (std::vector<uint16_t>{0, 0, 1, 1}));
	ASSERT_EQ(Examples.Rig->Clips.size(), 1u);
	EXPECT_EQ(Examples.Rig->Clips[0].FrameCount, 11u);
	EXPECT_TRUE(Examples.Rig->Clips[0].Translations.Offsets.empty()); // nothing moves but one rotation
	EXPECT_EQ(Examples.Rig->Clips[0].Rotations.Offsets, (std::vector<uint32_t>{0, 0, 11}));
	for (size_t Frame = 0; Frame < 11; ++Frame)
	{
		EXPECT_LT(LargestRigError(Examples, Examples.Rig->Clips[0], Frame, Frame), 1e-6);
	}
}

TEST(GltfImport, TakesTheBindPoseForTheRestWhereTheNodesStandElsewhere)
{
	const FSourceExamples Examples = ImportWell(FTinyGltf::SkinnedSquare(3.0f));
	ExpectNear(Examples.Rest.Positions[2], {1, 1, 0});
	ExpectNear(Examples.Poses[0].Positions[2], {4, 1, 0});
	EXPECT_NEAR(Examples.Rig->Skeleton.RestLocal[1].Translation.X, 0.0f, 1e-6f);
	EXPECT_LT(LargestRigError(Examples, Examples.Rig->Clips[0], 15, 15), 1e-6);
}

TEST(GltfImport, BindsRigidMeshesToTheNodeThatMovesThem)
{
	FTinyGltf File = FTinyGltf::SkinnedSquare();
	File.Json["meshes"].push_back({{"primitives", {{{"attributes", {{"POSITION", 0}}}, {"indices", 1}}}}});
	File.Json["nodes"].push_back({{"mesh", 1}, {"translation", {0, 1, 0}}}); // node 3, a sword in the hand
	File.Json["nodes"][2]["children"] = {3};
	const FSourceExamples Examples = ImportWell(File);
	ASSERT_EQ(Examples.Rig->Skeleton.JointCount(), 2u);
	EXPECT_EQ(Examples.Rig->Weights.Bones, (std::vector<uint16_t>{0, 0, 1, 1, 1, 1, 1, 1}));
	ExpectNear(Examples.Rest.Positions[4], {0, 1.5, 0});
	EXPECT_LT(LargestRigError(Examples, Examples.Rig->Clips[0], 30, 30), 1e-6);
}

TEST(GltfImport, GivesAJointOfItsOwnToASkinThatWasBoundElsewhere)
{
	FTinyGltf File = FTinyGltf::SkinnedSquare();
	const size_t Bind = File.AddFloats("MAT4", 16,
		{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.25f, -0.5f, 0, 1});
	File.Json["skins"].push_back({{"joints", {1, 2}}, {"inverseBindMatrices", Bind}});
	File.Json["nodes"].push_back({{"mesh", 0}, {"skin", 1}});
	File.Json["scenes"][0]["nodes"] = {0, 1, 3};
	const FSourceExamples Examples = ImportWell(File);
	EXPECT_EQ(Examples.Rig->Skeleton.Names, (std::vector<std::string>{"root", "tip", "tip 2"}));
	for (const size_t Frame : {0u, 10u, 30u})
	{
		EXPECT_LT(LargestRigError(Examples, Examples.Rig->Clips[0], Frame, Frame), 1e-6);
	}
}

FTinyGltf MorphSquare()
{
	FTinyGltf File = FTinyGltf::Square();
	const size_t Up = File.AddFloats("VEC3", 3, {0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1});
	const size_t Wide = File.AddFloats("VEC3", 3, {0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0});
	File.Json["meshes"][0]["primitives"][0]["targets"] = {{{"POSITION", Up}}, {{"POSITION", Wide}}};
	File.Json["meshes"][0]["extras"]["targetNames"] = {"up", "wide"};
	return File;
}

TEST(GltfImport, MakesAPoseOfEachMorphTarget)
{
	const FSourceExamples Examples = ImportWell(MorphSquare());
	ASSERT_EQ(Examples.Poses.size(), 2u);
	EXPECT_EQ(Examples.Poses[0].Name, "up");
	ExpectNear(Examples.Poses[0].Positions[2], {1, 1, 1});
	ExpectNear(Examples.Poses[1].Positions[2], {2, 1, 0});
	EXPECT_EQ(Examples.Poses[0].Numbers, (std::vector<FSourceNumber>{{"up", 1.0f}}));
	EXPECT_FALSE(Examples.Rig);
}

TEST(GltfImport, SamplesMorphSequencesOfEveryInterpolation)
{
	FTinyGltf File = MorphSquare();
	const size_t Times = File.AddFloats("SCALAR", 1, {1, 2});
	const size_t Weights = File.AddFloats("SCALAR", 1, {0, 1, 1, 0});
	File.Json["animations"] = {{{"samplers", {{{"input", Times}, {"output", Weights}}}},
		{"channels", {{{"sampler", 0}, {"target", {{"node", 0}, {"path", "weights"}}}}}}}};
	FSceneOptions Options;
	Options.FramesPerSecond = 4.0;
	FSourceExamples Examples = ImportWell(File, Options);
	ASSERT_EQ(Examples.Poses.size(), 5u); // from the first key to the last
	ExpectNear(Examples.Poses[1].Positions[2], {1.75, 1, 0.25});
	ASSERT_EQ(Examples.Poses[1].Numbers.size(), 2u); // the weights of both targets
	EXPECT_EQ(Examples.Poses[1].Numbers[0].Name, "up");
	EXPECT_FLOAT_EQ(Examples.Poses[1].Numbers[0].Value, 0.25f);
	File.Json["animations"][0]["samplers"][0]["interpolation"] = "STEP";
	ExpectNear(ImportWell(File, Options).Poses[3].Positions[2], {2, 1, 0});
	// A Hermite curve with zero tangents: 3 t^2 - 2 t^3.
	File.AddFloats("SCALAR", 1, {0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0});
	File.Json["animations"][0]["samplers"][0] = {
		{"input", Times}, {"output", Weights + 1}, {"interpolation", "CUBICSPLINE"}};
	ExpectNear(ImportWell(File, Options).Poses[1].Positions[2], {1.84375, 1, 0.15625});
}

TEST(GltfImport, SamplesOnlyTheAnimationsThatAreAskedFor)
{
	FTinyGltf File = FTinyGltf::SkinnedSquare();
	File.Json["animations"].push_back(File.Json["animations"][0]);
	EXPECT_EQ(ImportWell(File).Rig->Clips[1].Name, "bend 2");
	File.Json["animations"][1]["name"] = "other";
	FSceneOptions Options;
	Options.Animations = {"other"};
	const FSourceExamples Examples = ImportWell(File, Options);
	EXPECT_EQ(Examples.Poses.size(), 31u);
	EXPECT_EQ(Examples.Rig->Clips[0].Name, "other");
	Options.Animations = {"run"};
	const TResult<FSourceExamples> None = ImportText(File.Text(), Options);
	ASSERT_FALSE(None);
	EXPECT_EQ(None.GetError().Code, EErrorCode::NotFound);
	EXPECT_EQ(None.GetError().Message, "test.gltf: unknown animation 'run'. Available animations: 'bend', 'other'.");
}

TEST(GltfImport, StopsWhenItIsCanceled)
{
	const std::string Text = FTinyGltf::SkinnedSquare().Text();
	const FProgressCallback Stop = [](std::string_view, double) { return false; };
	FBuildContext Context;
	Context.Progress = FProgress(Stop);
	const TResult<FSourceExamples> Examples =
		ImportGltfBytes(std::as_bytes(std::span(Text)), "test.gltf", {}, {}, Context);
	ASSERT_FALSE(Examples);
	EXPECT_EQ(Examples.GetError().Code, EErrorCode::Canceled);
}

TEST(GltfImport, GivesTheSamePosesOnAnyNumberOfThreads)
{
	const std::string Text = FTinyGltf::SkinnedSquare().Text();
	const auto Pool = MakeThreadPool(3);
	FBuildContext Context;
	Context.Executor = Pool.get();
	const auto Parallel = ImportGltfBytes(std::as_bytes(std::span(Text)), "test.gltf", {}, {}, Context);
	const auto Serial = ImportText(Text);
	ASSERT_TRUE(Parallel && Serial);
	for (size_t Pose = 0; Pose < Serial->Poses.size(); ++Pose)
	{
		EXPECT_EQ(Parallel->Poses[Pose].Positions, Serial->Poses[Pose].Positions);
	}
}

} // namespace GltfImportTest
} // namespace Exemplar
