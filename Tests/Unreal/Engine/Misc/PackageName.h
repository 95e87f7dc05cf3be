// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Containers/UnrealString.h"

class HOST_API FPackageName
{
public:
	/** "/Game/Heroes" of "/Game/Heroes/Hero". */
	static FString GetLongPackagePath(const FString& InLongPackageName);
	/** "Hero" of "/Game/Heroes/Hero". */
	static FString GetShortName(const FString& LongName);
	static FString LongPackageNameToFilename(const FString& InLongPackageName, const FString& InExtension = FString());
	/** ".uasset" */
	static const FString& GetAssetPackageExtension();
	/** Whether it begins with a root that is there, and has only letters that packages have. */
	static bool IsValidLongPackageName(const FString& InLongPackageName, bool bIncludeReadOnlyRoots = false);
};
