// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "CoreTypes.h"

/** Frames per second. */
struct FFrameRate
{
	FFrameRate() = default;
	FFrameRate(uint32 InNumerator, uint32 InDenominator)
		: Numerator(static_cast<int32>(InNumerator))
		, Denominator(static_cast<int32>(InDenominator))
	{
	}
	int32 Numerator = 60000;
	int32 Denominator = 1;
};
