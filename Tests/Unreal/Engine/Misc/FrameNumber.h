// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "CoreTypes.h"

struct FFrameNumber
{
	FFrameNumber() = default;
	FFrameNumber(int32 InValue)
		: Value(InValue)
	{
	}
	int32 Value = 0;
};
