// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Api.h"
#include "Correctives/CorrectiveJobs.h"
#include "Posing/CharacterPoser.h"

#include <span>
#include <vector>

namespace Exemplar
{

/**
 * A few points on the surface of a level, moved on the CPU by the same jobs as the whole level: what hangs on a
 * character that the GPU draws. Only the corners of their triangles are skinned.
 */
class FSurfacePoints
{
public:
	/**
	 * At the nearest places of the rest surface. Fails if the level has no triangles, or no skin that the operator
	 * reads. All arguments are in the axes of Rest.
	 */
	EXEMPLARCORE_API static TResult<FSurfacePoints> Make(const FMeshLevelView& Level,
		const TCorrectives<FViewed>& Correctives, const FRestPose& Rest, ESkinOperator Operator,
		std::span<const FFloat3> Points);

	/**
	 * Where the points are in a pose: the origin on the surface, x along the tangent of the first corner, z along the
	 * outward normal of the triangle. False where the pose does not fit. Allocates nothing after the first time.
	 */
	EXEMPLARCORE_API bool Run(const FCharacterPoser& Poser, const FCharacterPose& Pose, std::span<FAffine> Out);

	size_t Count() const { return Weights.size(); }

private:
	FPackedSkin Skin;
	FPackedCorrectives Shapes;
	ESkinOperator Operator = ESkinOperator::LinearBlend;
	float Facing = 1.0f;          // minus one: corners are in the other order
	std::vector<FFloat3> Weights; // of the corners 3 i, 3 i + 1 and 3 i + 2 of point i
	FSkinPalette Palette;
	std::vector<FFloat3> Positions; // scratch, by slot
	std::vector<uint32_t> Places;
	std::vector<float> Values;
};

} // namespace Exemplar
