// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Containers/Array.h"
#include "Math/Transform.h"
#include "UObject/NameTypes.h"

/** Bones at rest, parents first. */
struct FReferenceSkeleton
{
	int32 GetNum() const { return HostNames.Num(); }
	FName GetBoneName(const int32 BoneIndex) const { return HostNames[BoneIndex]; }
	int32 GetParentIndex(const int32 BoneIndex) const { return HostParents[BoneIndex]; }
	int32 FindBoneIndex(const FName& BoneName) const { return HostNames.Find(BoneName); }
	/** Each in its parent's frame. */
	const TArray<FTransform>& GetRefBonePose() const { return HostPose; }

	TArray<FName> HostNames;
	TArray<int32> HostParents;
	TArray<FTransform> HostPose;
};
