// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Character/CharacterModel.h"
#include "Geometry/Affine3d.h"

#include <span>

namespace Exemplar
{

/** How a joint moves, as far as the metric depends on it (Merry 2007, eq. 3.10). Models may be mixed freely. */
enum class EJointModel
{
	IndependentComponents, // linear part and translation vary independently, with the moments below
	FixedTranslation,      // the linear part varies, scale included; the translation is constant
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

	/** E[L_ar L_bs] of the linear part at [27 a + 9 r + 3 b + s]; read by the first two models. */
	std::array<double, 81> LinearMoments{};

	/** E[l_a l_b] of the translation at [3 a + b]; read by IndependentComponents. */
	std::array<double, 9> TranslationMoments{};
};

FJointStatistics FrozenJoint(const FAffine3d& Local);

/** A joint of which only the translation is known. */
FJointStatistics UniformRotationJoint(const FDouble3& Translation);

/** Joints that turn: L = Turn R Scale about a fixed translation, where the rest is L = Turn Scale (scale along the
 * joint's own axes, as in FBoneTransform) and R is one of the rotations below. */

/** R = R(Axis, angle) with the angle uniform in [MinAngle, MaxAngle] radians. Axis of unit length. */
FJointStatistics HingeJoint(const FAffine3d& Rest, const FDouble3& Axis, double MinAngle, double MaxAngle);

/** R = Rx Ry Rz, each angle uniform between its limits and independent of the others. */
FJointStatistics EulerJoint(const FAffine3d& Rest, const FDouble3& MinAngles, const FDouble3& MaxAngles);

/** R = Swing * Twist within a limit: the twist uniform in its range, the swing by a uniform angle about an axis across
 * the twist's, every one alike. */
FJointStatistics LimitedJoint(const FAffine3d& Rest, const FJointLimit& Limit);

/** The joint's matrices over the frames of a clip. The translation is fixed if it varies by rounding only. */
FJointStatistics SampledJoint(std::span<const FAffine3d> Locals);

} // namespace Exemplar
