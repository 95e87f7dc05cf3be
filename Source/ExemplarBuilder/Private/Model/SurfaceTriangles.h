// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Geometry/Mesh.h"
#include "Model/Surface.h"

namespace Exemplar
{

/** The triangles of a surface over its points. */
std::vector<FTriangle> SurfaceTriangles(const FSurface& Surface);

} // namespace Exemplar
