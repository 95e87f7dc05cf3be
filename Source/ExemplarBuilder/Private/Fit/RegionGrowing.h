// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Fit/Segmentation.h"

namespace Exemplar
{

/**
 * Grows the region of every link along the surface, from the nearest point of every piece of the mesh: over points
 * beside the link, and over points beyond its end that are beside none of its children. Each point takes the nearest of
 * the links that reached it and lie on the inner side of its skin, which keeps bones of a neighboring limb away. Then
 * fragments of a region join the region that most of their border is shared with. Points that no region reached keep
 * the link that they had.
 */
void GrowRegions(const FTriangleMesh& Mesh, FSegmentation& Segments);

} // namespace Exemplar
