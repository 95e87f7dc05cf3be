// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Character/CharacterModel.h"
#include "Gpu/DebugColors.h"
#include "Render/Sheet.h"

namespace Exemplar
{

/** Explains the colors of a debug view; empty for EDebugView::None. RampEnd is in meters. */
FLegend MakeDebugLegend(EDebugView View, const FCharacterView& Character, std::span<const uint32_t> Levels,
	uint32_t LargestInfluenceCount, float RampEnd, const std::string& ErrorTitle);

} // namespace Exemplar
