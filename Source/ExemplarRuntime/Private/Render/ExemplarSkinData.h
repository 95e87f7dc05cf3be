// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "CoreMinimal.h"
#include "Gpu/GpuLevel.h"
#include "RawIndexBuffer.h"
#include "RenderGraphResources.h"
#include "RenderResource.h"

#include <atomic>

class FRDGBuilder;
class FRHICommandListBase;
class FRHIShaderResourceView;

/**
 * What compute skinning writes of all components that show a level: one range of slots for each, kept from frame to
 * frame. Render thread.
 */
class FExemplarSkinOutput
{
public:
	uint32 Take();
	void Return(uint32 Range);

	/** Makes room for the ranges that are taken, with what was written before, and opens the buffers for passes. */
	void Open(FRDGBuilder& GraphBuilder, uint32 SlotCount, bool bColors);
	/** After the last pass that writes: the buffers can be read outside of the graph. */
	void Close(FRDGBuilder& GraphBuilder);
	bool IsOpen() const { return GraphPositions != nullptr; }

	TRefCountPtr<FRDGPooledBuffer> Positions, PreviousPositions, Frames;
	TRefCountPtr<FRDGPooledBuffer> Colors; // of debug views; one white element while there was none

	// While open.
	FRDGBufferRef GraphPositions = nullptr, GraphPreviousPositions = nullptr, GraphFrames = nullptr,
				  GraphColors = nullptr;

private:
	TArray<uint32> Free;
	uint32 Taken = 0;
	uint32 Capacity = 0, ColorCapacity = 0; // ranges
};

/** A level of a character on the GPU: the buffers of Gpu/GpuLevel.h, and what was skinned of it. */
class FExemplarLevel
{
public:
	explicit FExemplarLevel(Exemplar::FGpuLevel&& InPacked);
	~FExemplarLevel();

	/** Render thread. */
	void InitResources(FRHICommandListBase& RHICmdList);
	/** Render thread, once: what stays in the streams on the CPU is freed then. */
	void Upload(FRDGBuilder& GraphBuilder);
	bool IsUploaded() const { return Buffers[0].IsValid(); }
	uint64 GetGpuBytes() const { return GpuBytes; }

	const TRefCountPtr<FRDGPooledBuffer>& operator[](Exemplar::EGpuStream Stream) const
	{
		return Buffers[static_cast<int32>(Stream)];
	}
	FRHIShaderResourceView* GetSRV(Exemplar::EGpuStream Stream) const { return (*this)[Stream]->GetSRV(); }

	Exemplar::FGpuLevel Packed; // its streams are empty once they are uploaded
	FExemplarSkinOutput Output; // render thread
	FRawStaticIndexBuffer IndexBuffer;

private:
	bool bInitialized = false;
	TRefCountPtr<FRDGPooledBuffer> Buffers[Exemplar::GpuStreamCount];
	std::atomic<uint64> GpuBytes = 0; // read by the game thread while the render thread uploads
};

/**
 * The levels of a character for one kind of skin, shared by everything that draws it. Made on any thread. The last
 * reference must be released on the render thread (ExemplarRelease.h).
 */
class FExemplarSkinData
{
public:
	/** Levels that were there before follow those that were packed. */
	explicit FExemplarSkinData(std::vector<Exemplar::FGpuLevel>&& Packed, const FExemplarSkinData* Coarser = nullptr);

	/** Render thread. */
	void InitResources(FRHICommandListBase& RHICmdList);

	TArray<TSharedPtr<FExemplarLevel>> Levels; // that are there, finest first
	std::vector<float> LevelErrors;            // centimeters
};
