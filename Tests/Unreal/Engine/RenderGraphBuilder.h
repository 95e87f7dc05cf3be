// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "RHICommandList.h"
#include "RenderGraphResources.h"

/** What graphs have done since a test set it to zero. Render thread. */
struct FHostGraphCounts
{
	int Graphs = 0, Dispatches = 0, Uploads = 0;
};
extern HOST_API FHostGraphCounts HostGraphCounts;

/** Passes are run in order by Execute, which has to be called. */
class HOST_API FRDGBuilder
{
public:
	FRDGBuilder(FRHICommandListImmediate& InRHICmdList, FRDGEventName InName = FRDGEventName(TEXT("")));
	FRDGBuilder(const FRDGBuilder&) = delete;
	~FRDGBuilder();

	FRDGBufferRef CreateBuffer(const FRDGBufferDesc& Desc, const TCHAR* Name);
	FRDGBufferRef RegisterExternalBuffer(const TRefCountPtr<FRDGPooledBuffer>& Buffer);
	FRDGBufferSRVRef CreateSRV(FRDGBufferRef Buffer);
	FRDGBufferUAVRef CreateUAV(FRDGBufferRef Buffer);
	/** Of a typed buffer, whose elements have the format. */
	FRDGBufferUAVRef CreateUAV(FRDGBufferRef Buffer, EPixelFormat Format);
	template <typename T>
	T* AllocParameters()
	{
		auto Held = std::make_shared<T>();
		Allocations.push_back(Held);
		return Held.get();
	}
	void Execute();

	FRHICommandListImmediate& RHICmdList;

	// The host's own.
	bool HostIsExecuted() const { return bExecuted; }
	void HostAddPass(std::function<void()> Pass) { Passes.push_back(std::move(Pass)); }

private:
	std::vector<std::shared_ptr<void>> Allocations;
	std::vector<std::function<void()>> Passes;
	bool bExecuted = false;
	std::map<FRDGPooledBuffer*, FRDGBuffer*> Registered;
};
