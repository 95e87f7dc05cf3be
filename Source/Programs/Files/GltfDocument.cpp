// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Files/GltfDocument.h"

#include "Base/File.h"
#include "Files/Failure.h"
#include "Files/GltfCompression.h"

#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <set>

namespace Exemplar
{
namespace
{

using FGltfJson = nlohmann::json;

constexpr const char* ExportAgain = ". Export it again.";

uint32_t ReadUint32(std::span<const std::byte> Bytes, size_t Offset)
{
	uint32_t Value = 0;
	std::memcpy(&Value, Bytes.data() + Offset, 4);
	return Value;
}

struct FComponent
{
	size_t Size;
	double Largest; // of a normalized integer
	bool bSigned;
	bool bFloat;
};

FComponent GetComponent(size_t Type, const std::string& What)
{
	switch (Type)
	{
	case 5120:
		return {1, 127.0, true, false};
	case 5121:
		return {1, 255.0, false, false};
	case 5122:
		return {2, 32767.0, true, false};
	case 5123:
		return {2, 65535.0, false, false};
	case 5125:
		return {4, 4294967295.0, false, false};
	case 5126:
		return {4, 1.0, true, true};
	default:
		Fail(EErrorCode::Malformed, What + " has the unknown component type " + std::to_string(Type) + ExportAgain);
	}
}

template <typename T>
double LoadNumber(const std::byte* At)
{
	T Value;
	std::memcpy(&Value, At, sizeof(T));
	return static_cast<double>(Value);
}

double LoadComponent(const std::byte* At, const FComponent& Component)
{
	if (Component.bFloat)
	{
		return LoadNumber<float>(At);
	}
	switch (Component.Size)
	{
	case 1:
		return Component.bSigned ? LoadNumber<int8_t>(At) : LoadNumber<uint8_t>(At);
	case 2:
		return Component.bSigned ? LoadNumber<int16_t>(At) : LoadNumber<uint16_t>(At);
	default:
		return LoadNumber<uint32_t>(At);
	}
}

size_t WidthOfType(const std::string& Type)
{
	return Type == "SCALAR" ? 1
		: Type == "VEC2"    ? 2
		: Type == "VEC3"    ? 3
		: Type == "VEC4"    ? 4
		: Type == "MAT4"    ? 16
							: 0;
}

} // namespace

FGltfDocument::FGltfDocument(std::span<const std::byte> Bytes, const std::filesystem::path& Folder, size_t NumberBudget)
	: NumbersLeft(NumberBudget)
{
	if (Bytes.size() >= 4 && std::memcmp(Bytes.data(), "glTF", 4) == 0)
	{
		if (Bytes.size() < 20 || ReadUint32(Bytes, 4) != 2)
		{
			Fail(EErrorCode::Unsupported, "not a binary glTF file of version 2. Export it as glTF 2.0.");
		}
		size_t Length = ReadUint32(Bytes, 8);
		if (Length < 20 || Length > Bytes.size())
		{
			Fail(EErrorCode::Malformed,
				"the file should be " + std::to_string(Length) + " bytes long but has " + std::to_string(Bytes.size()) +
					". Copy or download it again.");
		}
		size_t Offset = 12;
		bool bFirst = true;
		while (Offset + 8 <= Length)
		{
			const size_t Size = ReadUint32(Bytes, Offset);
			const uint32_t Kind = ReadUint32(Bytes, Offset + 4);
			Offset += 8;
			if (Size > Length - Offset)
			{
				Fail(EErrorCode::Malformed, std::string("a chunk extends beyond the end of the file") + ExportAgain);
			}
			const std::span<const std::byte> Chunk = Bytes.subspan(Offset, Size);
			if (bFirst != (Kind == 0x4e4f534au)) // "JSON"
			{
				Fail(EErrorCode::Malformed,
					std::string("the first chunk, and only the first, must be JSON") + ExportAgain);
			}
			if (bFirst)
			{
				Json = ParseGltfJson(Chunk);
			}
			else if (Kind == 0x004e4942u && BinaryChunk.empty()) // "BIN"
			{
				BinaryChunk = Chunk;
			}
			bFirst = false;
			Offset += (Size + 3) & ~size_t{3};
		}
	}
	else
	{
		Json = ParseGltfJson(Bytes);
	}

	const std::string Version = Json.contains("asset") ? GetGltfString(Json["asset"], "version") : "";
	if (!Version.starts_with("2."))
	{
		Fail(EErrorCode::Unsupported,
			Version.empty() ? "the glTF version is missing. Export it as glTF 2.0."
							: "unsupported glTF version " + Version + ". Export it as glTF 2.0.");
	}
	// Extensions that only affect appearance, or that reading accessors already covers.
	static const std::set<std::string> Harmless{"KHR_mesh_quantization", "KHR_texture_transform", "KHR_materials_unlit",
		"KHR_materials_pbrSpecularGlossiness", "KHR_texture_basisu", "EXT_texture_webp", "MSFT_lod",
		"KHR_lights_punctual", "EXT_meshopt_compression"};
	for (const FGltfJson& Extension : Items("extensionsRequired"))
	{
		const std::string Name = Extension.is_string() ? Extension.get<std::string>() : "?";
		if (!Harmless.contains(Name) && !Name.starts_with("KHR_materials_"))
		{
			Fail(EErrorCode::Unsupported,
				"the file requires the unsupported extension " + Name + ". Export it without compression.");
		}
	}
	LoadBuffers(Folder);
	DecompressViews(NumberBudget);
}

const FGltfJson& FGltfDocument::Items(const char* Name) const
{
	static const FGltfJson None = FGltfJson::array();
	const auto Found = Json.find(Name);
	if (Found == Json.end())
	{
		return None;
	}
	if (!Found->is_array())
	{
		Fail(EErrorCode::Malformed, std::string("'") + Name + "' is not an array" + ExportAgain);
	}
	return *Found;
}

void FGltfDocument::LoadBuffers(const std::filesystem::path& Folder)
{
	const FGltfJson& List = Items("buffers");
	OwnedBuffers.reserve(List.size());
	for (size_t Index = 0; Index < List.size(); ++Index)
	{
		const std::string What = "buffer " + std::to_string(Index);
		const size_t Length = GetGltfSize(List[Index], "byteLength", What);
		const bool bHasUri = List[Index].contains("uri");
		if (const FGltfJson* Meshopt = FindMeshoptExtension(List[Index]);
			Meshopt && !bHasUri && (Index > 0 || BinaryChunk.empty()))
		{
			Buffers.emplace_back(); // a placeholder for readers without the extension: it has no bytes
			continue;
		}
		if (!bHasUri && Index > 0)
		{
			Fail(EErrorCode::Malformed, What + " has no URI. Only the first buffer can be embedded in the file.");
		}
		if (bHasUri)
		{
			OwnedBuffers.push_back(LoadGltfUri(GetGltfString(List[Index], "uri"), Folder, What));
		}
		const std::span<const std::byte> Bytes = bHasUri ? OwnedBuffers.back() : BinaryChunk;
		if (Length > Bytes.size())
		{
			Fail(EErrorCode::Malformed,
				What + " should be " + std::to_string(Length) + " bytes long but has " + std::to_string(Bytes.size()) +
					ExportAgain);
		}
		Buffers.push_back(Bytes.first(Length));
		BufferBytes += Length;
	}
}

void FGltfDocument::DecompressViews(size_t NumberBudget)
{
	const FGltfJson& Views = Items("bufferViews");
	DecompressedViews.resize(Views.size());
	size_t BytesLeft = NumberBudget * sizeof(float);
	for (size_t Index = 0; Index < Views.size(); ++Index)
	{
		const std::string What = "buffer view " + std::to_string(Index);
		if (const FGltfJson* Meshopt = FindMeshoptExtension(Views[Index]))
		{
			const size_t Buffer = GetGltfIndex(*Meshopt, "buffer", Buffers.size(), What);
			DecompressedViews[Index] = DecompressGltfView(*Meshopt, Buffers[Buffer], BytesLeft, What);
			BytesLeft -= DecompressedViews[Index].size();
			BufferBytes += DecompressedViews[Index].size();
		}
	}
}

std::span<const std::byte> FGltfDocument::ViewBytes(const FGltfJson& Holder, const std::string& What) const
{
	const FGltfJson& Views = Items("bufferViews");
	const size_t Index = GetGltfIndex(Holder, "bufferView", Views.size(), What);
	const std::string ViewName = "buffer view " + std::to_string(Index);
	if (!DecompressedViews[Index].empty())
	{
		return DecompressedViews[Index];
	}
	const size_t Buffer = GetGltfIndex(Views[Index], "buffer", Buffers.size(), ViewName);
	const size_t Offset = GetGltfSize(Views[Index], "byteOffset", 0, ViewName);
	const size_t Length = GetGltfSize(Views[Index], "byteLength", ViewName);
	if (Offset > Buffers[Buffer].size() || Length > Buffers[Buffer].size() - Offset)
	{
		Fail(EErrorCode::Malformed, ViewName + " extends beyond buffer " + std::to_string(Buffer) + ExportAgain);
	}
	return Buffers[Buffer].subspan(Offset, Length);
}

std::string FGltfDocument::TypeOfAccessor(size_t Index) const
{
	const FGltfJson& Accessors = Items("accessors");
	return Index < Accessors.size() && Accessors[Index].is_object() ? GetGltfString(Accessors[Index], "type") : "";
}

FGltfNumbers FGltfDocument::ReadAccessor(size_t Index, const char* Type, const std::string& Use) const
{
	const FGltfJson& Accessors = Items("accessors");
	const std::string What = Use + " (accessor " + std::to_string(Index) + ")";
	if (Index >= Accessors.size())
	{
		Fail(EErrorCode::Malformed, What + " does not exist" + ExportAgain);
	}
	const FGltfJson& Accessor = Accessors[Index];
	if (!Accessor.is_object() || GetGltfString(Accessor, "type") != Type)
	{
		Fail(EErrorCode::Malformed, What + " is not of type " + Type + ExportAgain);
	}
	const FComponent Component = GetComponent(GetGltfSize(Accessor, "componentType", What), What);
	const auto Normalized = Accessor.find("normalized");
	const bool bNormalized = Normalized != Accessor.end() && Normalized->is_boolean() && Normalized->get<bool>();
	FGltfNumbers Out;
	Out.Count = GetGltfSize(Accessor, "count", What);
	Out.Width = WidthOfType(Type);
	const size_t Element = Component.Size * Out.Width;
	// Otherwise an accessor of zeros, which needs no bytes, could request any amount of memory.
	if (Out.Count == 0 || Out.Count > BufferBytes || Out.Count * Out.Width > NumbersLeft)
	{
		Fail(EErrorCode::Malformed,
			What + " has a count of " + std::to_string(Out.Count) + ", which the file cannot hold" + ExportAgain);
	}
	NumbersLeft -= Out.Count * Out.Width;
	Out.Values.resize(Out.Count * Out.Width);

	const auto Load =
		[&](std::span<const std::byte> Bytes, size_t Offset, size_t Stride, size_t Count, const auto& Target)
	{
		if (Stride < Element || Offset > Bytes.size() || Bytes.size() - Offset < Element ||
			(Bytes.size() - Offset - Element) / Stride < Count - 1)
		{
			Fail(EErrorCode::Malformed, What + " extends beyond its buffer view" + ExportAgain);
		}
		for (size_t I = 0; I < Count; ++I)
		{
			double* To = Out.Values.data() + Target(I) * Out.Width;
			for (size_t C = 0; C < Out.Width; ++C)
			{
				double Value = LoadComponent(Bytes.data() + Offset + I * Stride + C * Component.Size, Component);
				if (!std::isfinite(Value))
				{
					Fail(EErrorCode::Malformed, What + " contains a value that is not a number" + ExportAgain);
				}
				if (bNormalized && !Component.bFloat)
				{
					Value = (std::max)(Value / Component.Largest, -1.0);
				}
				To[C] = Value;
			}
		}
	};
	if (Accessor.contains("bufferView"))
	{
		const std::span<const std::byte> Bytes = ViewBytes(Accessor, What);
		const FGltfJson& View = Items("bufferViews")[GetGltfSize(Accessor, "bufferView", What)];
		const size_t Stride = GetGltfSize(View, "byteStride", Element, What);
		Load(Bytes, GetGltfSize(Accessor, "byteOffset", 0, What), Stride, Out.Count, [](size_t I) { return I; });
	}
	if (const auto Sparse = Accessor.find("sparse"); Sparse != Accessor.end())
	{
		const std::string SparseName = What + ", its sparse part,";
		const size_t Count = GetGltfSize(*Sparse, "count", SparseName);
		if (!Sparse->contains("indices") || !Sparse->contains("values") || Count == 0 || Count > Out.Count)
		{
			Fail(EErrorCode::Malformed, SparseName + " is incomplete" + ExportAgain);
		}
		const FGltfJson& Indices = (*Sparse)["indices"];
		const FGltfJson& Values = (*Sparse)["values"];
		const FComponent IndexType = GetComponent(GetGltfSize(Indices, "componentType", SparseName), SparseName);
		const std::span<const std::byte> IndexBytes = ViewBytes(Indices, SparseName);
		const size_t IndexOffset = GetGltfSize(Indices, "byteOffset", 0, SparseName);
		if (IndexOffset > IndexBytes.size() || (IndexBytes.size() - IndexOffset) / IndexType.Size < Count ||
			IndexType.bSigned)
		{
			Fail(EErrorCode::Malformed, SparseName + " extends beyond its buffer view" + ExportAgain);
		}
		std::vector<size_t> Targets(Count);
		for (size_t I = 0; I < Count; ++I)
		{
			Targets[I] =
				static_cast<size_t>(LoadComponent(IndexBytes.data() + IndexOffset + I * IndexType.Size, IndexType));
			if (Targets[I] >= Out.Count)
			{
				Fail(EErrorCode::Malformed,
					SparseName + " changes element " + std::to_string(Targets[I]) + " of " + std::to_string(Out.Count) +
						ExportAgain);
			}
		}
		Load(ViewBytes(Values, SparseName), GetGltfSize(Values, "byteOffset", 0, SparseName), Element, Count,
			[&](size_t I) { return Targets[I]; });
	}
	return Out;
}

std::vector<uint32_t> FGltfDocument::ReadIndices(size_t Index, const char* Type, const std::string& What) const
{
	const FGltfNumbers Numbers = ReadAccessor(Index, Type, What);
	std::vector<uint32_t> Out;
	Out.reserve(Numbers.Values.size());
	for (const double Value : Numbers.Values)
	{
		if (!(Value >= 0.0) || Value > 4294967295.0 || Value != std::floor(Value))
		{
			Fail(EErrorCode::Malformed, What + " contains a value that is not an index" + ExportAgain);
		}
		Out.push_back(static_cast<uint32_t>(Value));
	}
	return Out;
}

} // namespace Exemplar
