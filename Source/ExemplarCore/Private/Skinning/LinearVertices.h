// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Skinning/PackedSkin.h"

#include <vector>

namespace Exemplar
{

/**
 * 1 for every vertex of a level's animation-space skin that is a linear blend within Options.LinearTolerance. A vertex
 * with blocks (x_j, W_j) and rest v = sum x_j differs from the linear blend with weights W_j by sum_j R_j d_j, d_j =
 * x_j - W_j v: no rigid pose moves it further than sum_j |d_j|. Largest is the largest of these among the vertices that
 * were found, in meters.
 */
std::vector<uint8_t> FindLinearVertices(const FMeshLevelView& Level, const FPackOptions& Options, float& Largest);

/** The rest positions of a skin's points. */
std::vector<FFloat3> RestOfPoints(const FMeshLevelView& Level);

} // namespace Exemplar
