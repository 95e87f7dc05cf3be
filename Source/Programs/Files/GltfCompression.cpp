// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Files/GltfCompression.h"

#include "Files/Failure.h"

#include <meshoptimizer.h>

namespace Exemplar
{
namespace
{

constexpr const char* FixView = ". Export it again, or without compression.";

/** Undoes the filter of an attribute, in place. */
void Unfilter(
	const std::string& Filter, std::vector<std::byte>& Out, size_t Count, size_t Stride, const std::string& What)
{
	if (Filter == "OCTAHEDRAL" && (Stride == 4 || Stride == 8))
	{
		meshopt_decodeFilterOct(Out.data(), Count, Stride);
	}
	else if (Filter == "QUATERNION" && Stride == 8)
	{
		meshopt_decodeFilterQuat(Out.data(), Count, Stride);
	}
	else if (Filter == "EXPONENTIAL" && Stride % 4 == 0)
	{
		meshopt_decodeFilterExp(Out.data(), Count, Stride);
	}
	else if (Filter != "NONE")
	{
		Fail(EErrorCode::Malformed,
			What + " has the filter " + Filter + " with a stride of " + std::to_string(Stride) + FixView);
	}
}

} // namespace

const nlohmann::json* FindMeshoptExtension(const nlohmann::json& Holder)
{
	const auto Extensions = Holder.find("extensions");
	if (!Holder.is_object() || Extensions == Holder.end() || !Extensions->is_object())
	{
		return nullptr;
	}
	const auto Found = Extensions->find("EXT_meshopt_compression");
	return Found != Extensions->end() && Found->is_object() ? &*Found : nullptr;
}

std::vector<std::byte> DecompressGltfView(
	const nlohmann::json& Extension, std::span<const std::byte> Bytes, size_t MostBytes, const std::string& What)
{
	const size_t Offset = GetGltfSize(Extension, "byteOffset", 0, What);
	const size_t Length = GetGltfSize(Extension, "byteLength", What);
	const size_t Stride = GetGltfSize(Extension, "byteStride", What);
	const size_t Count = GetGltfSize(Extension, "count", What);
	if (Offset > Bytes.size() || Length > Bytes.size() - Offset)
	{
		Fail(EErrorCode::Malformed, What + " extends beyond its buffer" + FixView);
	}
	// meshoptimizer takes these for granted.
	const std::string Mode = GetGltfString(Extension, "mode");
	const bool bAttributes = Mode == "ATTRIBUTES" && Stride > 0 && Stride <= 256 && Stride % 4 == 0;
	const bool bIndices =
		(Mode == "INDICES" || (Mode == "TRIANGLES" && Count % 3 == 0)) && (Stride == 2 || Stride == 4);
	if (!bAttributes && !bIndices)
	{
		Fail(EErrorCode::Malformed,
			What + " has the mode '" + Mode + "' with a stride of " + std::to_string(Stride) + " and a count of " +
				std::to_string(Count) + FixView);
	}
	if (Count == 0 || Count > MostBytes / Stride)
	{
		Fail(EErrorCode::Malformed,
			What + " has a count of " + std::to_string(Count) + ", which the file cannot hold" + FixView);
	}
	std::vector<std::byte> Out(Count * Stride);
	const auto* From = reinterpret_cast<const unsigned char*>(Bytes.data() + Offset);
	const int Failed = bAttributes ? meshopt_decodeVertexBuffer(Out.data(), Count, Stride, From, Length)
		: Mode == "INDICES"        ? meshopt_decodeIndexSequence(Out.data(), Count, Stride, From, Length)
								   : meshopt_decodeIndexBuffer(Out.data(), Count, Stride, From, Length);
	if (Failed != 0)
	{
		Fail(EErrorCode::Malformed, What + " cannot be decompressed" + FixView);
	}
	if (bAttributes)
	{
		Unfilter(GetGltfString(Extension, "filter", "NONE"), Out, Count, Stride, What);
	}
	return Out;
}

} // namespace Exemplar
