// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "CoreTypes.h"

struct HOST_API FPlatformTime
{
	static double Seconds();
};
