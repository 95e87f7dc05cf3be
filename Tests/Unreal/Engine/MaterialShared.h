// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "PrimitiveViewRelevance.h"

struct FMaterialRelevance
{
	uint8 bOpaque : 1 = false;
	uint8 bDisableDepthTest : 1 = false;
	void SetPrimitiveViewRelevance(FPrimitiveViewRelevance& Relevance) const { Relevance.bOpaque = bOpaque; }
};
