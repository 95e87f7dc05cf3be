// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Files/GltfJson.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

namespace Exemplar
{

/** Numbers of an accessor: Count elements of Width numbers each, integers scaled where the file says "normalized". */
struct FGltfNumbers
{
	size_t Count = 0;
	size_t Width = 0;
	std::vector<double> Values;
};

/**
 * A glTF file taken apart: its JSON, and its buffers wherever they stand (binary chunk, data URI, file beside it).
 * Safe on untrusted bytes: every offset is checked before it is followed, and no more numbers are read than the budget
 * allows, however often a file points at the same ones. Everything throws FFailure with a sentence.
 */
class FGltfDocument
{
public:
	/** Bytes of a .glb or a .gltf; Folder is where relative URIs are looked up, empty where there is none. */
	FGltfDocument(std::span<const std::byte> Bytes, const std::filesystem::path& Folder, size_t NumberBudget);

	const nlohmann::json& Root() const { return Json; }

	/** The array of that name at the top of the document; empty where there is none. */
	const nlohmann::json& Items(const char* Name) const;

	/** Reads accessor Index, which must have the given type ("VEC3"); What names its use in messages. */
	FGltfNumbers ReadAccessor(size_t Index, const char* Type, const std::string& What) const;
	std::vector<uint32_t> ReadIndices(size_t Index, const char* Type, const std::string& What) const;

private:
	std::span<const std::byte> ViewBytes(const nlohmann::json& Holder, const std::string& What) const;
	void LoadBuffers(const std::filesystem::path& Folder);

	nlohmann::json Json;
	std::span<const std::byte> BinaryChunk;
	std::vector<std::vector<std::byte>> OwnedBuffers;
	std::vector<std::span<const std::byte>> Buffers;
	size_t BufferBytes = 0;
	mutable size_t NumbersLeft = 0;
};

} // namespace Exemplar
