// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Geometry/Mesh.h"

#include <span>

namespace Exemplar
{

/**
 * Flattens a disc: least-squares conformal first (Lévy et al. 2002, in the form of Mullen et al. 2008), then as rigidly
 * as possible (Liu et al. 2008), kept if no triangle flips. Triangles keep their orientation and, on average,
 * their size. Up of the result is where Upward points on the surface.
 */
std::vector<FDouble2> FlattenChart(
	std::span<const FDouble3> Positions, std::span<const FTriangle> Triangles, const FDouble3& Upward);

} // namespace Exemplar
