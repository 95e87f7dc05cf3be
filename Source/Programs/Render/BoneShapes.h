// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Character/CharacterModel.h"
#include "Render/Canvas.h"

namespace Exemplar
{

/** Flat-shaded triangles, ready for upload. */
struct FBoneShapes
{
	std::vector<FFloat3> Positions, Normals;
	std::vector<uint32_t> Indices;
	std::vector<FPixel> Colors;
};

/**
 * Shapes of a skeleton: a slender octahedron from each joint to each of its children, and a ball at each joint. Joints
 * are joint to character space. Size is the size of the character, for joints without links.
 */
FBoneShapes MakeBoneShapes(std::span<const int32_t> Parents, std::span<const FAffine> Joints, float Size);

} // namespace Exemplar
