// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "MaterialShared.h"
#include "UObject/Object.h"

class FMaterialRenderProxy
{
};

/** The host draws every material alike. */
class HOST_API UMaterialInterface : public UObject
{
public:
	static UClass* StaticClass();
	FMaterialRenderProxy* GetRenderProxy() const { return &HostProxy; }

private:
	mutable FMaterialRenderProxy HostProxy;
};
