// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "RenderResource.h"

/** A vertex buffer with a single zero float3 component. */
class HOST_API FNullVertexBuffer : public FVertexBuffer
{
public:
	void InitRHI(FRHICommandListBase& RHICmdList) override;
};
