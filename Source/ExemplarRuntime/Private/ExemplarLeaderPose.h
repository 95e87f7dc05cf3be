// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Math.h"
#include "CoreMinimal.h"

#include <span>

/** The bones of another component that a character's joints follow. Everything is in Unreal's axes. */
struct FExemplarLeaderBones
{
	TArray<int32> Bones;        // one per joint; INDEX_NONE where the leader has no such bone
	TArray<FTransform> Offsets; // one per joint, applied before the bone's transform; empty: none

	/**
	 * Sets the local transforms of joints whose bone the leader has, from the leader's component-space transforms. The
	 * other joints keep theirs. Parents come before their children.
	 */
	void Follow(const TArray<FTransform>& ComponentSpace, std::span<const int32_t> Parents,
		std::span<Exemplar::FBoneTransform> Local);

private:
	TArray<FTransform> Placed; // scratch: joints in component space
};
