// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Misc/Guid.h"

/** Enters a version into the registry for as long as it lives: a static object of the module that owns the version. */
class HOST_API FCustomVersionRegistration
{
public:
	FCustomVersionRegistration(FGuid InKey, int32 Version, const TCHAR* InFriendlyName);
	~FCustomVersionRegistration();

private:
	FGuid Key;
};
