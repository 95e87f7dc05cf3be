// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/AlignedArray.h"
#include "Character/CharacterModel.h"
#include "Pose/RestPose.h"

namespace Exemplar
{

/**
 * A joint at a frame of a crowd's clip, in rest space: its palette matrix is T_j = T_parent A_j with
 * A_j x = Q (x - c_j) + e_j, c_j the joint's rest position. Writing the motion in rest space saves the product with the
 * inverse rest matrix that every joint of every instance would otherwise cost.
 */
struct FCrowdKey
{
	FRotation Rotation; // Q, on the same hemisphere as the frame before
	FFloat3 Position;   // e_j
	float Padding = 0.0f;
};

/** A clip with a key for every joint at every frame: frame f's joints stand at [f * JointCount]. */
struct FCrowdClip
{
	TAlignedArray<FCrowdKey> Keys;
	uint32_t FrameCount = 0; // with a copy of the first at the end where the clip loops
	float FramesPerSecond = 30.0f;
	bool bLoops = false;
};

struct FCrowdLevel
{
	float Error = 0.0f;          // the mean one of the level and all finer ones
	std::vector<uint16_t> Bones; // the palette's bones in order
};

/** What a crowd needs of a character, prepared once. */
struct FCrowdCharacter
{
	FRestPose Rest;
	FSphere Sphere; // contains the character in every legal pose while its root is at rest; moves with the root
	int32_t Root = 0;
	std::vector<FCrowdLevel> Levels;
	std::vector<FCrowdClip> Clips;

	size_t JointCount() const { return Rest.JointCount(); }
};

/**
 * Fails with a sentence where joints or clips scale: a crowd's joints are rigid. A character without levels is drawn by
 * somebody else and gets one level with all joints.
 */
EXEMPLARCORE_API TResult<FCrowdCharacter> MakeCrowdCharacter(const FCharacterView& Character);

/** Adds a clip of one frame in which the character stands at rest: what members play who play nothing. */
EXEMPLARCORE_API void AddRestClip(FCrowdCharacter& Character);

} // namespace Exemplar
