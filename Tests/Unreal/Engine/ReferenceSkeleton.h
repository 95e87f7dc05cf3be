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

class USkeleton;

/** A bone's name and its parent, which comes before it. */
struct FMeshBoneInfo
{
	FMeshBoneInfo() = default;
	FMeshBoneInfo(const FName& InName, const FString& InExportName, int32 InParentIndex)
		: Name(InName)
		, ParentIndex(InParentIndex)
	{
	}
	FName Name;
	int32 ParentIndex = INDEX_NONE;
};

/** Adds bones, parents first. */
struct FReferenceSkeletonModifier
{
	FReferenceSkeletonModifier(FReferenceSkeleton& InRefSkel, const USkeleton* InSkeleton)
		: HostSkeleton(InRefSkel)
	{
	}
	void Add(const FMeshBoneInfo& BoneInfo, const FTransform& BonePose, const bool bAllowMultipleRoots = false)
	{
		check(HostSkeleton.FindBoneIndex(BoneInfo.Name) == INDEX_NONE && BoneInfo.ParentIndex < HostSkeleton.GetNum());
		check(BoneInfo.ParentIndex >= 0 || HostSkeleton.GetNum() == 0 || bAllowMultipleRoots);
		HostSkeleton.HostNames.Add(BoneInfo.Name);
		HostSkeleton.HostParents.Add(BoneInfo.ParentIndex);
		HostSkeleton.HostPose.Add(BonePose);
	}
	void UpdateRefPoseTransform(const int32 BoneIndex, const FTransform& BonePose)
	{
		HostSkeleton.HostPose[BoneIndex] = BonePose;
	}

private:
	FReferenceSkeleton& HostSkeleton;
};
