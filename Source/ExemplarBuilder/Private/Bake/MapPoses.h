// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/BuildContext.h"
#include "BuilderApi.h"
#include "Character/Character.h"
#include "Correctives/CorrectiveJobs.h"
#include "Posing/CharacterPoser.h"
#include "Skinning/SkinningJobs.h"

#include <vector>

namespace Exemplar
{

/** The vertices of a level in one pose, as they are drawn. */
struct FPosedFrames
{
	std::vector<FFloat3> Positions;
	std::vector<FFloat3> Normals;
	std::vector<FFloat4> Tangents; // empty where the level has none
};

/** Local transforms of the rest pose, and of frames spread over all clips, at most Count. */
EXEMPLARBUILDER_API std::vector<std::vector<FBoneTransform>> SpreadPoses(const FCharacterView& Character, size_t Count);

/** Poses a level with the character's own operator and its correctives, by the jobs that a game runs. */
class EXEMPLARBUILDER_API FLevelPoser
{
public:
	static TResult<FLevelPoser> Make(const FCharacter& Character, size_t Level);

	TResult<FPosedFrames> Pose(std::span<const FBoneTransform> Local, IExecutor& Executor);

private:
	FCharacterPoser Poser;
	FPackedSkin Skin;
	FPackedCorrectives Shapes;
	FCharacterPose Posed;
	FSkinPalette Palette;
	bool bTangents = false;
	std::vector<uint32_t> PlaceOfBlock;
	std::vector<float> Offsets;
};

} // namespace Exemplar
