// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Animation/AnimData/IAnimationDataController.h"
#include "UObject/Object.h"

class USkeleton;

class HOST_API UAnimSequence : public UObject
{
public:
	static UClass* StaticClass();
	IAnimationDataController& GetController() { return HostController; }
	void SetSkeleton(USkeleton* NewSkeleton) { HostSkeleton = NewSkeleton; }
	USkeleton* GetSkeleton() const { return HostSkeleton; }

private:
	IAnimationDataController HostController;
	USkeleton* HostSkeleton = nullptr;
};
