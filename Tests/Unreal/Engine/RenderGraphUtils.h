// Copyright (c) 2026 Exemplar contributors. MIT license.

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

/** Fills the whole buffer. */
HOST_API void AddClearUAVPass(FRDGBuilder& GraphBuilder, FRDGBufferUAVRef BufferUAV, uint32 Value);
/** The engine's RDG copies like to like; offsets and counts are bytes. */
HOST_API void AddCopyBufferPass(FRDGBuilder& GraphBuilder, FRDGBufferRef DstBuffer, uint64 DstOffset,
	FRDGBufferRef SrcBuffer, uint64 SrcOffset, uint64 NumBytes);

HOST_API void HostDispatch(const FHostShader& Shader, const std::vector<FHostShaderMember>& Members,
	const void* Parameters, const FIntVector& Groups, FRDGBufferRef IndirectArgs = nullptr, uint32 Offset = 0);

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
	/** The arguments are among the parameters too, so that the graph knows of them. */
	template <typename ShaderType>
	static void AddPass(FRDGBuilder& GraphBuilder, FRDGEventName&&, const TShaderRef<ShaderType>& ComputeShader,
		typename ShaderType::FParameters* Parameters, FRDGBufferRef IndirectArgsBuffer, uint32 IndirectArgsOffset)
	{
		const FHostShader Shader = ComputeShader.Shader;
		GraphBuilder.HostAddPass(
			[Shader, Parameters, IndirectArgsBuffer, IndirectArgsOffset]
			{
				HostDispatch(Shader, ShaderType::FParameters::HostMembers(), Parameters, FIntVector(0, 0, 0),
					IndirectArgsBuffer, IndirectArgsOffset);
			});
	}
};
