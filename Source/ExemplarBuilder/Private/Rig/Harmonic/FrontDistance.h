// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Rig/Harmonic/HarmonicMesh.h"

namespace Exemplar
{

/**
 * Distances along the surface from one vertex, by a front that grows from triangle to triangle: the corner ahead is as
 * far as it is from the point that explains the distances of the two corners behind (a virtual source in the plane of
 * the triangle). About one percent too long on regular meshes. Unlike the heat method it holds at any
 * distance and on obtuse triangles; it is made for whole bodies, where heat is too faint to follow.
 */
std::vector<double> FrontDistance(const FHarmonicMesh& Mesh, int32_t Source);

} // namespace Exemplar
