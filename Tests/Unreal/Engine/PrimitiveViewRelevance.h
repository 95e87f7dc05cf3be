// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "CoreTypes.h"

struct FPrimitiveViewRelevance
{
	uint32 bOpaque : 1 = false;
	uint32 bDrawRelevance : 1 = false;
	uint32 bShadowRelevance : 1 = false;
	uint32 bDynamicRelevance : 1 = false;
	uint32 bStaticRelevance : 1 = false;
	uint32 bRenderInMainPass : 1 = true;
	uint32 bRenderInDepthPass : 1 = true;
	uint32 bRenderCustomDepth : 1 = false;
	uint32 bUsesLightingChannels : 1 = false;
	uint32 bVelocityRelevance : 1 = false;
};
