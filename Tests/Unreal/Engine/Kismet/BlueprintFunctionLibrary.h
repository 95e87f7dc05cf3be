// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "UObject/Object.h"

/** Static functions for Blueprint and Python. */
class HOST_API UBlueprintFunctionLibrary : public UObject
{
public:
	static UClass* StaticClass();
};
