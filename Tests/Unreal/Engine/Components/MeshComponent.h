// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Components/PrimitiveComponent.h"

class HOST_API UMeshComponent : public UPrimitiveComponent
{
public:
	static UClass* StaticClass();
	TArray<TObjectPtr<UMaterialInterface>> OverrideMaterials;
	UMaterialInterface* GetOverlayMaterial() const { return HostOverlay; }
	UMaterialInterface* HostOverlay = nullptr;
};
