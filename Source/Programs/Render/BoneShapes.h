// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Character/CharacterModel.h"
#include "Render/Canvas.h"

namespace Exemplar
{

/** Triangles with flat sides, ready to be uploaded. */
struct FBoneShapes
{
	std::vector<FFloat3> Positions, Normals;
	std::vector<uint32_t> Indices;
	std::vector<FPixel> Colors;
};

/**
 * A skeleton to look at: from each joint to its children a slender octahedron, a ball at each joint. Joints are joint
 * to character space; Size is that of the character, which joints without links take their size from.
 */
FBoneShapes MakeBoneShapes(std::span<const int32_t> Parents, std::span<const FAffine> Joints, float Size);

} // namespace Exemplar
