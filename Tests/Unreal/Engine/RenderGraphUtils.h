// Copyright (c) 2026 Exemplar contributors. MIT licence.

#pragma once

#include "GlobalShader.h"
#include "Math/Vector.h"
#include "RenderGraphBuilder.h"
#include "ShaderParameterStruct.h"

HOST_API FRDGBufferRef HostCreateStructuredBuffer(
	FRDGBuilder& GraphBuilder, const TCHAR* Name, uint32 Stride, uint32 Count, const void* Data);

/** An empty array makes a buffer of one element, as the engine's helper does. */
template <typename T>
FRDGBufferRef CreateStructuredBuffer(FRDGBuilder& GraphBuilder, const TCHAR* Name, const TArray<T>& InitialData)
{
	return HostCreateStructuredBuffer(
		GraphBuilder, Name, sizeof(T), static_cast<uint32>(InitialData.Num()), InitialData.GetData());
}

/** The buffer for readers outside of the graph, once it has run. */
HOST_API const TRefCountPtr<FRDGPooledBuffer>& ConvertToExternalAccessBuffer(
	FRDGBuilder& GraphBuilder, FRDGBuffer* Buffer, ERHIAccess Access = ERHIAccess::SRVMask);

/** Buffers that readers outside of the graph are to see; told to the graph all at once, before it is run. */
class HOST_API FRDGExternalAccessQueue
{
public:
	FRDGExternalAccessQueue() = default;
	FRDGExternalAccessQueue(const FRDGExternalAccessQueue&) = delete;
	~FRDGExternalAccessQueue();
	void Add(FRDGBuffer* Buffer);
	void Submit(FRDGBuilder& GraphBuilder);
	bool IsEmpty() const { return Buffers.empty(); }

private:
	std::vector<FRDGBuffer*> Buffers;
};

HOST_API void HostDispatch(const FHostShader& Shader, const std::vector<FHostShaderMember>& Members,
	const void* Parameters, const FIntVector& Groups);

struct FComputeShaderUtils
{
	static FIntVector GetGroupCount(const int32 ThreadCount, const int32 GroupSize)
	{
		return FIntVector(FMath::DivideAndRoundUp(ThreadCount, GroupSize), 1, 1);
	}
	template <typename ShaderType>
	static void AddPass(FRDGBuilder& GraphBuilder, FRDGEventName&&, const TShaderRef<ShaderType>& ComputeShader,
		typename ShaderType::FParameters* Parameters, FIntVector GroupCount)
	{
		const FHostShader Shader = ComputeShader.Shader;
		GraphBuilder.HostAddPass([Shader, Parameters, GroupCount]
			{ HostDispatch(Shader, ShaderType::FParameters::HostMembers(), Parameters, GroupCount); });
	}
};
