// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Character/CharacterModel.h"

#include <array>
#include <utility>
#include <vector>

namespace Exemplar
{

/** The bones of every vertex with their weights, largest first; each row sums to one and has no duplicate bones. */
using FInfluenceRows = std::vector<std::vector<std::pair<uint16_t, float>>>;

/**
 * The influences of a level for interchange, at most Limit per vertex: those linear blends that move as little as
 * possible over the clips (LimitBlendWeights). If a level has no blend weights, the largest W of its animation-space
 * points are used. Empty if it has neither, or no joints.
 */
FInfluenceRows CollectInfluences(const FCharacterView& Character, size_t Level, size_t Limit);

/** A color (RGBA) for a bone; neighbors in the skeleton differ. */
std::array<uint8_t, 4> ColorOfBone(size_t Bone);

} // namespace Exemplar
