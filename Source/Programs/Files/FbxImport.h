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
 * Reads FBX (versions 5 to 7, text and binary) as examples, through ufbx: all meshes in the file's vertex order, in
 * meters with y up, whatever the file's units and axes are; all takes sampled by the rules of FBX (pivots, inherit
 * modes, layers, linear and dual quaternion skins, shapes with in-betweens, geometry caches), and the rig as ground
 * truth. Caches are looked up below the file's folder. Safe on untrusted files: ufbx checks what it reads, is fuzzed
 * by its authors and by us, and works within limits of memory and depth, so that it needs no process of its own.
 */
TResult<FSourceExamples> ImportFbx(
	const std::filesystem::path& File, const FSceneOptions& Options, const FBuildContext& Context);

/** The same from memory; Folder is where caches are looked up, or empty. */
TResult<FSourceExamples> ImportFbxBytes(std::span<const std::byte> Bytes, const std::string& Name,
	const std::filesystem::path& Folder, const FSceneOptions& Options, const FBuildContext& Context);

/** Whether this build reads FBX: ufbx is fetched when the project is set up. */
bool HasFbxReader();

} // namespace Exemplar
