// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Render/ExemplarSkinData.h"

#include "ExemplarStats.h"
#include "RHICommandList.h"
#include "Render/ExemplarUpload.h"

DECLARE_MEMORY_STAT(TEXT("Levels on the GPU"), STAT_ExemplarLevelMemory, STATGROUP_Exemplar);

uint32 FExemplarSkinOutput::Take()
{
	if (Free.IsEmpty())
	{
		return Taken++;
	}
	const uint32 Range = Free.Last();
	Free.RemoveAt(Free.Num() - 1);
	return Range;
}

void FExemplarSkinOutput::Return(uint32 Range)
{
	Free.Add(Range);
}

void FExemplarSkinOutput::Open(FRDGBuilder& GraphBuilder, uint32 SlotCount, bool bColors)
{
	const auto Grow = [&](const TRefCountPtr<FRDGPooledBuffer>& Kept, uint32 Before, uint32 Count, const TCHAR* Name)
	{
		if (Before == Count)
		{
			return GraphBuilder.RegisterExternalBuffer(Kept);
		}
		FRDGBufferRef New =
			GraphBuilder.CreateBuffer(FRDGBufferDesc::CreateStructuredDesc(sizeof(uint32), Count), Name);
		if (Before > 0)
		{
			AddCopyBufferPass(
				GraphBuilder, New, 0, GraphBuilder.RegisterExternalBuffer(Kept), 0, Before * sizeof(uint32));
		}
		return New;
	};
	const uint32 Before = Capacity * SlotCount;
	while (Capacity < Taken)
	{
		Capacity = FMath::Max<uint32>(2 * Capacity, 1);
	}
	const uint32 Count = Capacity * SlotCount;
	GraphPositions = Grow(Positions, 3 * Before, 3 * Count, TEXT("Exemplar.Positions"));
	GraphPreviousPositions = Grow(PreviousPositions, 3 * Before, 3 * Count, TEXT("Exemplar.PreviousPositions"));
	GraphFrames = Grow(Frames, 2 * Before, 2 * Count, TEXT("Exemplar.Frames"));
	if (bColors)
	{
		GraphColors = Grow(Colors, ColorCapacity * SlotCount, Count, TEXT("Exemplar.Colors"));
		ColorCapacity = Capacity;
	}
	else if (!Colors.IsValid())
	{
		GraphColors = CreateStructuredBuffer(GraphBuilder, TEXT("Exemplar.White"), TArray<uint32>{0xffffffffu});
	}
}

void FExemplarSkinOutput::Close(FRDGBuilder& GraphBuilder)
{
	const auto Publish = [&](FRDGBufferRef& Written, TRefCountPtr<FRDGPooledBuffer>& Kept)
	{
		if (Written)
		{
			Kept = ConvertToExternalAccessBuffer(GraphBuilder, Written, ERHIAccess::SRVMask);
			Written = nullptr;
		}
	};
	Publish(GraphPositions, Positions);
	Publish(GraphPreviousPositions, PreviousPositions);
	Publish(GraphFrames, Frames);
	Publish(GraphColors, Colors);
}

/** As captures show them; a graph keeps the pointer. */
static const TCHAR* const ExemplarStreamNames[] = {TEXT("Exemplar.Blocks"), TEXT("Exemplar.Indices"),
	TEXT("Exemplar.Weights"), TEXT("Exemplar.Points"), TEXT("Exemplar.Frames"), TEXT("Exemplar.Deltas"),
	TEXT("Exemplar.Tangents"), TEXT("Exemplar.Bitangents"), TEXT("Exemplar.Centers"), TEXT("Exemplar.BlendFactors"),
	TEXT("Exemplar.TwistFractions"), TEXT("Exemplar.Segments"), TEXT("Exemplar.SegmentFrames"),
	TEXT("Exemplar.CorrectiveOffsets"), TEXT("Exemplar.CorrectiveEntries"), TEXT("Exemplar.EntryBones"),
	TEXT("Exemplar.SlotUVs"), TEXT("Exemplar.SlotColors"), TEXT("Exemplar.SlotRest")};
static_assert(std::size(ExemplarStreamNames) == Exemplar::GpuStreamCount);

FExemplarLevel::FExemplarLevel(Exemplar::FGpuLevel&& InPacked)
	: Packed(std::move(InPacked))
	, IndexBuffer(false)
{
	IndexBuffer.SetIndices(ExemplarUpload::AsElements<uint32>(Packed.Indices), EIndexBufferStride::Force32Bit);
	Packed.Indices = {};
}

void FExemplarLevel::Upload(FRDGBuilder& GraphBuilder)
{
	for (size_t Stream = 0; Stream < Exemplar::GpuStreamCount; ++Stream)
	{
		std::vector<uint32_t>& Words = Packed.Streams[Stream];
		Buffers[Stream] = Exemplar::GpuStreams[Stream].Stride == sizeof(FVector4f)
			? ExemplarUpload::Rows(GraphBuilder, ExemplarStreamNames[Stream], Words, GpuBytes)
			: ExemplarUpload::Words(GraphBuilder, ExemplarStreamNames[Stream], Words, GpuBytes);
		Words = {};
	}
	INC_MEMORY_STAT_BY(STAT_ExemplarLevelMemory, GpuBytes.load());
}

FExemplarLevel::~FExemplarLevel()
{
	if (bInitialized)
	{
		IndexBuffer.ReleaseResource();
	}
	DEC_MEMORY_STAT_BY(STAT_ExemplarLevelMemory, GpuBytes.load());
}

void FExemplarLevel::InitResources(FRHICommandListBase& RHICmdList)
{
	if (!bInitialized)
	{
		bInitialized = true;
		IndexBuffer.InitResource(RHICmdList);
	}
}

FExemplarSkinData::FExemplarSkinData(std::vector<Exemplar::FGpuLevel>&& Packed, const FExemplarSkinData* Coarser)
{
	for (Exemplar::FGpuLevel& Level : Packed)
	{
		Levels.Add(MakeShared<FExemplarLevel>(std::move(Level)));
	}
	for (int32 Level = 0; Coarser && Level < Coarser->Levels.Num(); ++Level)
	{
		Levels.Add(Coarser->Levels[Level]);
	}
	for (const TSharedPtr<FExemplarLevel>& Level : Levels)
	{
		LevelErrors.push_back(Level->Packed.Error);
	}
}

void FExemplarSkinData::InitResources(FRHICommandListBase& RHICmdList)
{
	for (const TSharedPtr<FExemplarLevel>& Level : Levels)
	{
		Level->InitResources(RHICmdList);
	}
}
