// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Components/SkinnedMeshComponent.h"

class USkeletalMesh;

class HOST_API USkeletalMeshComponent : public USkinnedMeshComponent
{
public:
	static UClass* StaticClass();
	void SetSkeletalMesh(USkeletalMesh* NewMesh);
};
