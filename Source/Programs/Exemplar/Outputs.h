// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Character/Character.h"
#include "Clips/Animation.h"
#include "Files/GltfExport.h"
#include "Session.h"

#include <span>

namespace Exemplar
{

/** Extensions that WriteCharacter supports. */
inline const std::vector<std::string> CharacterExtensions{".exemplar", ".glb"};
inline const std::vector<std::string> PointCacheExtensions{".pc2", ".mdd"};

/** A file that a command will write. */
struct FOutputFile
{
	std::string Option;                  // the option that names it
	std::string Path;                    // empty if not requested
	std::vector<std::string> Extensions; // allowed extensions; any if empty
	bool bMayReplaceInput = false;       // the output contains everything in the input character
};

/** Fails before any work is done if a file cannot be written, is named by two options, or would overwrite an input.
 * Inputs are files and folders.
 */
FStatus CheckOutputs(std::span<const FOutputFile> Outputs, std::span<const std::string> Inputs);

/** Writes a character as .exemplar or as binary glTF (.glb), by extension, and prints the file name. */
FStatus WriteCharacter(
	const std::filesystem::path& Out, const FCharacter& Character, const FGltfExportOptions& Gltf, FSession& Session);

/** Says what the clips of a glTF file miss of the character's correctives, if anything. */
void SayGltfLoss(const FCharacter& Character, const FGltfExportOptions& Gltf, FSession& Session);

/** Writes one clip as a motion (.bvh) and prints the file name. */
FStatus WriteMotion(const std::filesystem::path& Out, const FAnimation& Animation, size_t Clip, FSession& Session);

} // namespace Exemplar
