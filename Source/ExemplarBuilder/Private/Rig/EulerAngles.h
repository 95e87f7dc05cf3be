// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Geometry/Affine3d.h"

#include <span>

namespace Exemplar
{

/** The order in which three rotations about fixed axes are multiplied, for column vectors. */
enum class EEulerOrder
{
	XYZ, // R = Rx Ry Rz: the dissertation's eq. 4.5, and what "rotate about z first" means
	ZYX  // R = Rz Ry Rx: what Maya calls xyz (it writes row vectors)
};

/** Angles about x, y and z in radians. At gimbal lock the z angle is zero. Only the rotation part is read. */
FDouble3 ToEulerAngles(const FAffine3d& Rotation, EEulerOrder Order);

FAffine3d FromEulerAngles(const FDouble3& Angles, EEulerOrder Order);

/**
 * The same rotation, written with the angles nearest to Previous: (x, y, z) and (x + pi, pi - y, z + pi) are one
 * rotation, and every angle is defined up to full turns. Pose-space interpolation needs angles that do not jump between
 * examples.
 */
FDouble3 UnwrapEulerAngles(const FDouble3& Angles, const FDouble3& Previous);

} // namespace Exemplar
