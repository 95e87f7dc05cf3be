// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "UObject/Object.h"

struct FSavePackageArgs;

/** What an asset lives in: "/Game/Heroes/Hero". */
class HOST_API UPackage : public UObject
{
public:
	static UClass* StaticClass();
	/** Writes what the package holds. */
	static bool SavePackage(
		UPackage* InOuter, UObject* InAsset, const TCHAR* Filename, const FSavePackageArgs& SaveArgs);
};
