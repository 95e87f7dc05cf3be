// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "CoreTypes.h"

enum EPixelFormat : uint8
{
	PF_Unknown,
	PF_R32_FLOAT,
	PF_R16G16B16A16_SNORM,
	PF_R32_UINT
};
