// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Character/CharacterModel.h"
#include "Files/GltfWriter.h"
#include "Files/Json.h"

namespace Exemplar
{

/** The correctives of a character as morph targets: shapes of correctives that are on and move a vertex. */
struct FGltfMorphs
{
	std::vector<uint32_t> Shapes;
	std::vector<std::string> Names;
};

FGltfMorphs FindGltfMorphs(const FCharacterView& Character);

/** The morph targets of a level, in the order of Morphs: positions, and normals where the level has both. */
FJson WriteGltfTargets(const FCharacterView& Character, size_t Level, const FGltfMorphs& Morphs, FGltfWriter& Writer);

/** The weights of all targets in every frame of a clip, frame by frame. */
std::vector<float> PlayGltfWeights(const FCharacterView& Character, const FClipView& Clip, const FGltfMorphs& Morphs);

} // namespace Exemplar
