// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "RHIDefinitions.h"
#include "UObject/Object.h"

struct FMaterialRelevance;

enum EMaterialUsage
{
	MATUSAGE_SkeletalMesh
};

class FMaterialRenderProxy
{
};

/** The host draws every material alike. */
class HOST_API UMaterialInterface : public UObject
{
public:
	static UClass* StaticClass();
	FMaterialRenderProxy* GetRenderProxy() const { return &HostProxy; }
	/** Whether shaders for it were compiled. Any thread. */
	bool CheckMaterialUsage_Concurrent(const EMaterialUsage) const { return bHostUsedWithSkeletalMesh; }
#if ENGINE_MINOR_VERSION >= 7
	FMaterialRelevance GetRelevance_Concurrent(EShaderPlatform) const;
#else
	FMaterialRelevance GetRelevance_Concurrent(ERHIFeatureLevel::Type) const;
#endif

	bool bHostUsedWithSkeletalMesh = true;
	bool bHostOpaque = true;

private:
	mutable FMaterialRenderProxy HostProxy;
};
