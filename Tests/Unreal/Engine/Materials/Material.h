// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "MaterialDomain.h"
#include "Materials/MaterialInterface.h"

class HOST_API UMaterial : public UMaterialInterface
{
public:
	static UClass* StaticClass();
	static UMaterial* GetDefaultMaterial(EMaterialDomain Domain);
};
