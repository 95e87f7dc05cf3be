// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Geometry/EigenLibrary.h"
#include "Geometry/Mesh.h"

#include <span>

namespace Exemplar
{

using FSparseMatrix = Eigen::SparseMatrix<double>;

/**
 * The triangles that have an area worth dividing by: a height above 1e-9 of the longest side.
 * Everything below is made of these alone, so that it is finite for every mesh.
 */
std::vector<FTriangle> TrianglesWithArea(std::span<const FDouble3> Positions, std::span<const FTriangle> Triangles);

/**
 * The cotangent Laplacian as a stiffness matrix (Pinkall & Polthier 1993): positive semi-definite, rows sum to zero,
 * off-diagonal -(cot a + cot b) / 2. u^T C u is the Dirichlet energy of u. Indices must be in range.
 */
FSparseMatrix CotangentLaplacian(std::span<const FDouble3> Positions, std::span<const FTriangle> Triangles);

/** The lumped mass matrix by mixed Voronoi areas (Meyer et al. 2003); its trace is the surface's area. */
FSparseMatrix LumpedMass(std::span<const FDouble3> Positions, std::span<const FTriangle> Triangles);

} // namespace Exemplar
