// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Geometry/Mesh.h"
#include "Model/Surface.h"

namespace Exemplar
{

/** The triangles of a surface over its points. */
std::vector<FTriangle> SurfaceTriangles(const FSurface& Surface);

/**
 * Tangents along u, angle-weighted over the triangles of a corner. Corners has three per triangle. The surface has
 * normals, UVs, and no corner whose triangles run both ways round in the plane.
 */
void AddTangents(FSurface& Surface, std::span<const FDouble3> Rest, std::span<const uint32_t> Corners);

} // namespace Exemplar
