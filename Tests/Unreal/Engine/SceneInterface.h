// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "RHIDefinitions.h"

class FPrimitiveSceneProxy;
class UWorld;

/** What is drawn: the proxies that were added, on the render thread. */
class HOST_API FSceneInterface
{
public:
	ERHIFeatureLevel::Type GetFeatureLevel() const { return GMaxRHIFeatureLevel; }
	EShaderPlatform GetShaderPlatform() const { return GMaxRHIShaderPlatform; }

	std::vector<FPrimitiveSceneProxy*> HostProxies; // render thread
};
