// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "UObject/Object.h"

class UMeshComponent;
class UMeshDeformerInstance;
class UMeshDeformerInstanceSettings;

/** The engine calls these; here one that is not written does not compile. */
class HOST_API UMeshDeformer : public UObject
{
public:
	static UClass* StaticClass();
	virtual UMeshDeformerInstanceSettings* CreateSettingsInstance(UMeshComponent* InMeshComponent) = 0;
	virtual UMeshDeformerInstance* CreateInstance(
		UMeshComponent* InMeshComponent, UMeshDeformerInstanceSettings* InSettings) = 0;
};
