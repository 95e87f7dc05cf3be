// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Result.h"
#include "Files/SceneExamples.h"

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>

namespace Exemplar
{

/**
 * Reads a glTF 2.0 file (.gltf, .glb) as examples: the meshes of the default scene in the file's vertex order, its
 * animations sampled, its skins and clips as ground truth. If a file has the attribute _SOURCE_VERTEX, as ours do,
 * vertices that were split for UVs or normals are merged again in their original order. Safe on untrusted files.
 */
TResult<FSourceExamples> ImportGltf(
	const std::filesystem::path& File, const FSceneOptions& Options, const FBuildContext& Context);

/** The same from memory; Folder is where relative URIs are looked up, or empty. */
TResult<FSourceExamples> ImportGltfBytes(std::span<const std::byte> Bytes, const std::string& Name,
	const std::filesystem::path& Folder, const FSceneOptions& Options, const FBuildContext& Context);

} // namespace Exemplar
