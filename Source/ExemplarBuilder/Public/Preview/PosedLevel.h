// Copyright (c) 2026 Exemplar contributors. MIT license.
// May change.

#pragma once

#include "Base/BuildContext.h"
#include "BuilderApi.h"
#include "Correctives/CorrectiveJobs.h"
#include "Posing/CharacterPoser.h"
#include "Skinning/SkinOperator.h"

namespace Exemplar
{

/**
 * A level of a character with one operator, posed on the processor by the jobs that a game runs: what is measured,
 * previewed and written here is what is drawn.
 */
class EXEMPLARBUILDER_API FPosedLevel
{
public:
	static TResult<FPosedLevel> Make(
		const FCharacter& Character, ESkinOperator Operator, size_t Level = 0, bool bNormals = false);

	/** Vertices in the level's order, valid until the next call; empty where the pose is of another skeleton. */
	std::span<const FFloat3> Pose(
		std::span<const FBoneTransform> Local, IExecutor& Executor, const FPoseOptions& Options = {});

	/** Of the last pose, as shading sees them: unit vectors in the level's order; empty if they were not asked for. */
	std::span<const FFloat3> GetNormals() const { return Normals; }

	/** Of the last pose: one per shape; empty where correctives are off. */
	std::span<const float> GetShapeWeights() const { return Posed.ShapeWeights; }

private:
	FCharacterPoser Poser;
	FPackedSkin Skin;
	FPackedCorrectives Shapes;
	FCharacterPose Posed;
	FSkinPalette Palette;
	std::vector<uint32_t> PlaceOfBlock;
	std::vector<float> Offsets;
	std::vector<FFloat3> Slots, Positions, NormalSlots, Normals;
};

} // namespace Exemplar
