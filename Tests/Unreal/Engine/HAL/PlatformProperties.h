// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "CoreTypes.h"

/** Whether the program is a packaged game. The host is both, in turns. */
struct HOST_API FPlatformProperties
{
	static bool RequiresCookedData() { return bHostCooked; }
	static bool bHostCooked;
};
