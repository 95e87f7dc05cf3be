// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Geometry/Affine3d.h"

#include <span>

namespace Exemplar
{

/** How a joint moves, as far as the metric depends on it (Merry 2007, eq. 3.10). Models may be mixed freely. */
enum class EJointModel
{
	IndependentComponents, // linear part and translation vary independently, with the moments below
	FixedTranslation,      // the linear part varies, scale included; the translation is constant
	Rotation,              // a proper rotation varies; ancestors scale at most uniformly
	UniformRotation,       // every rotation is equally likely (Haar); the translation is constant
	Frozen                 // never moves
};

/**
 * The moments of a joint's matrix L (joint to parent). Sampled joints are IndependentComponents or FixedTranslation
 * with moments averaged over the frames of a clip: that is the thesis' empirical model.
 */
struct FJointStatistics
{
	EJointModel Model = EJointModel::Frozen;

	/** E[L]; the linear part is zero for UniformRotation. */
	FAffine3d Mean;

	/** E[L_ar L_bs] of the linear part at [27 a + 9 r + 3 b + s]; read where the linear part is more than a rotation.
	 */
	std::array<double, 81> LinearMoments{};

	/** E[l_a l_b] of the translation at [3 a + b]; read by IndependentComponents. */
	std::array<double, 9> TranslationMoments{};
};

FJointStatistics FrozenJoint(const FAffine3d& Local);

/** A joint of which only the translation is known. */
FJointStatistics UniformRotationJoint(const FDouble3& Translation);

/** L = Rest * R(Axis, angle) with the angle uniform in [MinAngle, MaxAngle] radians. Axis of unit length. */
FJointStatistics HingeJoint(const FAffine3d& Rest, const FDouble3& Axis, double MinAngle, double MaxAngle);

/** L = Rest * Rx Ry Rz, each angle uniform between its limits and independent of the others. */
FJointStatistics EulerJoint(const FAffine3d& Rest, const FDouble3& MinAngles, const FDouble3& MaxAngles);

/** The joint's matrices over the frames of a clip. The translation is fixed if it varies by rounding only. */
FJointStatistics SampledJoint(std::span<const FAffine3d> Locals);

} // namespace Exemplar
