// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Api.h"
#include "Correctives/CorrectiveJobs.h"
#include "Posing/CharacterPoser.h"

#include <vector>

namespace Exemplar
{

/** A place on a posed surface. */
struct FSurfaceHit
{
	FFloat3 Position;
	FFloat3 Normal; // of the triangle, outward
	float Distance = 0.0f;
	size_t Triangle = 0;
	FFloat3 Weights; // of its corners
};

/**
 * A whole level skinned on the CPU, by the same jobs and with the same correctives as the GPU's: for what asks where
 * the surface is. All arguments are in the axes of the rest pose.
 */
class FPosedSurface
{
public:
	/** Fails if the level has no triangles, or no skin that the operator reads. */
	EXEMPLARCORE_API static TResult<FPosedSurface> Make(const FMeshLevelView& Level,
		const TCorrectives<FViewed>& Correctives, const FRestPose& Rest, ESkinOperator InOperator);

	/** False where the pose does not fit. Allocates nothing after the first time. */
	EXEMPLARCORE_API bool Update(const FCharacterPoser& Poser, const FCharacterPose& Pose);

	/** The nearest place of the pose that was updated last. */
	EXEMPLARCORE_API FSurfaceHit FindClosest(const FFloat3& Point) const;

private:
	FPackedSkin Skin;
	FPackedCorrectives Shapes;
	ESkinOperator Operator = ESkinOperator::LinearBlend;
	float Facing = 1.0f;           // minus one: corners are in the other order
	std::vector<uint32_t> Indices; // slots
	std::vector<FFloat3> Positions;
	FSkinPalette Palette;
	std::vector<uint32_t> Places; // scratch
	std::vector<float> Values;
};

} // namespace Exemplar
