// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "CoreTypes.h"

enum class ERHIAccess : uint32
{
	Unknown = 0,
	SRVCompute = 1 << 1,
	SRVGraphicsPixel = 1 << 2,
	SRVGraphicsNonPixel = 1 << 3,
	UAVCompute = 1 << 4,
	IndirectArgs = 1 << 5,
	SRVGraphics = SRVGraphicsPixel | SRVGraphicsNonPixel,
	SRVMask = SRVCompute | SRVGraphics
};
