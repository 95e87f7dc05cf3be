// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Bake/Bake.h"

namespace Exemplar
{

/**
 * Takes joints out of a character whose skin does not use them: skeleton, clips, skins of all levels and correctives
 * are renumbered. Joints that have children which stay, or that correctives read, are not taken out. Returns for every
 * joint whether it is gone.
 */
std::vector<bool> RemoveJoints(FCharacterParts& Parts, std::vector<bool> Removed);

} // namespace Exemplar
