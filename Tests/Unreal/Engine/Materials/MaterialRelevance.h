// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "PrimitiveViewRelevance.h"

struct FMaterialRelevance
{
	uint8 bOpaque : 1 = false;
	uint8 bDisableDepthTest : 1 = false;
	FMaterialRelevance& operator|=(const FMaterialRelevance& Other)
	{
		bOpaque |= Other.bOpaque;
		bDisableDepthTest |= Other.bDisableDepthTest;
		return *this;
	}
	void SetPrimitiveViewRelevance(FPrimitiveViewRelevance& Relevance) const { Relevance.bOpaque = bOpaque; }
};
