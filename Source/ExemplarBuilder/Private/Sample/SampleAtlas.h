// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Atlas/BuildAtlas.h"
#include "Sample/SampleSurface.h"

namespace Exemplar
{

/**
 * The atlas of the sample's rest, with seams where an artist would put them (face and back of the head, front and back
 * of trunk and legs, soles, above and below of arms, palms and every finger), the same on both sides.
 */
TResult<FAtlas> BuildSampleAtlas(const FSampleSurface& Surface, const FBuildContext& Context);

} // namespace Exemplar
