// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "HAL/UnrealMemory.h"
#include "RHIAccess.h"
#include "RenderGraphBuilder.h"
#include "RenderGraphUtils.h"

#include <atomic>

/** Tables for the GPU that outlive the graph which uploads them. A buffer is never empty. Render thread. */
namespace ExemplarUpload
{

/** As elements of one size, which shaders read: words or rows of four floats. */
template <typename ElementType, typename RangeType>
TArray<ElementType> AsElements(const RangeType& Items)
{
	const size_t Size = Items.size() * sizeof(Items[0]);
	TArray<ElementType> Out;
	Out.SetNumZeroed(FMath::Max(static_cast<int32>((Size + sizeof(ElementType) - 1) / sizeof(ElementType)), 1));
	FMemory::Memcpy(Out.GetData(), Items.data(), Size);
	return Out;
}

template <typename ElementType, typename RangeType>
TRefCountPtr<FRDGPooledBuffer> Elements(
	FRDGBuilder& GraphBuilder, const TCHAR* Name, const RangeType& Items, std::atomic<uint64>& Bytes)
{
	const TArray<ElementType> All = AsElements<ElementType>(Items);
	Bytes += All.Num() * sizeof(ElementType);
	return ConvertToExternalAccessBuffer(
		GraphBuilder, CreateStructuredBuffer(GraphBuilder, Name, All), ERHIAccess::SRVMask);
}
template <typename RangeType>
TRefCountPtr<FRDGPooledBuffer> Words(
	FRDGBuilder& GraphBuilder, const TCHAR* Name, const RangeType& Items, std::atomic<uint64>& Bytes)
{
	return Elements<uint32>(GraphBuilder, Name, Items, Bytes);
}
template <typename RangeType>
TRefCountPtr<FRDGPooledBuffer> Rows(
	FRDGBuilder& GraphBuilder, const TCHAR* Name, const RangeType& Items, std::atomic<uint64>& Bytes)
{
	return Elements<FVector4f>(GraphBuilder, Name, Items, Bytes);
}

} // namespace ExemplarUpload
