// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "TinyGltf.h"

#include <functional>
#include <gmock/gmock.h>
#include <random>

namespace Exemplar
{
namespace GltfMalformedTest
{

struct FBreakage
{
	friend void PrintTo(const FBreakage& Breakage, std::ostream* Out) { *Out << Breakage.Name; }

	const char* Name;
	EErrorCode Code;
	const char* Words; // of the sentence
	std::function<void(nlohmann::json&)> Break;
};

class MalformedGltf : public testing::TestWithParam<FBreakage>
{
};

TEST_P(MalformedGltf, GetsItsSentence)
{
	FTinyGltf File = FTinyGltf::SkinnedSquare();
	ASSERT_TRUE(ImportText(File.Text()));
	GetParam().Break(File.Json);
	const TResult<FSourceExamples> Examples = ImportText(File.Text());
	ASSERT_FALSE(Examples);
	EXPECT_EQ(Examples.GetError().Code, GetParam().Code) << Examples.GetError().Message;
	EXPECT_THAT(Examples.GetError().Message, testing::StartsWith("test.gltf: "));
	EXPECT_THAT(Examples.GetError().Message, testing::HasSubstr(GetParam().Words));
	EXPECT_THAT(Examples.GetError().Message, testing::EndsWith("."));
}

using FJson = nlohmann::json;
constexpr EErrorCode Malformed = EErrorCode::Malformed, Unsupported = EErrorCode::Unsupported;

FJson& Primitive(FJson& File)
{
	return File["meshes"][0]["primitives"][0];
}

const FBreakage Breakages[] = {
	{"NoVersion", Unsupported, "version is missing", [](FJson& J) { J.erase("asset"); }},
	{"VersionOne", Unsupported, "glTF version 1.0", [](FJson& J) { J["asset"]["version"] = "1.0"; }},
	{"Compressed", Unsupported, "KHR_draco_mesh_compression",
		[](FJson& J) { J["extensionsRequired"] = {"KHR_draco_mesh_compression"}; }},
	{"NodesNoArray", Malformed, "'nodes' is not an array", [](FJson& J) { J["nodes"] = 3; }},
	{"NodeCycle", Malformed, "cycle", [](FJson& J) { J["nodes"][2]["children"] = {1}; }},
	{"SharedChild", Malformed, "shares a child", [](FJson& J) { J["nodes"][0]["children"] = {2}; }},
	{"NoSuchChild", Malformed, "a child that does not exist", [](FJson& J) { J["nodes"][0]["children"] = {7}; }},
	{"ShortMatrix", Malformed, "'matrix' of 2 numbers",
		[](FJson& J) {
			J["nodes"][1]["matrix"] = {1, 2};
		}},
	{"ZeroRotation", Malformed, "rotation of length zero",
		[](FJson& J) {
			J["nodes"][1]["rotation"] = {0, 0, 0, 0};
		}},
	{"TextForNumbers", Malformed, "not an array of numbers", [](FJson& J) { J["nodes"][1]["scale"] = {"a"}; }},
	{"NoSuchMesh", Malformed, "mesh 4 of 1", [](FJson& J) { J["nodes"][0]["mesh"] = 4; }},
	{"NoSuchSkin", Malformed, "skin 4 of 1", [](FJson& J) { J["nodes"][0]["skin"] = 4; }},
	{"NoSuchScene", Malformed, "scene 4 of 1", [](FJson& J) { J["scene"] = 4; }},
	{"NoSuchSceneNode", Malformed, "a node that does not exist", [](FJson& J) { J["scenes"][0]["nodes"] = {9}; }},
	{"NothingShown", EErrorCode::Degenerate, "no triangle mesh", [](FJson& J) { J["scenes"][0]["nodes"] = {1}; }},
	{"NoPrimitives", Malformed, "no primitives", [](FJson& J) { J["meshes"][0].erase("primitives"); }},
	{"NoAttributes", Malformed, "no attributes", [](FJson& J) { Primitive(J).erase("attributes"); }},
	{"UnknownMode", Malformed, "unknown mode 9", [](FJson& J) { Primitive(J)["mode"] = 9; }},
	{"FractionalIndex", Malformed, "not a non-negative whole number", [](FJson& J) { Primitive(J)["indices"] = 1.5; }},
	{"NegativeIndex", Malformed, "not a non-negative whole number", [](FJson& J) { Primitive(J)["indices"] = -1; }},
	{"NoSuchMaterial", Malformed, "material 0 of 0", [](FJson& J) { Primitive(J)["material"] = 0; }},
	{"NoSuchAccessor", Malformed, "accessor 99", [](FJson& J) { Primitive(J)["indices"] = 99; }},
	{"WrongType", Malformed, "not of type VEC3", [](FJson& J) { J["accessors"][0]["type"] = "VEC4"; }},
	{"WrongComponent", Malformed, "component type 17", [](FJson& J) { J["accessors"][0]["componentType"] = 17; }},
	{"ZeroCount", Malformed, "a count of 0", [](FJson& J) { J["accessors"][0]["count"] = 0; }},
	{"HugeCount", Malformed, "which the file cannot hold", [](FJson& J) { J["accessors"][0]["count"] = 1000000000; }},
	{"CountBeyondView", Malformed, "extends beyond its buffer view", [](FJson& J) { J["accessors"][0]["count"] = 5; }},
	{"OffsetBeyondView", Malformed, "extends beyond its buffer view",
		[](FJson& J) { J["accessors"][0]["byteOffset"] = 9007199254740992.0; }},
	{"StrideTooShort", Malformed, "extends beyond its buffer view",
		[](FJson& J) { J["bufferViews"][0]["byteStride"] = 4; }},
	{"ViewBeyondBuffer", Malformed, "beyond buffer 0", [](FJson& J) { J["bufferViews"][0]["byteLength"] = 1 << 20; }},
	{"NoSuchBuffer", Malformed, "buffer 3 of 1", [](FJson& J) { J["bufferViews"][0]["buffer"] = 3; }},
	{"CornersNotThrees", Malformed, "not a multiple of three", [](FJson& J) { J["accessors"][1]["count"] = 5; }},
	{"FewerVertices", Malformed, "refers to vertex 3 of 3",
		[](FJson& J)
		{
			J["accessors"][0]["count"] = 3;
			Primitive(J)["attributes"] = {{"POSITION", 0}};
			J["nodes"][0].erase("skin");
		}},
	{"WeightsForOthers", Malformed, "3 values for 4 vertices", [](FJson& J) { J["accessors"][3]["count"] = 3; }},
	{"JointBeyondSkin", Malformed, "joint 1 of a skin with 1",
		[](FJson& J)
		{
			J["skins"][0]["joints"] = {1};
			J["animations"] = FJson::array();
		}},
	{"EmptySkin", Malformed, "has no joints", [](FJson& J) { J["skins"][0]["joints"] = FJson::array(); }},
	{"NoSuchJoint", Malformed, "a joint that does not exist",
		[](FJson& J) {
			J["skins"][0]["joints"] = {1, 8};
		}},
	{"FewMatrices", Malformed, "fewer than its joints", [](FJson& J) { J["accessors"][4]["count"] = 1; }},
	{"SingularBind", EErrorCode::Degenerate, "joint 'tip' has no inverse",
		[](FJson& J)
		{
			// Zeros but for the first matrix: the second has nothing to invert.
			J["accessors"][4].erase("bufferView");
			J["accessors"][4]["sparse"] = {{"count", 1},
				{"indices", {{"bufferView", 1}, {"byteOffset", 6}, {"componentType", 5123}}},
				{"values", {{"bufferView", 4}}}};
		}},
	{"UnequalTargets", Malformed, "a different number of morph targets",
		[](FJson& J)
		{
			FJson Second = Primitive(J);
			Second["targets"] = {{{"POSITION", 0}}};
			J["meshes"][0]["primitives"].push_back(Second);
		}},
	{"NoChannels", Malformed, "no channels", [](FJson& J) { J["animations"][0].erase("channels"); }},
	{"NoTarget", Malformed, "has no target", [](FJson& J) { J["animations"][0]["channels"][0].erase("target"); }},
	{"NoSuchSampler", Malformed, "sampler 5 of 1", [](FJson& J) { J["animations"][0]["channels"][0]["sampler"] = 5; }},
	{"NoSuchAnimatedNode", Malformed, "node 8 of 3",
		[](FJson& J) { J["animations"][0]["channels"][0]["target"]["node"] = 8; }},
	{"TimesDoNotRise", Malformed, "not increasing",
		[](FJson& J) {
			J["accessors"][5] = {{"componentType", 5126}, {"count", 2}, {"type", "SCALAR"}};
		}},
	{"FewValues", Malformed, "4 values for 2 keys", [](FJson& J) { J["accessors"][6]["count"] = 1; }},
	{"SparseBeyond", Malformed, "changes element",
		[](FJson& J)
		{
			J["accessors"][0]["sparse"] = {{"count", 1},
				{"indices", {{"bufferView", 0}, {"byteOffset", 12}, {"componentType", 5125}}},
				{"values", {{"bufferView", 0}}}};
		}},
	{"SparseIncomplete", Malformed, "is incomplete",
		[](FJson& J) {
			J["accessors"][0]["sparse"] = {{"count", 1}};
		}},
};

INSTANTIATE_TEST_SUITE_P(
	Files, MalformedGltf, testing::ValuesIn(Breakages), [](const auto& Info) { return std::string(Info.param.Name); });

void ExpectSentence(const std::string& Bytes, EErrorCode Code, const char* Words)
{
	const TResult<FSourceExamples> Examples = ImportText(Bytes);
	ASSERT_FALSE(Examples);
	EXPECT_EQ(Examples.GetError().Code, Code);
	EXPECT_THAT(Examples.GetError().Message, testing::HasSubstr(Words));
}

TEST(GltfContainer, RefusesWhatIsNotGltf)
{
	ExpectSentence("", Malformed, "invalid JSON at byte");
	ExpectSentence("v 0 0 0\n", Malformed, "invalid JSON at byte");
	ExpectSentence("[1, 2]", Malformed, "not an object");
	ExpectSentence("{\"asset\": {\"version\": 1e999}}", Malformed, "number out of range");
	ExpectSentence(std::string("glTF\2\0\0\0\377\377\0\0JUNKJUNK", 20), Malformed, "download it again");
	std::string Old = FTinyGltf::Square().Binary();
	Old[4] = 1;
	ExpectSentence(Old, Unsupported, "version 2");
	std::string Swapped = FTinyGltf::Square().Binary();
	Swapped.replace(16, 4, "BIN ");
	ExpectSentence(Swapped, Malformed, "first chunk");
}

TEST(GltfContainer, RefusesBuffersThatAreNotThere)
{
	FTinyGltf File = FTinyGltf::Square();
	const auto WithUri = [&](const char* Uri)
	{
		File.Json["buffers"] = {{{"byteLength", File.Buffer.size()}, {"uri", Uri}}};
		return File.Json.dump();
	};
	ExpectSentence(WithUri("https://example.org/a.bin"), Unsupported, "Only files next to the glTF file");
	ExpectSentence(WithUri("data:application/octet-stream;base64,####"), Malformed, "base64");
	ExpectSentence(
		WithUri("data:application/octet-stream;base64,AAAA"), Malformed, "should be 60 bytes long but has 3");
	ExpectSentence(WithUri("data:text/plain,AAAA"), Malformed, "without base64");
}

TEST(GltfContainer, RefusesNestingWithoutEndAndFramesWithoutNumber)
{
	FTinyGltf File = FTinyGltf::SkinnedSquare();
	File.Json["nodes"][2]["children"] = {3};
	for (int Node = 3; Node < 1100; ++Node)
	{
		File.Json["nodes"].push_back({{"children", {Node + 1}}});
	}
	File.Json["nodes"].push_back(FJson::object());
	ExpectSentence(File.Text(), Unsupported, "1000 deep");

	FSceneOptions Options;
	Options.FramesPerSecond = 1e6;
	TResult<FSourceExamples> Examples = ImportText(FTinyGltf::SkinnedSquare().Text(), Options);
	ASSERT_FALSE(Examples);
	EXPECT_THAT(Examples.GetError().Message, testing::HasSubstr("more than 65535 frames"));
	Options.FramesPerSecond = 30.0;
	Options.MaxVertices = 100;
	Examples = ImportText(FTinyGltf::SkinnedSquare().Text(), Options);
	ASSERT_FALSE(Examples);
	EXPECT_THAT(Examples.GetError().Message, testing::HasSubstr("31 poses of 4 vertices"));
	Options.FramesPerSecond = -1.0;
	Examples = ImportText(FTinyGltf::SkinnedSquare().Text(), Options);
	ASSERT_FALSE(Examples);
	EXPECT_EQ(Examples.GetError().Code, EErrorCode::InvalidArgument);
}

TEST(GltfContainer, SurvivesTruncationAtEveryByte)
{
	const std::string Whole = FTinyGltf::SkinnedSquare().Binary();
	for (size_t Size = 0; Size < Whole.size(); ++Size)
	{
		EXPECT_FALSE(ImportText(Whole.substr(0, Size))) << Size;
	}
}

TEST(GltfContainer, SurvivesMutations)
{
	const std::string Whole = FTinyGltf::SkinnedSquare().Binary();
	FSceneOptions Options;
	Options.MaxVertices = 100000;
	std::mt19937_64 Random(7);
	size_t Refused = 0;
	for (int Round = 0; Round < 3000; ++Round)
	{
		std::string Bytes = Whole;
		for (size_t Change = 0; Change <= Random() % 4; ++Change)
		{
			Bytes[Random() % Bytes.size()] = static_cast<char>(Random() % 256);
		}
		const TResult<FSourceExamples> Examples = ImportText(Bytes, Options);
		Refused += !Examples;
		if (Examples)
		{
			EXPECT_FALSE(Examples->Rest.Positions.empty());
		}
		else
		{
			EXPECT_FALSE(Examples.GetError().Message.empty());
		}
	}
	EXPECT_GT(Refused, 1000u);
}

} // namespace GltfMalformedTest
} // namespace Exemplar
