// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Containers/UnrealString.h"

class FPaths
{
public:
	static FString Combine(const FString& A, const FString& B) { return A / B; }
};
