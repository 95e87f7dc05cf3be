// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "BuilderApi.h"
#include "Character/Character.h"

#include <filesystem>

namespace Exemplar
{

/** Reads a character file. A game has the bytes from its engine: see FCharacter. */
EXEMPLARBUILDER_API TResult<FCharacter> LoadCharacter(const std::filesystem::path& File);

/** Writes to a temporary file and renames it: a reader sees the old or the new file, never a partial one. */
EXEMPLARBUILDER_API FStatus SaveCharacter(const FCharacter& Character, const std::filesystem::path& File);

} // namespace Exemplar
