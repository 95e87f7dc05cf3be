// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Containers/UnrealString.h"

struct HOST_API FFileHelper
{
	static bool LoadFileToArray(TArray<uint8>& Result, const TCHAR* Filename, uint32 Flags = 0);
	static bool LoadFileToString(FString& Result, const TCHAR* Filename);
	/** Plain text where it can be, as the engine decides. */
	static bool SaveStringToFile(const FString& String, const TCHAR* Filename);
};
