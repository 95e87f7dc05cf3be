// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Character/CharacterModel.h"
#include "Geometry/EigenLibrary.h"

#include <span>
#include <vector>

namespace Exemplar
{

/**
 * A clip from rotations of joints in space, frame by frame, and places of the joint that carries the body. Joints that
 * are not Led have no keys. Name, rate, loop and curves are those of From.
 */
FClipData MakeTurnedClip(const FSkeletonData& Skeleton, const FClipData& From, std::span<const char> Led,
	std::span<const std::vector<Eigen::Quaterniond>> Turns, size_t Root, std::span<const Eigen::Vector3d> Places);

} // namespace Exemplar
