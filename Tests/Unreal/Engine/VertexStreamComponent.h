// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "RHIDefinitions.h"
#include "RenderResource.h"

/** Where a vertex factory reads an attribute. */
struct FVertexStreamComponent
{
	const FVertexBuffer* VertexBuffer = nullptr;
	uint8 Offset = 0;
	uint8 Stride = 0;
	EVertexElementType Type = VET_None;

	FVertexStreamComponent(
		const FVertexBuffer* InVertexBuffer, uint32 InOffset, uint32 InStride, EVertexElementType InType)
		: VertexBuffer(InVertexBuffer)
		, Offset(static_cast<uint8>(InOffset))
		, Stride(static_cast<uint8>(InStride))
		, Type(InType)
	{
	}
};
