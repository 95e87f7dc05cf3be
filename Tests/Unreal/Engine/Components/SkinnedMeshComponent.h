// Copyright (c) 2026 Exemplar contributors. MIT licence.

#pragma once

#include "Components/MeshComponent.h"

/** Bones and where they are; the host poses them by hand. */
class HOST_API USkinnedMeshComponent : public UMeshComponent
{
public:
	static UClass* StaticClass();
	int32 GetBoneIndex(FName BoneName) const { return HostBoneNames.Find(BoneName); }
	const TArray<FTransform>& GetComponentSpaceTransforms() const { return HostBones; }

	TArray<FName> HostBoneNames;
	TArray<FTransform> HostBones;
};
