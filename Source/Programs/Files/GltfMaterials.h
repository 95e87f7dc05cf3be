// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Character/CharacterModel.h"
#include "Files/GltfWriter.h"

#include <optional>
#include <vector>

namespace Exemplar
{

/**
 * The materials of a character in a glTF file, with its maps as embedded images: the color map as base color, the
 * occlusion map, and for every level that has a normal map materials of its own. Other maps have no place in glTF's
 * material and are left out.
 */
class FGltfMaterials
{
public:
	/** Writes the materials of the first LevelCount levels. Throws FFailure where an image cannot be packed. */
	FGltfMaterials(const FCharacterView& Character, size_t LevelCount, FGltfWriter& Writer);

	/** The material of a slot at a level; none where the character has none. */
	std::optional<size_t> Find(size_t Level, uint32_t Slot) const;

	/** Vertex colors are in the color map. */
	bool HasColors() const { return bColors; }

private:
	size_t SlotCount = 0;
	std::vector<size_t> FirstOfLevel;
	bool bColors = false;
	bool bDefault = false; // the character has maps, but no material
};

} // namespace Exemplar
