// Copyright (c) 2026 Exemplar contributors. MIT licence.

#pragma once

#include "Character/Character.h"
#include "Files/GltfExport.h"
#include "Session.h"

namespace Exemplar
{

/** Refuses, before any work is done, a path that WriteCharacter could not write to. */
FStatus CheckCharacterOutput(const std::filesystem::path& Out);

/** Writes a character as its own file (.exemplar) or as binary glTF (.glb), by the extension, and says so. */
FStatus WriteCharacter(
	const std::filesystem::path& Out, const FCharacter& Character, const FGltfExportOptions& Gltf, FSession& Session);

} // namespace Exemplar
