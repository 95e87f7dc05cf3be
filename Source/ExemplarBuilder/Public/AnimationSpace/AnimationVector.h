// Copyright (c) 2026 Exemplar contributors. MIT license.
// Stable: the points of a skin in animation space.

#pragma once

#include "BuilderApi.h"
#include "Geometry/Affine3d.h"

#include <cstdint>
#include <span>

namespace Exemplar
{

/**
 * A sparse element of animation space (Merry 2007, eq. 3.1): a homogeneous 4-vector for each bone that has one.
 * Points have total weight one, displacements and tangents zero. Bones ascend.
 *
 * A block is written either in its bone's own frame, p_j with v = sum G_j p_j, or in rest space, Ghat_j p_j with
 * v = sum T_j (Ghat_j p_j) and the palette T_j = G_j Ghat_j^-1. Characters store rest space; the metric exists in both.
 */
struct FAnimationVector
{
	std::vector<uint16_t> Bones;
	std::vector<FDouble4> Blocks;

	size_t InfluenceCount() const { return Bones.size(); }
	double Weight() const
	{
		double Sum = 0.0;
		for (const FDouble4& Block : Blocks)
		{
			Sum += Block.W;
		}
		return Sum;
	}
	bool operator==(const FAnimationVector&) const = default;
};

/** A + Factor * B, over the union of their bones. */
EXEMPLARBUILDER_API FAnimationVector AddScaled(const FAnimationVector& A, const FAnimationVector& B, double Factor);

/** The point or vector in a pose: the sum of Transforms[bone] * block. */
EXEMPLARBUILDER_API FDouble3 Project(const FAnimationVector& Vector, std::span<const FAffine3d> Transforms);

/** Every block multiplied by its bone's matrix: rest frames take bone frames to rest space, their inverses back. */
EXEMPLARBUILDER_API FAnimationVector TransformBlocks(
	const FAnimationVector& Vector, std::span<const FAffine3d> Transforms);

constexpr FDouble4 TransformBlock(const FAffine3d& A, const FDouble4& V)
{
	return {A.M[0] * V.X + A.M[1] * V.Y + A.M[2] * V.Z + A.M[3] * V.W,
		A.M[4] * V.X + A.M[5] * V.Y + A.M[6] * V.Z + A.M[7] * V.W,
		A.M[8] * V.X + A.M[9] * V.Y + A.M[10] * V.Z + A.M[11] * V.W, V.W};
}

} // namespace Exemplar
