// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "RenderResource.h"

namespace EIndexBufferStride
{
enum Type
{
	Force16Bit = 1,
	Force32Bit = 2,
	AutoDetect = 3
};
} // namespace EIndexBufferStride

/** The host's device draws with 32-bit indices alone. */
class HOST_API FRawStaticIndexBuffer : public FIndexBuffer
{
public:
	explicit FRawStaticIndexBuffer(bool InNeedsCPUAccess = false) { check(!InNeedsCPUAccess); }
	void SetIndices(const TArray<uint32>& InIndices, EIndexBufferStride::Type DesiredStride);
	int32 GetNumIndices() const { return Count; }
	void InitRHI(FRHICommandListBase& RHICmdList) override;

private:
	TArray<uint32> Indices;
	int32 Count = 0;
};
