// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Api.h"
#include "Base/Math.h"

#include <span>

namespace Exemplar
{

/**
 * The angle in (-pi, pi] of the twist of R about Axis, of unit length: R = Swing * Twist, first the twist, then the
 * swing, which leaves no rotation about the axis.
 */
EXEMPLARCORE_API float TwistAngle(const FRotation& R, const FFloat3& Axis);

/** The angle that differs from Angle by whole turns and is nearest to Previous. */
EXEMPLARCORE_API float UnwrapAngle(float Angle, float Previous);

/**
 * The twist of every joint about its incoming link, relative to the rest pose, unwrapped over time: a quaternion has a
 * twist only up to whole turns, so the previous frame's angles distinguish 20 degrees from 380. Start with zeros, or
 * with the raw angles of an animation channel. A joint without an axis has no twist. A twist that is not defined (a
 * swing of 180 degrees) keeps its previous value.
 */
struct EXEMPLARCORE_API FTwistJob
{
	std::span<const FBoneTransform> Local;
	std::span<const FBoneTransform> RestLocal;
	std::span<const FFloat3> LocalAxes; // FRestPose::LocalLinkAxes
	std::span<float> Twists;            // in: the previous frame's; out: this frame's; radians

	bool Validate() const;
	bool Run() const;
};

} // namespace Exemplar
