// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Materials/Material.h"
#include "UObject/ObjectPtr.h"

/** As far as the plug-in looks: the materials that the engine has for itself. */
class HOST_API UEngine : public UObject
{
public:
	static UClass* StaticClass();
	TObjectPtr<UMaterial> VertexColorMaterial;
};

/** Null before there is one. */
extern HOST_API UEngine* GEngine;
