// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Geometry/Mesh.h"

#include <utility>
#include <vector>

namespace Exemplar
{

/** Pairs of faces, the smaller first, ascending, each once. */
using FFacePairs = std::vector<std::pair<uint32_t, uint32_t>>;

/** Faces that share an edge of the mesh; at a non-manifold edge, every pair of its faces. */
FFacePairs BuildFaceGraph(const FTriangleMesh& Mesh);

/**
 * The fewest pairs that make the graph connected where the mesh is not: the shortest bridges between its pieces by
 * distance of face centroids (Schaefer & Yuksel 2007 connect boundaries; closed pieces such as eyes have none).
 */
FFacePairs BuildComponentBridges(const FTriangleMesh& Mesh, const FFacePairs& Graph);

} // namespace Exemplar
