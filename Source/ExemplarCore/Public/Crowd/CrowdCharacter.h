// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/AlignedArray.h"
#include "Base/Basis.h"
#include "Character/CharacterModel.h"
#include "Pose/RestPose.h"

namespace Exemplar
{

/**
 * A joint at a frame of a crowd's clip, in rest space: its palette matrix is T_j = T_parent A_j with
 * A_j x = Q (x - c_j) + e_j, c_j the joint's rest position. Storing the motion in rest space avoids one matrix product
 * with the inverse rest matrix per joint and instance.
 */
struct FCrowdKey
{
	FRotation Rotation; // Q, on the same hemisphere as in the previous frame
	FFloat3 Position;   // e_j
	float Padding = 0.0f;
};

/** A clip with one key per joint and frame: the joints of frame f begin at [f * JointCount]. */
struct FCrowdClip
{
	TAlignedArray<FCrowdKey> Keys;
	uint32_t FrameCount = 0; // with a copy of the first frame at the end if the clip loops
	float FramesPerSecond = 30.0f;
	bool bLoops = false;
};

struct FCrowdLevel
{
	float Error = 0.0f;          // the largest mean error of this and all finer levels
	std::vector<uint16_t> Bones; // the palette's bones in order
};

/** A character prepared for crowds. Made once. */
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
 * Fails if joints or clips have scale: a crowd's joints are rigid. A character without levels, which is drawn by other
 * means, gets one level with all joints. Helper joints move in the clips as correctives move them; factors of
 * correctives are those of FPoseOptions.
 */
EXEMPLARCORE_API TResult<FCrowdCharacter> MakeCrowdCharacter(
	const FCharacterView& Character, std::span<const float> CorrectiveScales = {});

/** Adds a clip of one frame with the rest pose, for members that play no clip. */
EXEMPLARCORE_API void AddRestClip(FCrowdCharacter& Character);

/** In other axes. Rest is its rest pose in those. */
EXEMPLARCORE_API FCrowdCharacter ChangeAxes(
	const FCrowdCharacter& Character, const FRestPose& Rest, const FBasis& Basis);

} // namespace Exemplar
