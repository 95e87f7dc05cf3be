// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Character/Character.h"

namespace Exemplar
{

/**
 * A character as simple as can be tested: a bent tube along the y axis on four joints, two levels, two materials, a
 * clip, tangents and one corrective shape.
 */
FCharacterData MakeTubeData();

/** The bytes of its file. */
FCharacter MakeTube();

} // namespace Exemplar
