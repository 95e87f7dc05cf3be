// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Character/CharacterModel.h"
#include "Gpu/DebugColors.h"
#include "Render/Sheet.h"

namespace Exemplar
{

/** What the colors of a debug view mean; empty for none. RampEnd is in meters; ErrorTitle says of what from what. */
FLegend MakeDebugLegend(EDebugView View, const FCharacterView& Character, std::span<const uint32_t> Levels,
	uint32_t LargestInfluenceCount, float RampEnd, const std::string& ErrorTitle);

/** The next number that can be read, and its quarters too: where a ramp ends. At least a micrometer. */
float RoundUp(float Value);

/** "0.42 mm": three digits that count. */
std::string FormatMillimeters(double Meters);

/** "16 000" */
std::string FormatCount(size_t Count);

} // namespace Exemplar
