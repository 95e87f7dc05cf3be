// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Character/CharacterModel.h"
#include "Files/GltfMorphs.h"
#include "Files/GltfWriter.h"

namespace Exemplar
{

/** Appends the clips of a character as animations; node j of the file must be joint j. The weights of morph targets are
 * animated on all Nodes. */
void WriteGltfClips(
	const FCharacterView& Character, const FGltfMorphs& Morphs, std::span<const size_t> Nodes, FGltfWriter& Writer);

} // namespace Exemplar
