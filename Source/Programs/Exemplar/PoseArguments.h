// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Character/Character.h"
#include "Session.h"

namespace Exemplar
{

/** A pose that an argument names. */
struct FPoseArgument
{
	std::string Caption;
	std::vector<FBoneTransform> Local;
	float Frame = 0.0f; // of its clip
	bool bClip = false; // a frame of one of the character's clips
};

/** Help text for poses. */
extern const char* const PoseHelp;

/**
 * A pose of a character: rest, a frame of the first clip (3) or of another (walk:3), rotations of joints (.json), or a
 * motion (.bvh) of one frame or with its frame (walk.bvh:12). Option names the argument in messages.
 */
TResult<FPoseArgument> ReadPose(const FCharacterView& Character, const std::string& Text, const std::string& Option);

/** A clip of the character by its name, or a motion (.bvh) as a clip of its skeleton; Scale is its meters per unit. */
TResult<FClipData> ReadClip(
	const FCharacter& Character, const std::string& NameOrFile, double Scale, const std::string& Option);

/** A motion (.bvh) as a clip of a skeleton, named after the file. */
TResult<FClipData> ReadMotion(const FSkeletonData& Skeleton, const std::string& Path, double Scale);

/** Fails with the names of all clips. */
TResult<const FClipView*> FindClip(const FCharacterView& Character, std::string_view Name);

} // namespace Exemplar
