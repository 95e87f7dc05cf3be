// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Api.h"
#include "Character/CharacterModel.h"

#include <cstdint>
#include <span>

namespace Exemplar
{

/** The properties of a viewport that level selection depends on. */
struct FScreen
{
	float WidthPixels = 1920.0f;
	float TanHalfWidth = 1.0f; // tangent of half the horizontal field of view
	float TanHalfHeight = 0.5625f;
	float TolerancePixels = 1.0f; // largest allowed vertex error on screen
	float Near = 0.1f;            // smaller depths are clamped to this
	bool bParallel = false;       // rays are parallel: the tangents are half the width and half the height
};

/**
 * The error, in the character's units, that is at most TolerancePixels anywhere on the screen at this depth. Merry
 * 2007, eq. 7.2, bounds the horizontal error alone; the corners of the screen require the smaller 2 tau D tan x / (W
 * sqrt(1 + tan^2 x + tan^2 y)). Depth is that of the nearest point: the center's depth minus the radius.
 */
EXEMPLARCORE_API float AllowedError(const FScreen& Screen, float Depth);

/** How far a level is from the finest, in the character's units. */
struct FLevelErrors
{
	float Surface = 0.0f; // between the surfaces; 0: unknown, files before 1.3 do not have it
	float Texture = 0.0f; // of places with equal UV: what slides over the surface counts
};

/**
 * The one error that a level is chosen by: that of the surface. Where a material may have textures, they must not
 * deviate by more than TextureShare times the tolerance either. A level whose surface was not measured goes by its
 * texture deviation, which is never less.
 */
constexpr float TextureShare = 4.0f; // sliding shows less than silhouettes do
EXEMPLARCORE_API float ChoiceError(const FLevelErrors& Errors, bool bTextured);

/** The same for a level of a character; one with UVs counts as textured. */
EXEMPLARCORE_API float ChoiceError(const FMeshLevelView& Level);

/** A level and the morph factor toward the next one: the vertex is base + Geomorph * delta. */
struct FLevelChoice
{
	uint32_t Level = 0;
	float Geomorph = 0.0f;
};

/**
 * The coarsest level whose error is allowed, and the linear morph to the next one (Merry 2007, section 7.3). Errors
 * increase with the level; level 0 is selected if even its error is too large. Continuous: at the error of the next
 * level the factor reaches one and the level changes.
 */
EXEMPLARCORE_API FLevelChoice ChooseLevel(std::span<const float> LevelErrors, float Allowed);

/**
 * The same with hysteresis: a finer level is selected at once, because the tolerance requires it. A coarser one is
 * selected only if it would still be allowed with a tolerance smaller by the factor 1 + Margin.
 */
EXEMPLARCORE_API FLevelChoice ChooseLevelSteadily(
	std::span<const float> LevelErrors, float Allowed, const FLevelChoice& Previous, float Margin = 0.1f);

/**
 * Changes errors so that the selected level is Bias levels coarser (finer if negative), within the existing levels. A
 * Forced level that is not negative selects that level or the last one. For selection on the GPU. Shifted has one
 * entry per level.
 */
EXEMPLARCORE_API void ShiftLevelErrors(
	std::span<const float> LevelErrors, int32_t Bias, int32_t Forced, std::span<float> Shifted);

} // namespace Exemplar
