// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Api.h"
#include "Character/CharacterModel.h"

namespace Exemplar
{

/** Parts of a character that stand in vectors, as jobs and packers take them. The data must outlive its view. */
EXEMPLARCORE_API FMeshLevelView ViewOf(const FMeshLevelData& Level);
EXEMPLARCORE_API FClipView ViewOf(const FClipData& Clip);

} // namespace Exemplar
