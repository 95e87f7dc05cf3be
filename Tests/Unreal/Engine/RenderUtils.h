// Copyright (c) 2026 Exemplar contributors. MIT licence.

#pragma once

#include "RHIDefinitions.h"

/** The host's scene has no GPUScene: primitives' transforms are parameters of the draw. */
inline bool UseGPUScene(EShaderPlatform, ERHIFeatureLevel::Type)
{
	return false;
}
