// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "RHIDefinitions.h"

/** Whether primitives' transforms are read from a buffer of the scene, by their numbers, or are parameters of the draw.
 */
extern HOST_API std::atomic<bool> bHostGPUScene;
inline bool UseGPUScene(EShaderPlatform, ERHIFeatureLevel::Type)
{
	return bHostGPUScene;
}
