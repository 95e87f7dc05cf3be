// Copyright (c) 2026 Exemplar contributors. MIT licence.

#pragma once

#include "Character/CharacterModel.h"
#include "Gpu/DebugColors.h"
#include "Render/Sheet.h"

namespace Exemplar
{

/** What the colours of a debug view mean; empty for none. RampEnd is in metres; ErrorTitle says of what from what. */
FLegend MakeDebugLegend(EDebugView View, const FCharacterView& Character, std::span<const uint32_t> Levels,
	uint32_t LargestInfluenceCount, float RampEnd, const std::string& ErrorTitle);

/** The next number that can be read, and its quarters too: where a ramp ends. At least a micrometre. */
float RoundUp(float Value);

/** "0.42 mm": three digits that count. */
std::string FormatMillimetres(double Metres);

/** "16 000" */
std::string FormatCount(size_t Count);

} // namespace Exemplar
