// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Containers/UnrealString.h"

class HOST_API FPaths
{
public:
	static FString Combine(const FString& A, const FString& B) { return A / B; }
	/** "Hero" of "C:/Examples/Hero.obj". */
	static FString GetBaseFilename(const FString& InPath, bool bRemovePath = true);
	/** "obj" of it. */
	static FString GetExtension(const FString& InPath, bool bIncludeDot = false);
	/** "C:/Examples" of it. */
	static FString GetPath(const FString& InPath);
	static FString ConvertRelativePathToFull(const FString& InPath);
	static FString ProjectDir();
};
