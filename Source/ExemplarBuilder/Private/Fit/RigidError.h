// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Geometry/Affine3d.h"

#include <array>

namespace Exemplar
{

/** A 3x3 matrix in rows. */
using FMatrix3x3 = std::array<double, 9>;

/**
 * How badly one rigid motion explains a set of triangles in one pose: the rigid error function of Schaefer & Yuksel
 * 2007 (eq. 2 to 4), 17 numbers that add up when sets merge. Kept relative to the centroids instead of as the paper's
 * raw sums, which cancel catastrophically away from the origin; the size is the same and the merge stays exact. With c
 * the area-weighted mean: M = integral (q - c(q)) (p - c(p))^T, G = integral |p - c(p)|^2 + |q - c(q)|^2. Area and
 * RestMean do not depend on the pose, so that n poses need 4 + 13 n numbers.
 */
struct FRigidError
{
	double Area = 0.0; // of the rest triangles: the weight in every pose
	FDouble3 RestMean;
	FDouble3 PoseMean;
	FMatrix3x3 M{};
	double G = 0.0;
};

/** Of one triangle: rest corners P, posed corners Q. A triangle without rest area counts for nothing. */
FRigidError MakeRigidError(const std::array<FDouble3, 3>& P, const std::array<FDouble3, 3>& Q);

/** Of the union of two disjoint sets. */
FRigidError MergeRigidErrors(const FRigidError& A, const FRigidError& B);

/** The error left by the best rigid motion: G - 2 lambda_max, never negative. */
double MinimumError(const FRigidError& E);

/** The best rigid motion; where the data leave it open (one point, points on a line), one of the best. */
FAffine3d BestRigidMotion(const FRigidError& E);

/** The error of any given rigid motion. */
double ErrorOfMotion(const FRigidError& E, const FAffine3d& Motion);

/** Horn's symmetric 4x4 of M = sum q p^T, in rows; its largest eigenvector is the quaternion (w, x, y, z). */
std::array<double, 16> HornMatrix(const FMatrix3x3& M);

/** Eigenvalues of a symmetric 4x4, descending, with their eigenvectors as rows; cyclic Jacobi, always converges. */
struct FEigen4
{
	std::array<double, 4> Values;
	std::array<std::array<double, 4>, 4> Vectors;
};
FEigen4 SolveSymmetric4(const std::array<double, 16>& Matrix);

/**
 * max over rotations of sum_ab M_ab R_ab, the largest eigenvalue of Horn's matrix. Newton on its characteristic quartic
 * from UpperBound (G / 2 is one), which descends monotonically; Jacobi where the root is close to a double one.
 */
constexpr double HornNewtonSlope = 1e-3; // below this slope over L^3 the root is too close to its neighbor for 1e-12
constexpr double HornNewtonStep = 1e-9;  // a step so small leaves, by quadratic convergence, an error below 1e-14
constexpr int HornNewtonIterations = 40;
double LargestHornEigenvalue(const FMatrix3x3& M, double UpperBound);

/** The rotation that attains it: the best alignment of sum q p^T, always with determinant +1. */
FMatrix3x3 BestRotation(const FMatrix3x3& M);

} // namespace Exemplar
