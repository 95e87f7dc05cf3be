// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Character/CharacterModel.h"
#include "Files/GltfWriter.h"
#include "Files/InfluenceRows.h"
#include "Files/Json.h"
#include "Posing/CharacterPoser.h"

#include <functional>

namespace Exemplar
{

/** The correctives of a character as morph targets: shapes of correctives that are on and move a vertex. */
struct FGltfMorphs
{
	std::vector<uint32_t> Shapes;
	std::vector<std::string> Names;
};

FGltfMorphs FindGltfMorphs(const FCharacterView& Character);

/** The morph targets of a level, in the order of Morphs: positions, and normals where the level has both.
 * Displacements after skinning are folded into them (FoldAfter), for the influences that are written. */
FJson WriteGltfTargets(const FCharacterView& Character, size_t Level, const FGltfMorphs& Morphs,
	const FInfluenceRows& Rows, FGltfWriter& Writer);

/** Poses the character in every frame of a clip, with the weights of its shapes. */
void PlayGltfClip(
	const FCharacterView& Character, const FClipView& Clip, const std::function<void(const FCharacterPose&)>& Visit);

/** The weights of all targets in every frame of a clip, frame by frame. */
std::vector<float> PlayGltfWeights(const FCharacterView& Character, const FClipView& Clip, const FGltfMorphs& Morphs);

} // namespace Exemplar
