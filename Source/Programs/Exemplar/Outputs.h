// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Character/Character.h"
#include "Files/GltfExport.h"
#include "Session.h"

#include <span>

namespace Exemplar
{

/** What WriteCharacter writes. */
inline const std::vector<std::string> CharacterExtensions{".exemplar", ".glb"};
inline const std::vector<std::string> PointCacheExtensions{".pc2", ".mdd"};

/** A file that a command is to write. */
struct FOutputFile
{
	std::string Option;                  // that names it
	std::string Path;                    // empty: not asked for
	std::vector<std::string> Extensions; // that it may have; none: any
	bool bMayReplaceInput = false;       // as a character: it holds what the input does, and more
};

/**
 * Refuses, before any work is done, files that could not be written after it, that two options name, or that would
 * overwrite what the command reads. Inputs are files and folders.
 */
FStatus CheckOutputs(std::span<const FOutputFile> Outputs, std::span<const std::string> Inputs);

/** Writes a character as its own file (.exemplar) or as binary glTF (.glb), by the extension, and says so. */
FStatus WriteCharacter(
	const std::filesystem::path& Out, const FCharacter& Character, const FGltfExportOptions& Gltf, FSession& Session);

} // namespace Exemplar
