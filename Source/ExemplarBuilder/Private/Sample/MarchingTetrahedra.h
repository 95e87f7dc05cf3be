// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Executor.h"
#include "Geometry/Mesh.h"
#include "Sample/ImplicitBody.h"

namespace Exemplar
{

/**
 * The half x >= 0 of the body as a triangle mesh, by marching tetrahedra (Doi & Koide 1991) on a lattice whose cells
 * are each cut into six: an oriented manifold by construction, whose boundary lies in the plane x = 0 exactly. The
 * lattice's planes are close together around fingers and face and far apart elsewhere; only cells near the surface are
 * visited. Triangles are poorly shaped; remesh afterward.
 */
FTriangleMesh PolygonizeHalf(const FImplicitBody& Body, IExecutor& Executor);

} // namespace Exemplar
