// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Math.h"

namespace Exemplar
{

/**
 * The point that satisfies linear equations best, a . x = b in the sense of least squares, from their normal equations
 * in double; directions that the equations say nothing about keep the value of a guess.
 */
class FLeastSquaresPoint
{
public:
	void AddEquation(const FFloat3& A, float B);

	/** Adds a symmetric block (xx, xy, xz, yy, yz, zz) and right-hand side that were summed elsewhere. */
	void AddNormal(const double (&Block)[6], const double (&Side)[3]);

	/** Singular values of the stacked equations below Cutoff count as zero. */
	FFloat3 Solve(const FFloat3& Guess, double Cutoff) const;

private:
	double Matrix[6] = {}; // xx, xy, xz, yy, yz, zz
	double Right[3] = {};
};

} // namespace Exemplar
