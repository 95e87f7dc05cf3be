// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Materials/MaterialInterface.h"
#include "UObject/ObjectPtr.h"

struct FSkeletalMaterial
{
	FSkeletalMaterial() = default;
	FSkeletalMaterial(
		UMaterialInterface* InMaterialInterface, FName InMaterialSlotName, FName InImportedMaterialSlotName)
		: MaterialInterface(InMaterialInterface)
		, MaterialSlotName(InMaterialSlotName)
		, ImportedMaterialSlotName(InImportedMaterialSlotName)
	{
	}
	TObjectPtr<UMaterialInterface> MaterialInterface;
	FName MaterialSlotName;
	FName ImportedMaterialSlotName;
};

/** A number that platforms may have other values of. */
struct FPerPlatformFloat
{
	float Default = 1.0f;
};

struct FSkeletalMeshLODInfo
{
	/** The LOD is shown where the mesh is smaller than this share of the screen. */
	FPerPlatformFloat ScreenSize;
};
