// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/BuildContext.h"
#include "Geometry/Affine3d.h"
#include "Geometry/EigenLibrary.h"

#include <cstdint>
#include <span>
#include <vector>

namespace Exemplar
{

/**
 * Poses as correctives see them: per pose and joint the rotation against the parent, relative to rest, and scalars such
 * as age or tension, which are zero at rest and of the order of one.
 */
struct FDriverPoses
{
	size_t JointCount = 0;
	size_t ScalarCount = 0;
	std::vector<Eigen::Vector4d> Rotations; // quaternions x y z w; [pose * JointCount + joint]
	std::vector<double> Scalars;            // [pose * ScalarCount + scalar]

	size_t PoseCount() const { return JointCount == 0 ? 0 : Rotations.size() / JointCount; }
	const Eigen::Vector4d& Rotation(size_t Pose, size_t Joint) const { return Rotations[Pose * JointCount + Joint]; }
	double Scalar(size_t Pose, size_t Index) const { return Scalars[Pose * ScalarCount + Index]; }
};

/** Copies of A's poses and then B's; both have the same joints and scalars. */
FDriverPoses JoinPoses(const FDriverPoses& A, const FDriverPoses& B);

/** Palettes has the motion of every joint from rest to each pose: [pose * joints + joint]. The root keeps its own. */
FDriverPoses ReadDriverPoses(std::span<const FAffine3d> Palettes, std::span<const int32_t> Parents);

/** Row i of the result is pose Rows[i]. */
FDriverPoses GatherPoses(const FDriverPoses& Poses, std::span<const uint32_t> Rows);

/**
 * The chordal Gaussian of two rotations, exp(-4 (1 - (p.q)^2) / width^2). Unlike the Gaussian of the angle it is
 * positive definite for every width, and wide kernels are those that generalize. It counts from rest: k(p, q) - k(p, 1)
 * - k(1, q) + k(1, 1), so that what it predicts at rest is exactly zero.
 */
double RotationKernel(const Eigen::Vector4d& P, const Eigen::Vector4d& Q, double Width);

/** The same for scalars, from zero: a Gaussian that counts from rest. */
double ScalarKernel(double A, double B, double Width);

/** Kernels of one joint between the poses of two sets: rows are A's, columns B's. */
Eigen::MatrixXd RotationKernels(const FDriverPoses& A, const FDriverPoses& B, size_t Joint, double Width);

/** Root mean square of the joints' rotation angles between two poses, radians. */
double PoseDistance(const FDriverPoses& Poses, size_t A, size_t B);

/**
 * The poses in at most Count groups of neighbors: what is left out together when a model is validated. Neighboring
 * frames predict each other whatever the model, so leaving out single poses shows nothing.
 */
std::vector<uint32_t> GroupPoses(const FDriverPoses& Poses, size_t Count);

/**
 * Groups for validation from what is known about the examples: Clips has the clip of every pose, or is empty. A clip
 * with more than an eighth of the poses is divided into groups of neighbors, and so are poses without clips.
 */
std::vector<uint32_t> GroupExamples(const FDriverPoses& Poses, std::span<const uint32_t> Clips);

} // namespace Exemplar
