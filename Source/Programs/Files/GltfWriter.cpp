// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Files/GltfWriter.h"

#include "Files/Failure.h"

#include <algorithm>
#include <cstring>

namespace Exemplar
{
namespace
{

constexpr int NoTarget = 0, VertexTarget = 34962, IndexTarget = 34963;
constexpr int ByteType = 5121, ShortType = 5123, IntType = 5125, FloatType = 5126;

template <typename T>
std::span<const float> AsFloats(std::span<const T> Values)
{
	return {reinterpret_cast<const float*>(Values.data()), Values.size() * sizeof(T) / sizeof(float)};
}

void AppendUint32(std::vector<std::byte>& Out, size_t Value)
{
	for (int Shift = 0; Shift < 32; Shift += 8)
	{
		Out.push_back(static_cast<std::byte>(Value >> Shift & 0xffu));
	}
}

} // namespace

FGltfWriter::FGltfWriter()
{
	Json["asset"] = {{"version", "2.0"}, {"generator", "Exemplar " EXEMPLAR_VERSION}};
}

size_t FGltfWriter::Append(const char* ArrayName, nlohmann::ordered_json Item)
{
	auto& Array = Json[ArrayName];
	Array.push_back(std::move(Item));
	return Array.size() - 1;
}

size_t FGltfWriter::AddAccessor(
	std::span<const std::byte> Bytes, int ComponentType, size_t Width, size_t Count, int Target)
{
	while (Buffer.size() % 4 != 0)
	{
		Buffer.push_back(std::byte{0});
	}
	nlohmann::ordered_json View = {{"buffer", 0}, {"byteOffset", Buffer.size()}, {"byteLength", Bytes.size()}};
	if (Target != NoTarget)
	{
		View["target"] = Target;
	}
	Buffer.insert(Buffer.end(), Bytes.begin(), Bytes.end());
	const char* const Types[] = {"", "SCALAR", "VEC2", "VEC3", "VEC4"};
	return Append("accessors",
		{{"bufferView", Append("bufferViews", std::move(View))}, {"componentType", ComponentType}, {"count", Count},
			{"type", Width == 16 ? "MAT4" : Types[Width]}});
}

size_t FGltfWriter::AddFloats(std::span<const float> Values, size_t Width, bool bBounds, int Target)
{
	const size_t Index = AddAccessor(std::as_bytes(Values), FloatType, Width, Values.size() / Width, Target);
	if (bBounds)
	{
		std::vector<double> Min, Max;
		for (size_t C = 0; C < Width; ++C)
		{
			float Least = Values[C], Most = Values[C];
			for (size_t I = C; I < Values.size(); I += Width)
			{
				Least = (std::min)(Least, Values[I]);
				Most = (std::max)(Most, Values[I]);
			}
			Min.push_back(static_cast<double>(Least));
			Max.push_back(static_cast<double>(Most));
		}
		Json["accessors"][Index]["min"] = Min;
		Json["accessors"][Index]["max"] = Max;
	}
	return Index;
}

size_t FGltfWriter::AddScalars(std::span<const float> Values, bool bBounds)
{
	return AddFloats(Values, 1, bBounds, NoTarget);
}

size_t FGltfWriter::AddVectors(std::span<const FFloat2> Values)
{
	return AddFloats(AsFloats(Values), 2, false, VertexTarget);
}

size_t FGltfWriter::AddVectors(std::span<const FFloat3> Values, bool bBounds)
{
	return AddFloats(AsFloats(Values), 3, bBounds, NoTarget);
}

size_t FGltfWriter::AddVectors(std::span<const FFloat4> Values)
{
	return AddFloats(AsFloats(Values), 4, false, VertexTarget);
}

size_t FGltfWriter::AddRotations(std::span<const FRotation> Values)
{
	return AddFloats(AsFloats(Values), 4, false, NoTarget);
}

size_t FGltfWriter::AddMatrices(std::span<const float> ColumnMajor)
{
	return AddFloats(ColumnMajor, 16, false, NoTarget);
}

size_t FGltfWriter::AddSparse(
	size_t Count, std::span<const uint32_t> Vertices, std::span<const FFloat3> Values, bool bBounds)
{
	nlohmann::ordered_json Item = {{"componentType", FloatType}, {"count", Count}, {"type", "VEC3"}};
	if (bBounds)
	{
		FFloat3 Min, Max;
		if (Vertices.size() == Count && Count > 0)
		{
			Min = Max = Values[0];
		}
		for (const FFloat3& V : Values)
		{
			Min = {(std::min)(Min.X, V.X), (std::min)(Min.Y, V.Y), (std::min)(Min.Z, V.Z)};
			Max = {(std::max)(Max.X, V.X), (std::max)(Max.Y, V.Y), (std::max)(Max.Z, V.Z)};
		}
		Item["min"] = {Min.X, Min.Y, Min.Z};
		Item["max"] = {Max.X, Max.Y, Max.Z};
	}
	if (!Vertices.empty())
	{
		const auto AddView = [this](std::span<const std::byte> Bytes)
		{
			while (Buffer.size() % 4 != 0)
			{
				Buffer.push_back(std::byte{0});
			}
			const size_t View =
				Append("bufferViews", {{"buffer", 0}, {"byteOffset", Buffer.size()}, {"byteLength", Bytes.size()}});
			Buffer.insert(Buffer.end(), Bytes.begin(), Bytes.end());
			return View;
		};
		Item["sparse"] = {{"count", Vertices.size()},
			{"indices", {{"bufferView", AddView(std::as_bytes(Vertices))}, {"componentType", IntType}}},
			{"values", {{"bufferView", AddView(std::as_bytes(Values))}}}};
	}
	return Append("accessors", std::move(Item));
}

size_t FGltfWriter::AddAttribute(std::span<const float> Values, size_t Width, bool bBounds)
{
	return AddFloats(Values, Width, bBounds, VertexTarget);
}

size_t FGltfWriter::AddJoints(std::span<const uint16_t> FourAVertex, bool bWide)
{
	if (bWide)
	{
		return AddAccessor(std::as_bytes(FourAVertex), ShortType, 4, FourAVertex.size() / 4, VertexTarget);
	}
	std::vector<uint8_t> Narrow(FourAVertex.begin(), FourAVertex.end());
	return AddAccessor(std::as_bytes(std::span(Narrow)), ByteType, 4, Narrow.size() / 4, VertexTarget);
}

size_t FGltfWriter::AddColors(std::span<const uint8_t> FourAVertex)
{
	const size_t Index = AddAccessor(std::as_bytes(FourAVertex), ByteType, 4, FourAVertex.size() / 4, VertexTarget);
	Json["accessors"][Index]["normalized"] = true;
	return Index;
}

size_t FGltfWriter::AddIndices(std::span<const uint32_t> Indices)
{
	// The largest value of the type would mean "restart the primitive".
	const bool bNarrow = std::all_of(Indices.begin(), Indices.end(), [](uint32_t Index) { return Index < 65535u; });
	if (!bNarrow)
	{
		return AddAccessor(std::as_bytes(Indices), IntType, 1, Indices.size(), IndexTarget);
	}
	const std::vector<uint16_t> Narrow(Indices.begin(), Indices.end());
	return AddAccessor(std::as_bytes(std::span(Narrow)), ShortType, 1, Narrow.size(), IndexTarget);
}

size_t FGltfWriter::AddTexture(std::string_view Name, std::span<const std::byte> Png)
{
	while (Buffer.size() % 4 != 0)
	{
		Buffer.push_back(std::byte{0});
	}
	const size_t View =
		Append("bufferViews", {{"buffer", 0}, {"byteOffset", Buffer.size()}, {"byteLength", Png.size()}});
	Buffer.insert(Buffer.end(), Png.begin(), Png.end());
	if (!Json.contains("samplers"))
	{
		constexpr int Linear = 9729, LinearMipmapLinear = 9987, ClampToEdge = 33071;
		Append("samplers",
			{{"magFilter", Linear}, {"minFilter", LinearMipmapLinear}, {"wrapS", ClampToEdge}, {"wrapT", ClampToEdge}});
	}
	const size_t Image = Append("images", {{"name", Name}, {"bufferView", View}, {"mimeType", "image/png"}});
	return Append("textures", {{"sampler", 0}, {"source", Image}});
}

std::vector<std::byte> FGltfWriter::Finish()
{
	if (!Buffer.empty())
	{
		Json["buffers"] = {{{"byteLength", Buffer.size()}}};
	}
	// Names come from files and may contain anything; invalid UTF-8 is replaced rather than rejected.
	std::string Text = Json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
	Text.resize((Text.size() + 3) / 4 * 4, ' ');
	Buffer.resize((Buffer.size() + 3) / 4 * 4);
	const size_t Size = 12 + 8 + Text.size() + (Buffer.empty() ? 0 : 8 + Buffer.size());
	if (Size > 0xffffffffu)
	{
		Fail(EErrorCode::Unsupported, "the file would exceed the 4 GiB limit of binary glTF. Write fewer poses.");
	}
	std::vector<std::byte> Out;
	Out.reserve(Size);
	AppendUint32(Out, 0x46546c67u); // "glTF"
	AppendUint32(Out, 2);
	AppendUint32(Out, Size);
	AppendUint32(Out, Text.size());
	AppendUint32(Out, 0x4e4f534au); // "JSON"
	const auto TextBytes = std::as_bytes(std::span(Text));
	Out.insert(Out.end(), TextBytes.begin(), TextBytes.end());
	if (!Buffer.empty())
	{
		AppendUint32(Out, Buffer.size());
		AppendUint32(Out, 0x004e4942u); // "BIN"
		Out.insert(Out.end(), Buffer.begin(), Buffer.end());
	}
	return Out;
}

} // namespace Exemplar
