// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Character/CharacterModel.h"

namespace Exemplar
{

/** Multiplies every length of a character: skeleton, clips, meshes, skins, correctives, bounds and errors. */
void ScaleCharacter(FCharacterData& Character, float Factor);

} // namespace Exemplar
