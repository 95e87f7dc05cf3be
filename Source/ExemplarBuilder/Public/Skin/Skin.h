// Copyright (c) 2026 Exemplar contributors. MIT license.
// May change.

#pragma once

#include "AnimationSpace/AnimationVector.h"
#include "Model/Rig.h"

namespace Exemplar
{

/**
 * How points follow bones: where they stand at rest, linear blend weights, and points of animation space, all in rest
 * space. Every number is one that a float holds, so that Bake loses nothing and Unbake returns the same skin.
 */
struct FSkin
{
	std::vector<FDouble3> Rest;
	FRigWeights Weights; // optional (no rows): nothing but animation space is known
	std::vector<FAnimationVector> Points;
	std::vector<double> BlendFactors; // optional, with Weights: 0 linear, 1 dual quaternion; of the blended operator
	bool bAnimationSpace = false;     // off: Points are linear blending's own, and a character need not store them

	size_t PointCount() const { return Rest.size(); }
	bool operator==(const FSkin&) const = default;
};

/** Linear blending as a skin. */
EXEMPLARBUILDER_API FSkin MakeBlendSkin(std::span<const FDouble3> Rest, const FRigWeights& Weights);

/** An animation-space skin beside the linear blend weights that it started from. */
EXEMPLARBUILDER_API FSkin MakeSkin(
	std::span<const FDouble3> Rest, const FRigWeights& Weights, std::span<const FAnimationVector> Points);

/** Row i of the result is row Rows[i]. */
EXEMPLARBUILDER_API FSkin GatherSkin(const FSkin& Skin, std::span<const uint32_t> Rows);

} // namespace Exemplar
