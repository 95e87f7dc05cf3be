// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Api.h"

#include <cstdint>
#include <span>

namespace Exemplar
{

/** A viewport, as far as the choice of a level wants to know. */
struct FScreen
{
	float WidthPixels = 1920.0f;
	float TanHalfWidth = 1.0f; // tangent of half the horizontal field of view
	float TanHalfHeight = 0.5625f;
	float TolerancePixels = 1.0f; // how far a vertex may be from where it belongs
	float Near = 0.1f;            // depths below this count as this
};

/**
 * The error, in the character's units, that is at most TolerancePixels anywhere on the screen at this depth. Merry
 * 2007, eq. 7.2, bounds the horizontal error alone; the corner of the screen needs the smaller 2 tau D tan x / (W
 * sqrt(1 + tan^2 x + tan^2 y)). Depth is that of the nearest point: center's depth less radius.
 */
EXEMPLARCORE_API float AllowedError(const FScreen& Screen, float Depth);

/** A level and how far to morph toward the next one: the vertex is base + Geomorph * delta. */
struct FLevelChoice
{
	uint32_t Level = 0;
	float Geomorph = 0.0f;
};

/**
 * The coarsest level whose error is allowed, and the linear way to the next one (Merry 2007, section 7.3). Errors rise
 * with the level; level 0 is taken where even its own is too large. Continuous: at the next level's error the factor
 * reaches one and the level steps.
 */
EXEMPLARCORE_API FLevelChoice ChooseLevel(std::span<const float> LevelErrors, float Allowed);

/**
 * The same without flicker: a finer level is taken at once, because the tolerance asks for it; a coarser one only when
 * it would still be allowed if the tolerance were smaller by 1 + Margin.
 */
EXEMPLARCORE_API FLevelChoice ChooseLevelSteadily(
	std::span<const float> LevelErrors, float Allowed, const FLevelChoice& Previous, float Margin = 0.1f);

/**
 * Errors that make the choice one that is Bias levels coarser, or finer where it is negative, as far as there are
 * levels; a Forced level that is not negative makes it that one or the last. For those who choose elsewhere, on a
 * device. Shifted has as many entries as there are levels.
 */
EXEMPLARCORE_API void ShiftLevelErrors(
	std::span<const float> LevelErrors, int32_t Bias, int32_t Forced, std::span<float> Shifted);

} // namespace Exemplar
