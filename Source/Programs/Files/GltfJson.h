// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include <cstddef>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

namespace Exemplar
{

/** The JSON of a glTF file, which must be an object. Throws FFailure, like everything here. */
nlohmann::json ParseGltfJson(std::span<const std::byte> Text);

/** The bytes of a URI: base64 data, or a file in Folder (which may be empty). Messages refer to it as What. */
std::vector<std::byte> LoadGltfUri(
	const std::string& Uri, const std::filesystem::path& Folder, const std::string& What);

/** Checked properties of a JSON object: throw FFailure if the type or range is wrong. Messages call the object What. */
size_t GetGltfSize(const nlohmann::json& Object, const char* Key, const std::string& What);
size_t GetGltfSize(const nlohmann::json& Object, const char* Key, size_t Default, const std::string& What);
size_t GetGltfIndex(const nlohmann::json& Object, const char* Key, size_t Count, const std::string& What);
std::string GetGltfString(const nlohmann::json& Object, const char* Key, const std::string& Default = {});
std::vector<double> GetGltfNumbers(const nlohmann::json& Object, const char* Key, const std::string& What);

} // namespace Exemplar
