// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "ReferenceSkeleton.h"
#include "UObject/Object.h"

class USkinnedAsset;

/** The bones that meshes and animations share. */
class HOST_API USkeleton : public UObject
{
public:
	static UClass* StaticClass();
	const FReferenceSkeleton& GetReferenceSkeleton() const { return HostSkeleton; }
	/** Adds the mesh's bones that are not there. False where a bone has another parent. */
	bool MergeAllBonesToBoneTree(const USkinnedAsset* InSkinnedAsset, bool bShowProgress = true);

private:
	FReferenceSkeleton HostSkeleton;
};
