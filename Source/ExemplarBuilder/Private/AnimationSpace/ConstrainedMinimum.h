// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Geometry/EigenLibrary.h"

namespace Exemplar
{

/**
 * For every column b of B the x that minimizes x^T P x subject to A x = b, with P symmetric, positive semi-definite and
 * possibly singular (Merry 2007, appendix A.2). Among equally good x a short one is taken: every direction has a price,
 * however small, so that the answer does not depend on rounding. Constraints that repeat each other are allowed,
 * contradictory ones are met in the least-squares sense.
 */
Eigen::MatrixXd SolveConstrainedMinimum(const Eigen::MatrixXd& P, const Eigen::MatrixXd& A, const Eigen::MatrixXd& B);

} // namespace Exemplar
