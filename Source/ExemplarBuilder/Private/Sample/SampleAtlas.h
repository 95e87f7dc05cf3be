// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/BuildContext.h"
#include "Character/CharacterModel.h"
#include "Sample/SampleSurface.h"

namespace Exemplar
{

/** UVs of the corners of triangles, and the chart that each triangle lies in. */
struct FSampleAtlas
{
	std::vector<FFloat2> UVs;        // one per vertex and chart, origin at the bottom left
	std::vector<uint32_t> CornerUVs; // three per triangle, into UVs
	std::vector<int32_t> ChartOfTriangle;
	size_t ChartCount = 0;
};

/**
 * Cuts the body into discs (face and back of the head, front and back of trunk and legs, soles, above and below of
 * arms, palms and every finger), flattens each at its true size, and packs them upright into the unit square without
 * overlaps. A right chart is the mirror image of its left one.
 */
FSampleAtlas BuildSampleAtlas(const FSampleSurface& Surface, const FBuildContext& Context);

} // namespace Exemplar
