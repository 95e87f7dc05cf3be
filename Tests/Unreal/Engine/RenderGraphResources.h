// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "PixelFormat.h"
#include "RHIResources.h"
#include "RenderGraphDefinitions.h"

struct FRDGBufferDesc
{
	uint32 BytesPerElement = 1;
	uint32 NumElements = 1;
	static FRDGBufferDesc CreateStructuredDesc(uint32 InBytesPerElement, uint32 InNumElements)
	{
		return {InBytesPerElement, InNumElements};
	}
	/** A typed one: views of it name a format. */
	static FRDGBufferDesc CreateBufferDesc(uint32 InBytesPerElement, uint32 InNumElements)
	{
		return {InBytesPerElement, InNumElements};
	}
	/** Words that indirect calls read. Typed views only. */
	static FRDGBufferDesc CreateIndirectDesc(uint32 InNumElements) { return {sizeof(uint32), InNumElements, true}; }
	bool bHostIndirect = false;
};

/** A buffer that outlives graphs. */
class FRDGPooledBuffer : public FHostRefCounted
{
public:
	explicit FRDGPooledBuffer(FRHIBuffer* InBuffer)
		: Buffer(InBuffer)
		, View(new FRHIShaderResourceView(InBuffer))
	{
	}
	FRHIBuffer* GetRHI() const { return Buffer; }
	/** The default one: a structured buffer's. */
	FRHIShaderResourceView* GetSRV() { return View; }

	bool bHostReadable = false; // outside of graphs
	bool bHostIndirect = false;

private:
	TRefCountPtr<FRHIBuffer> Buffer;
	TRefCountPtr<FRHIShaderResourceView> View;
};

/** A buffer in a graph: nothing may read it that nothing has written. */
class FRDGBuffer
{
public:
	FRDGBufferDesc Desc;
	TRefCountPtr<FRDGPooledBuffer> Pooled;
	bool bWritten = false;
	bool bHostExternal = false; // given to readers outside of the graph, which may not write it any more
	const TCHAR* Name = nullptr;
};
class FRDGBufferSRV
{
public:
	FRDGBuffer* Buffer = nullptr;
};
class FRDGBufferUAV
{
public:
	FRDGBuffer* Buffer = nullptr;
	EPixelFormat HostFormat = PF_Unknown; // of typed views
};
