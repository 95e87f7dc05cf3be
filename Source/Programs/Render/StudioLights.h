// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Math.h"

#include <cstdint>
#include <vector>

namespace Exemplar
{

/** A small distant light with its own shadow map. */
struct FStudioLight
{
	FFloat3 Right, Up, Toward; // of unit length; Toward the light
	FFloat3 Color;             // its part of the total
	bool bKey = false;
};

/**
 * The lighting of the studio: a soft key light from the upper left of the front, a sky that is brighter above, a cool
 * fill light from the right, a rim light from behind, and light reflected by the floor. Colors are linear.
 */
struct FStudioLighting
{
	std::vector<FStudioLight> Lights;
	uint32_t Columns = 1, Rows = 1; // of the atlas of shadow maps
	FFloat3 FloorLight;             // light on a floor without shadows
	FFloat4 FillColor, RimColor, BounceColor;
	FFloat4 BackgroundTop, BackgroundBottom;

	/** As Studio.ush reads them: four float4 per light. */
	std::vector<FFloat4> Rows4() const;
};

/** For a camera that looks along Forward: the lights follow it, so every side of the character is lit. */
FStudioLighting MakeStudioLighting(uint32_t SkyLights, uint32_t KeyLights, const FFloat3& Forward);

} // namespace Exemplar
