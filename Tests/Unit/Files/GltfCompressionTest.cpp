// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "TinyGltf.h"

#include <gmock/gmock.h>
#include <meshoptimizer.h>

namespace Exemplar
{
namespace GltfCompressionTest
{

/** Replaces the bytes of a view by compressed ones; its uncompressed buffer is a placeholder. */
void Compress(FTinyGltf& File, size_t View, size_t Count, size_t Stride, const char* Mode, const char* Filter,
	const std::vector<unsigned char>& Bytes)
{
	const size_t Compressed = File.AddView(Bytes);
	nlohmann::json& Target = File.Json["bufferViews"][View];
	nlohmann::json Extension = File.Json["bufferViews"][Compressed];
	Extension["byteStride"] = Stride;
	Extension["count"] = Count;
	Extension["mode"] = Mode;
	Extension["filter"] = Filter;
	Target["buffer"] = 1;
	Target["byteOffset"] = 0;
	Target["byteLength"] = Count * Stride;
	if (std::string(Mode) == "ATTRIBUTES")
	{
		Target["byteStride"] = Stride;
	}
	Target["extensions"] = {{"EXT_meshopt_compression", Extension}};
}

/** The unit square with compressed positions (quantized to 16 bits) and indices. */
FTinyGltf CompressedSquare()
{
	FTinyGltf File = FTinyGltf::Square();
	const std::vector<uint16_t> Positions{0, 0, 0, 0, 65535, 0, 0, 0, 65535, 65535, 0, 0, 0, 65535, 0, 0};
	std::vector<unsigned char> Bytes(meshopt_encodeVertexBufferBound(4, 8));
	Bytes.resize(meshopt_encodeVertexBuffer(Bytes.data(), Bytes.size(), Positions.data(), 4, 8));
	Compress(File, 0, 4, 8, "ATTRIBUTES", "NONE", Bytes);
	File.Json["accessors"][0]["componentType"] = 5123;
	File.Json["accessors"][0]["normalized"] = true;
	const std::vector<unsigned> Indices{0, 1, 2, 0, 2, 3};
	Bytes.resize(meshopt_encodeIndexBufferBound(6, 4));
	Bytes.resize(meshopt_encodeIndexBuffer(Bytes.data(), Bytes.size(), Indices.data(), 6));
	Compress(File, 1, 6, 2, "TRIANGLES", "NONE", Bytes);
	File.Json["extensionsRequired"] = {"EXT_meshopt_compression", "KHR_mesh_quantization"};
	return File;
}

/** The file as text, with its placeholder buffer. */
std::string TextWithPlaceholder(const FTinyGltf& File)
{
	nlohmann::json Json = nlohmann::json::parse(File.Text());
	Json["buffers"].push_back(
		{{"byteLength", 4096}, {"extensions", {{"EXT_meshopt_compression", {{"fallback", true}}}}}});
	return Json.dump();
}

TEST(GltfCompression, ReadsMeshoptimizersViewsAndQuantizedNumbers)
{
	const TResult<FSourceExamples> Examples = ImportText(TextWithPlaceholder(CompressedSquare()));
	ASSERT_TRUE(Examples) << Examples.GetError().Message;
	ASSERT_EQ(Examples->Rest.Positions.size(), 4u);
	EXPECT_NEAR(Examples->Rest.Positions[2].X, 1.0, 1e-9);
	EXPECT_NEAR(Examples->Rest.Positions[2].Y, 1.0, 1e-9);
	ASSERT_EQ(Examples->Rest.PolygonCount(), 2u);
	std::vector<uint32_t> Corners = Examples->Rest.CornerVertices;
	EXPECT_THAT(Corners, testing::UnorderedElementsAre(0u, 1u, 2u, 0u, 2u, 3u)); // the codec may turn a triangle
}

TEST(GltfCompression, UndoesTheExponentialFilter)
{
	FTinyGltf File = FTinyGltf::Square();
	const std::vector<float> Positions{0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};
	std::vector<uint32_t> Filtered(Positions.size());
	meshopt_encodeFilterExp(Filtered.data(), 4, 12, 20, Positions.data());
	std::vector<unsigned char> Bytes(meshopt_encodeVertexBufferBound(4, 12));
	Bytes.resize(meshopt_encodeVertexBuffer(Bytes.data(), Bytes.size(), Filtered.data(), 4, 12));
	Compress(File, 0, 4, 12, "ATTRIBUTES", "EXPONENTIAL", Bytes);
	const TResult<FSourceExamples> Examples = ImportText(TextWithPlaceholder(File));
	ASSERT_TRUE(Examples) << Examples.GetError().Message;
	EXPECT_NEAR(Examples->Rest.Positions[2].X, 1.0, 1e-5);
	EXPECT_NEAR(Examples->Rest.Positions[3].X, 0.0, 1e-5);
}

TEST(GltfCompression, RefusesWhatCannotBeDecompressed)
{
	const auto Refuse = [](const auto& Change, const char* Why)
	{
		nlohmann::json Json = nlohmann::json::parse(TextWithPlaceholder(CompressedSquare()));
		Change(Json["bufferViews"][0]["extensions"]["EXT_meshopt_compression"]);
		const TResult<FSourceExamples> Examples = ImportText(Json.dump());
		ASSERT_FALSE(Examples) << Why;
		EXPECT_EQ(Examples.GetError().Code, EErrorCode::Malformed);
		EXPECT_THAT(Examples.GetError().Message, testing::HasSubstr(Why));
	};
	Refuse([](auto& It) { It["byteLength"] = 3; }, "buffer view 0 cannot be decompressed");
	Refuse([](auto& It) { It["byteLength"] = 1 << 20; }, "extends beyond its buffer");
	Refuse([](auto& It) { It["byteStride"] = 7; }, "a stride of 7");
	Refuse([](auto& It) { It["mode"] = "ZIP"; }, "mode 'ZIP'");
	Refuse(
		[](auto& It)
		{
			It["filter"] = "OCTAHEDRAL";
			It["byteStride"] = 12;
		},
		"cannot be decompressed");
	Refuse([](auto& It) { It["count"] = uint64_t{1} << 40; }, "which the file cannot hold");
	Refuse([](auto& It) { It["buffer"] = 7; }, "buffer");
}

} // namespace GltfCompressionTest
} // namespace Exemplar
