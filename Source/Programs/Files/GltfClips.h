// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Character/CharacterModel.h"
#include "Files/GltfWriter.h"

namespace Exemplar
{

/** Appends the clips of a character as animations; node j of the file must be joint j. */
void WriteGltfClips(const FCharacterView& Character, FGltfWriter& Writer);

} // namespace Exemplar
