// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Model/Rig.h"

#include <span>

namespace Exemplar
{

struct FJointSkinOptions
{
	/** A point with a weight above this belongs to that bone alone. In (0.5, 1). */
	double Upper = 0.8;

	/** If enough points have a weight above this, only they determine how the bone moves: blending would bias it. */
	double Rigid = 0.99;

	/** Weights below this are ignored. In (0, 0.5). */
	double Lower = 0.2;

	/** Fewer points than this cannot place a joint: the two thresholds widen step by step to 0.05 and 0.95 first. */
	size_t MinimumPoints = 8;

	/** Smallest over largest singular value of the centered skin below which it counts as flat. */
	double MinimumSpread = 0.05;
};

/** The points that determine joints and bones (NTU dissertation on example meshes, section 4.2). Indices are points,
 * ascending. */
struct FJointSkin
{
	/** Points between a joint's bone and its parent's, one connected region; empty for roots and if no point qualifies.
	 */
	std::vector<std::vector<uint32_t>> JointPoints;

	/** Points that follow one bone almost rigidly. */
	std::vector<std::vector<uint32_t>> BonePoints;
};

/** Segments points by the weights of the joints around them. The triangles give the connectivity. */
FJointSkin SegmentJointSkin(const FTriangleMesh& Rest, const FRigWeights& Weights, std::span<const int32_t> Parents,
	const FJointSkinOptions& Options);

} // namespace Exemplar
