// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Components/PrimitiveComponent.h"

class HOST_API UMeshComponent : public UPrimitiveComponent
{
public:
	static UClass* StaticClass();
	TArray<TObjectPtr<UMaterialInterface>> OverrideMaterials;
#if ENGINE_MINOR_VERSION >= 7
	FMaterialRelevance GetMaterialRelevance(EShaderPlatform) const
	{
		return {true, false};
	}
#else
	FMaterialRelevance GetMaterialRelevance(ERHIFeatureLevel::Type) const
	{
		return {true, false};
	}
#endif
};
