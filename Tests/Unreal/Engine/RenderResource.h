// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Containers/UnrealString.h"
#include "RHICommandList.h"

HOST_API bool IsInRenderingThread();

/** Something on the GPU's side of an object. Released on the render thread before it goes. */
class HOST_API FRenderResource
{
public:
	FRenderResource() = default;
	FRenderResource(const FRenderResource&) = delete;
	virtual ~FRenderResource();
	virtual void InitRHI(FRHICommandListBase&) {}
	virtual void ReleaseRHI() {}
	virtual FString GetFriendlyName() const;
	void InitResource(FRHICommandListBase& RHICmdList);
	void ReleaseResource();
	bool IsInitialized() const { return bInitialized; }

private:
	bool bInitialized = false;
};

class HOST_API FVertexBuffer : public FRenderResource
{
public:
	FBufferRHIRef VertexBufferRHI;
	void ReleaseRHI() override;
};

class HOST_API FIndexBuffer : public FRenderResource
{
public:
	FBufferRHIRef IndexBufferRHI;
	void ReleaseRHI() override;
};
