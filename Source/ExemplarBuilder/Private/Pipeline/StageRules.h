// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Pipeline/StageEntry.h"

namespace Exemplar
{

/** Whether the stage could have built this from these examples; later stages rely on it. */
bool IsSound(const FRigResult& Rig, const FExampleSet& Examples);
bool IsSound(const FSkinStage& Skin, const FExampleSet& Examples, const FRig& Rig);

/** Whether the levels could be those of these parts: what Bake relies on; the file's own rules are checked behind it.
 */
bool IsSound(const FLevels& Levels, const FCharacterParts& Parts);

} // namespace Exemplar
