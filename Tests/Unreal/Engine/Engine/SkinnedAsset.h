// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "ReferenceSkeleton.h"
#include "UObject/Object.h"

class FSkeletalMeshRenderData;

class HOST_API USkinnedAsset : public UObject
{
public:
	static UClass* StaticClass();
	virtual const FReferenceSkeleton& GetRefSkeleton() const = 0;
	virtual FSkeletalMeshRenderData* GetResourceForRendering() const = 0;
};
