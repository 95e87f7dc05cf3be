// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Files/AssimpImport.h"
#include "Base/File.h"
#include "Files/GltfImport.h"
#include "Files/Readers.h"
#include "RigPlayback.h"
#include "TemporaryFolder.h"
#include "TinyGltf.h"

#include <assimp/Exporter.hpp>
#include <assimp/Importer.hpp>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <gmock/gmock.h>
#include <memory>

namespace Exemplar
{
namespace
{

/** assimp's glTF reader counts in milliseconds, and its exporters take every count for seconds. */
void CountInSeconds(aiAnimation& Animation)
{
	const double Ticks = Animation.mTicksPerSecond;
	const auto Scale = [&](auto* Keys, unsigned Count)
	{
		for (unsigned Key = 0; Key < Count; ++Key)
		{
			Keys[Key].mTime /= Ticks;
		}
	};
	for (unsigned C = 0; C < Animation.mNumChannels; ++C)
	{
		aiNodeAnim& Channel = *Animation.mChannels[C];
		Scale(Channel.mPositionKeys, Channel.mNumPositionKeys);
		Scale(Channel.mRotationKeys, Channel.mNumRotationKeys);
		Scale(Channel.mScalingKeys, Channel.mNumScalingKeys);
	}
	Animation.mDuration /= Ticks;
	Animation.mTicksPerSecond = 1.0;
}

/** Writes a tiny glTF file in another format, by assimp's own exporters: the only writers of FBX and Collada at hand.
 */
std::filesystem::path Translate(
	const FTinyGltf& Tiny, const FTemporaryFolder& Folder, const char* Format, const char* Name)
{
	const std::string Bytes = Tiny.Binary();
	Assimp::Importer Importer;
	EXPECT_TRUE(Importer.ReadFileFromMemory(Bytes.data(), Bytes.size(), 0, "glb")) << Importer.GetErrorString();
	const std::unique_ptr<aiScene> Scene(Importer.GetOrphanedScene());
	for (unsigned A = 0; A < Scene->mNumAnimations; ++A)
	{
		CountInSeconds(*Scene->mAnimations[A]);
	}
	Assimp::Exporter Exporter;
	const std::filesystem::path File = Folder / Name;
	EXPECT_EQ(Exporter.Export(Scene.get(), Format, File.string()), aiReturn_SUCCESS) << Exporter.GetErrorString();
	return File;
}

FTinyGltf SplitSquare()
{
	FTinyGltf File = FTinyGltf::SkinnedSquare();
	auto& Attributes = File.Json["meshes"][0]["primitives"][0]["attributes"];
	Attributes["NORMAL"] = File.AddFloats("VEC3", 3, {0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1});
	Attributes["TEXCOORD_0"] = File.AddFloats("VEC2", 2, {0, 0, 1, 0, 1, 1, 0, 1});
	// assimp's Collada exporter wants all three kinds of keys.
	const size_t Places = File.AddFloats("VEC3", 3, {0, 0.5f, 0, 0, 0.5f, 0});
	const size_t Sizes = File.AddFloats("VEC3", 3, {1, 1, 1, 1, 1, 1});
	auto& Animation = File.Json["animations"][0];
	const size_t Times = Animation["samplers"][0]["input"];
	Animation["samplers"].push_back({{"input", Times}, {"output", Places}});
	Animation["samplers"].push_back({{"input", Times}, {"output", Sizes}});
	Animation["channels"].push_back({{"sampler", 1}, {"target", {{"node", 2}, {"path", "translation"}}}});
	Animation["channels"].push_back({{"sampler", 2}, {"target", {{"node", 2}, {"path", "scale"}}}});
	return File;
}

class AssimpFormats : public testing::TestWithParam<std::pair<const char*, const char*>>
{
};

TEST_P(AssimpFormats, BringSkinAndClipAlong)
{
	const FTemporaryFolder Folder;
	const std::filesystem::path File = Translate(SplitSquare(), Folder, GetParam().first, GetParam().second);
	FSceneOptions Options;
	Options.FramesPerSecond = 10.0;
	const TResult<FSourceExamples> Examples = ImportWithAssimp(File, Options, {});
	ASSERT_TRUE(Examples) << Examples.GetError().Message;
	EXPECT_EQ(Examples->Rest.Positions.size(), 4u); // joined again, whatever the format split
	EXPECT_EQ(Examples->Rest.PolygonCount(), 2u);
	EXPECT_FALSE(Examples->Rest.CornerUVs.empty());
	ASSERT_TRUE(Examples->Rig);
	ASSERT_EQ(Examples->Rig->Clips.size(), 1u);
	ASSERT_EQ(Examples->Poses.size(), 11u);
	const TResult<FSourceExamples> Truth = ImportText(SplitSquare().Text(), Options);
	ASSERT_TRUE(Truth);
	for (const size_t Frame : {0u, 10u})
	{
		EXPECT_LT(LargestRigError(*Examples, Examples->Rig->Clips[0], Frame, Frame), 1e-5);
		// The square's corners are met in the order of the polygons, which is that of the vertices here.
		for (size_t V = 0; V < 4; ++V)
		{
			ExpectNear(Examples->Poses[Frame].Positions[V], Truth->Poses[Frame].Positions[V], 1e-4);
		}
	}
}

INSTANTIATE_TEST_SUITE_P(Files, AssimpFormats,
	testing::Values(std::pair{"collada", "square.dae"}, std::pair{"fbxa", "square.fbx"}),
	[](const auto& Info) { return std::string(Info.param.first); });

TEST(AssimpImport, KeepsClosedLipsApart)
{
	// Two vertices at one place, one on each joint: they part when the joints do.
	FTinyGltf Tiny = SplitSquare();
	auto& Attributes = Tiny.Json["meshes"][0]["primitives"][0]["attributes"];
	Attributes["POSITION"] = Tiny.AddFloats("VEC3", 3, {0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0});
	const FTemporaryFolder Folder;
	const TResult<FSourceExamples> Examples = ImportWithAssimp(Translate(Tiny, Folder, "collada", "lips.dae"), {}, {});
	ASSERT_TRUE(Examples) << Examples.GetError().Message;
	EXPECT_EQ(Examples->Rest.Positions.size(), 4u);
}

TEST(AssimpImport, RefusesWithASentence)
{
	const FTemporaryFolder Folder;
	for (const char* Name : {"bad.fbx", "bad.dae"})
	{
		const std::filesystem::path File = Folder / Name;
		TResult<FSourceExamples> Examples = ImportWithAssimp(File, {}, {});
		ASSERT_FALSE(Examples);
		EXPECT_EQ(Examples.GetError().Code, EErrorCode::NotFound);
		ASSERT_TRUE(WriteFileAtomically(File, std::string_view("this is no scene")));
		Examples = ImportWithAssimp(File, {}, {});
		ASSERT_FALSE(Examples);
		EXPECT_EQ(Examples.GetError().Code, EErrorCode::Malformed);
		EXPECT_THAT(Examples.GetError().Message, testing::HasSubstr(Name));
		EXPECT_THAT(Examples.GetError().Message, testing::EndsWith("Export it again, or as glTF."));
		EXPECT_THAT(Examples.GetError().Message, testing::Not(testing::HasSubstr("\n")));
	}
}

TEST(Readers, BringGltfAndColladaIntoImportExamples)
{
	const FTemporaryFolder Folder;
	const std::string Bytes = SplitSquare().Binary();
	ASSERT_TRUE(WriteFileAtomically(Folder / "square.glb", Bytes));
	Translate(SplitSquare(), Folder, "collada", "square.dae");
	FImportOptions Options;
	FSceneOptions Scene;
	Scene.FramesPerSecond = 5.0;
	Options.Readers = MakeSceneReaders(Scene);
	for (const char* Name : {"square.glb", "square.dae"})
	{
		const TResult<FSourceExamples> Examples = ImportExamples(Folder / Name, Options);
		ASSERT_TRUE(Examples) << Examples.GetError().Message;
		EXPECT_EQ(Examples->Poses.size(), 6u);
		EXPECT_TRUE(Examples->Rig);
	}
}

} // namespace
} // namespace Exemplar
