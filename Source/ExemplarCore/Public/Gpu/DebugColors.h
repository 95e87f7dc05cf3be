// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Math.h"

#include <cstdint>

namespace Exemplar
{

/** The debug views of ExemplarDebug.ush (EXEMPLAR_DEBUG_VIEW). */
enum class EDebugView : uint32_t
{
	None,
	InfluenceCount,
	DominantBone,
	CorrectiveStrength,
	Level,
	Error
};

/** The shader's color ramp, for legends: dark blue, green, yellow, red as T goes from 0 to 1.
 */
inline FFloat3 DebugRamp(float T)
{
	constexpr FFloat3 Stops[5] = {{0.16f, 0.20f, 0.52f}, {0.13f, 0.57f, 0.75f}, {0.48f, 0.78f, 0.36f},
		{0.98f, 0.80f, 0.23f}, {0.82f, 0.16f, 0.13f}};
	const float X = (T > 0.0f ? (T < 1.0f ? T : 1.0f) : 0.0f) * 4.0f;
	const int Stop = X >= 3.0f ? 3 : static_cast<int>(X);
	return Stops[Stop] + (Stops[Stop + 1] - Stops[Stop]) * (X - static_cast<float>(Stop));
}

/** One color per number. Consecutive numbers have very different hues. */
inline FFloat3 DebugCategory(uint32_t Number)
{
	const auto Saturate = [](float X) { return X > 0.0f ? (X < 1.0f ? X : 1.0f) : 0.0f; };
	const float Turns = 0.08f + 0.618033989f * static_cast<float>(Number);
	const float Hue = (Turns - std::floor(Turns)) * 6.0f;
	const FFloat3 Pure{Saturate(std::abs(Hue - 3.0f) - 1.0f), Saturate(2.0f - std::abs(Hue - 2.0f)),
		Saturate(2.0f - std::abs(Hue - 4.0f))};
	return FFloat3{0.95f, 0.95f, 0.95f} - (FFloat3{1.0f, 1.0f, 1.0f} - Pure) * 0.58f;
}

} // namespace Exemplar
