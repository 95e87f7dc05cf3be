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

/** Numbers of an accessor: Count elements of Width numbers each; normalized integers are scaled. */
struct FGltfNumbers
{
	size_t Count = 0;
	size_t Width = 0;
	std::vector<double> Values;
};

/** A parsed glTF file: its JSON and its buffers from any source (binary chunk, data URI, separate file). Safe on
 * untrusted bytes: every offset is checked before use, and the budget limits how many numbers are read, however often a
 * file refers to the same ones. Errors throw FFailure.
 */
class FGltfDocument
{
public:
	/** Bytes of a .glb or .gltf file; Folder is where relative URIs are looked up, or empty. */
	FGltfDocument(std::span<const std::byte> Bytes, const std::filesystem::path& Folder, size_t NumberBudget);

	const nlohmann::json& Root() const { return Json; }

	/** The top-level array with that name; empty if there is none. */
	const nlohmann::json& Items(const char* Name) const;

	/** Reads accessor Index, which must have the given type ("VEC3"); messages refer to it as What. */
	FGltfNumbers ReadAccessor(size_t Index, const char* Type, const std::string& What) const;
	/** The type of accessor Index ("VEC4"); empty if it has none. */
	std::string TypeOfAccessor(size_t Index) const;
	std::vector<uint32_t> ReadIndices(size_t Index, const char* Type, const std::string& What) const;

private:
	std::span<const std::byte> ViewBytes(const nlohmann::json& Holder, const std::string& What) const;
	void LoadBuffers(const std::filesystem::path& Folder);
	void DecompressViews(size_t NumberBudget);

	nlohmann::json Json;
	std::span<const std::byte> BinaryChunk;
	std::vector<std::vector<std::byte>> OwnedBuffers;
	std::vector<std::span<const std::byte>> Buffers;
	std::vector<std::vector<std::byte>> DecompressedViews; // empty for views that are not compressed
	size_t BufferBytes = 0;
	mutable size_t NumbersLeft = 0;
};

} // namespace Exemplar
