// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Math.h"

#include <cstdint>
#include <span>

namespace Exemplar
{

/** The place of a surface that is nearest to a point. */
struct FNearestPoint
{
	size_t Triangle = 0;
	FFloat3 Weights{1.0f, 0.0f, 0.0f}; // of its corners
	float Squared = 3.0e38f;           // distance
};

/** Looks at all triangles: a query or two per frame needs no tree, which every pose would have to build. */
FNearestPoint FindNearestPoint(
	std::span<const FFloat3> Positions, std::span<const uint32_t> Indices, const FFloat3& Point);

/** One where triangles face as the vertices' normals do, minus one where the order of corners is the other one, as in a
 * space of the other handedness. */
float FindFacing(
	std::span<const FFloat3> Positions, std::span<const FFloat3> Normals, std::span<const uint32_t> Indices);

} // namespace Exemplar
