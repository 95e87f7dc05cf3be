// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Files/GltfJson.h"

#include <cstddef>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

namespace Exemplar
{

/** The extension EXT_meshopt_compression of a buffer view or a buffer; null if it has none. */
const nlohmann::json* FindMeshoptExtension(const nlohmann::json& Holder);

/** Decompresses a buffer view through meshoptimizer, filters included. Bytes is the buffer that the extension names;
 * at most MostBytes are made. Throws FFailure about What. */
std::vector<std::byte> DecompressGltfView(
	const nlohmann::json& Extension, std::span<const std::byte> Bytes, size_t MostBytes, const std::string& What);

} // namespace Exemplar
