// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Model/Rig.h"

#include <span>

namespace Exemplar
{

/** The nearest rotation to a joint's matrix, without its place. */
FAffine3d RotationOf(const FAffine3d& Matrix);

/**
 * Frames whose first or second axis (0 or 1) points along each bone, to the child whose subtree is largest; a last
 * joint continues its parent's direction. The third axis is as near as possible to +Z, where a character of glTF looks,
 * or to +Y if the bone itself points there. A joint without a direction has the axes of the character.
 */
std::vector<FAffine3d> FramesAlongBones(
	std::span<const int32_t> Parents, std::span<const FDouble3> Joints, size_t Axis);

} // namespace Exemplar
