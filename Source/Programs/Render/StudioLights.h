// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Math.h"

#include <cstdint>
#include <vector>

namespace Exemplar
{

/** A small light far away, with a shadow map of its own. */
struct FStudioLight
{
	FFloat3 Right, Up, Toward; // of unit length; Toward the light
	FFloat3 Color;             // its share of the whole
	bool bKey = false;
};

/**
 * How the studio is lit: a soft key light from the upper left of the front, a sky that is brighter above, a cool fill
 * from the right, a rim from behind, and what the floor gives back. Colors are in light, not of the display.
 */
struct FStudioLighting
{
	std::vector<FStudioLight> Lights;
	uint32_t Columns = 1, Rows = 1; // of the atlas of shadow maps
	FFloat3 FloorLight;             // what all lights give a floor that nothing shadows
	FFloat4 FillColor, RimColor, BounceColor;
	FFloat4 BackgroundTop, BackgroundBottom;

	/** As ExemplarStudio.ush reads them: four float4 a light. */
	std::vector<FFloat4> Rows4() const;
};

/** For a viewer who looks along Forward: the picture is lit, whatever side of the character it shows. */
FStudioLighting MakeStudioLighting(uint32_t SkyLights, uint32_t KeyLights, const FFloat3& Forward);

} // namespace Exemplar
