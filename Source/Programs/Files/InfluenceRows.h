// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Character/CharacterModel.h"

#include <array>
#include <utility>
#include <vector>

namespace Exemplar
{

/** The bones of every vertex with their weights, largest first; each row sums to one and names no bone twice. */
using FInfluenceRows = std::vector<std::vector<std::pair<uint16_t, float>>>;

/**
 * The influences of a level for interchange, at most Limit a vertex: the largest are kept and sum to one again. Where a
 * level has no blend weights they come from its animation-space points. Empty where it has neither, or no joints.
 */
FInfluenceRows CollectInfluences(const FMeshLevelView& Level, size_t JointCount, size_t Limit);

/** A color (RGBA) for a bone; neighbors in the skeleton differ. */
std::array<uint8_t, 4> ColorOfBone(size_t Bone);

} // namespace Exemplar
