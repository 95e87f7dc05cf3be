// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Api.h"
#include "Character/CharacterModel.h"

namespace Exemplar
{

/** Views of parts that a character owns, as jobs and packers take them. The data must outlive its view. */
EXEMPLARCORE_API FMeshLevelView ViewOf(const FMeshLevelData& Level);
EXEMPLARCORE_API FClipView ViewOf(const FClipData& Clip);
EXEMPLARCORE_API TCorrectives<FViewed> ViewOf(const TCorrectives<FOwned>& Correctives);

} // namespace Exemplar
