// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Files/GltfImport.h"

#include <cstring>
#include <gtest/gtest.h>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace Exemplar
{

/** Small glTF files, written by hand: the tests of the reader do not lean on our writer. */
class FTinyGltf
{
public:
	nlohmann::json Json = {{"asset", {{"version", "2.0"}}}};
	std::vector<std::byte> Buffer;

	template <typename T>
	size_t AddView(const std::vector<T>& Values)
	{
		while (Buffer.size() % 4 != 0)
		{
			Buffer.push_back(std::byte{0});
		}
		const size_t Offset = Buffer.size(), Size = Values.size() * sizeof(T);
		Buffer.resize(Offset + Size);
		std::memcpy(Buffer.data() + Offset, Values.data(), Size);
		Json["bufferViews"].push_back({{"buffer", 0}, {"byteOffset", Offset}, {"byteLength", Size}});
		return Json["bufferViews"].size() - 1;
	}

	template <typename T>
	size_t Add(const char* Type, int ComponentType, size_t Count, const std::vector<T>& Values)
	{
		Json["accessors"].push_back(
			{{"bufferView", AddView(Values)}, {"componentType", ComponentType}, {"count", Count}, {"type", Type}});
		return Json["accessors"].size() - 1;
	}

	size_t AddFloats(const char* Type, size_t Width, const std::vector<float>& Values)
	{
		return Add(Type, 5126, Values.size() / Width, Values);
	}

	/** A unit square of two triangles as mesh 0 on node 0, with its accessors 0 (positions) and 1 (indices). */
	static FTinyGltf Square()
	{
		FTinyGltf Out;
		Out.AddFloats("VEC3", 3, {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0});
		Out.Add<uint16_t>("SCALAR", 5123, 6, {0, 1, 2, 0, 2, 3});
		Out.Json["meshes"] = {{{"primitives", {{{"attributes", {{"POSITION", 0}}}, {"indices", 1}}}}}};
		Out.Json["nodes"] = {{{"mesh", 0}}};
		Out.Json["scenes"] = {{{"nodes", {0}}}};
		Out.Json["scene"] = 0;
		return Out;
	}

	/**
	 * The square on two joints, upper half on the second, which swings a quarter turn about z within a second. The
	 * second joint (node 2) was bound at height 0.5 and stands elsewhere in the file where Offset is not zero.
	 */
	static FTinyGltf SkinnedSquare(float Offset = 0.0f)
	{
		FTinyGltf Out = Square();
		auto& Attributes = Out.Json["meshes"][0]["primitives"][0]["attributes"];
		Attributes["JOINTS_0"] = Out.Add<uint8_t>("VEC4", 5121, 4, {0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0});
		Attributes["WEIGHTS_0"] = Out.AddFloats("VEC4", 4, {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0});
		const size_t Bind = Out.AddFloats("MAT4", 16,
			{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -0.5f, 0, 1});
		Out.Json["nodes"] = {{{"mesh", 0}, {"skin", 0}}, {{"name", "root"}, {"children", {2}}},
			{{"name", "tip"}, {"translation", {Offset, 0.5, 0}}}};
		Out.Json["skins"] = {{{"joints", {1, 2}}, {"inverseBindMatrices", Bind}}};
		Out.Json["scenes"] = {{{"nodes", {0, 1}}}};
		const size_t Times = Out.AddFloats("SCALAR", 1, {0, 1});
		const size_t Turns = Out.AddFloats("VEC4", 4, {0, 0, 0, 1, 0, 0, 0.70710678f, 0.70710678f});
		Out.Json["animations"] = {{{"name", "bend"}, {"samplers", {{{"input", Times}, {"output", Turns}}}},
			{"channels", {{{"sampler", 0}, {"target", {{"node", 2}, {"path", "rotation"}}}}}}}};
		return Out;
	}

	static std::string EncodeBase64(const std::vector<std::byte>& Bytes)
	{
		static const char Digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
		std::string Out;
		for (size_t I = 0; I < Bytes.size(); I += 3)
		{
			uint32_t Bits = 0;
			for (size_t J = 0; J < 3; ++J)
			{
				Bits = Bits << 8 | (I + J < Bytes.size() ? std::to_integer<uint32_t>(Bytes[I + J]) : 0);
			}
			for (size_t J = 0; J < 4; ++J)
			{
				Out += I + J > Bytes.size() ? '=' : Digits[Bits >> (18 - 6 * J) & 63];
			}
		}
		return Out;
	}

	/** The file as JSON with its buffer in a data URI. */
	std::string Text() const
	{
		nlohmann::json Out = Json;
		Out["buffers"] = {
			{{"byteLength", Buffer.size()}, {"uri", "data:application/octet-stream;base64," + EncodeBase64(Buffer)}}};
		return Out.dump();
	}

	/** The file as GLB. */
	std::string Binary() const
	{
		nlohmann::json Root = Json;
		Root["buffers"] = {{{"byteLength", Buffer.size()}}};
		std::string Chunk = Root.dump();
		Chunk.resize((Chunk.size() + 3) / 4 * 4, ' ');
		std::string Data(reinterpret_cast<const char*>(Buffer.data()), Buffer.size());
		Data.resize((Data.size() + 3) / 4 * 4);
		const auto Number = [](size_t Value)
		{
			const auto Narrow = static_cast<uint32_t>(Value);
			return std::string(reinterpret_cast<const char*>(&Narrow), 4);
		};
		return "glTF" + Number(2) + Number(12 + 8 + Chunk.size() + 8 + Data.size()) + Number(Chunk.size()) + "JSON" +
			Chunk + Number(Data.size()) + std::string("BIN\0", 4) + Data;
	}
};

inline TResult<FSourceExamples> ImportText(const std::string& Text, const FSceneOptions& Options = {})
{
	return ImportGltfBytes(std::as_bytes(std::span(Text)), "test.gltf", {}, Options, {});
}

inline void ExpectNear(const FDouble3& A, const FDouble3& B, double Tolerance = 1e-6)
{
	EXPECT_NEAR(A.X, B.X, Tolerance);
	EXPECT_NEAR(A.Y, B.Y, Tolerance);
	EXPECT_NEAR(A.Z, B.Z, Tolerance);
}

} // namespace Exemplar
