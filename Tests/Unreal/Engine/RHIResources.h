// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "RHIAccess.h"
#include "RHIDefinitions.h"
#include "Templates/RefCounting.h"

/** A buffer of the host's device: its bytes, and how many make an element. */
class HOST_API FRHIBuffer : public FHostRefCounted
{
public:
	FRHIBuffer(uint32 InStride, uint32 InSize);
	~FRHIBuffer() override;
	uint32 GetStride() const { return Stride; }
	uint32 GetSize() const { return Size; }

	struct FHostMemory;
	std::unique_ptr<FHostMemory> Memory;

private:
	uint32 Stride;
	uint32 Size;
};
using FBufferRHIRef = TRefCountPtr<FRHIBuffer>;

class FRHIShaderResourceView : public FHostRefCounted
{
public:
	explicit FRHIShaderResourceView(FRHIBuffer* InBuffer)
		: Buffer(InBuffer)
	{
	}
	TRefCountPtr<FRHIBuffer> Buffer;
};

class FRHIUniformBuffer : public FHostRefCounted
{
};

struct FVertexElement
{
	uint8 StreamIndex, Offset;
	EVertexElementType Type;
	uint8 AttributeIndex;
	uint16 Stride;
	bool bUseInstanceIndex;
	FVertexElement(uint8 InStreamIndex, uint8 InOffset, EVertexElementType InType, uint8 InAttributeIndex,
		uint16 InStride, bool bInUseInstanceIndex = false)
		: StreamIndex(InStreamIndex)
		, Offset(InOffset)
		, Type(InType)
		, AttributeIndex(InAttributeIndex)
		, Stride(InStride)
		, bUseInstanceIndex(bInUseInstanceIndex)
	{
	}
	bool operator==(const FVertexElement&) const = default;
};
