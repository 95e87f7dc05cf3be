// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Basis.h"
#include "Character/Character.h"
#include "Character/CharacterViews.h"
#include "CoreMinimal.h"
#include "Gpu/GpuSkin.h"
#include "Posing/CharacterPoser.h"
#include "RawIndexBuffer.h"
#include "RenderGraphResources.h"
#include "RenderResource.h"

#include <atomic>

class FRDGBuilder;
class FRHICommandListBase;

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

/** A level of a character on the GPU: streams, tables and indices, in the order of the packed skin's slots. */
class FExemplarLevel
{
public:
	/** Game thread. Fails with the core's message if the level has no skin of that kind. */
	static Exemplar::TResult<TUniquePtr<FExemplarLevel>> Make(const Exemplar::FMeshLevelView& Level,
		const Exemplar::FCorrectivesView& Correctives, const Exemplar::FRestPose& Rest, Exemplar::EPackedKind Kind,
		const Exemplar::FBasis& Basis);

	/** Render thread, once: what stays in the streams on the CPU is freed then. */
	void Upload(FRDGBuilder& GraphBuilder);
	bool IsUploaded() const { return Blocks.IsValid(); }
	uint64 GetGpuBytes() const { return GpuBytes; }

	Exemplar::FPackedSkin Skin; // its streams are empty once they are uploaded
	Exemplar::FGpuSkinParameters Parameters;
	TArray<Exemplar::FMeshSection> Sections;
	float Error = 0.0f;      // that levels are chosen by: the mean error, as in crowds; centimeters
	bool bHasDeltas = false; // to the next level

	FExemplarSkinOutput Output; // render thread
	FRawStaticIndexBuffer IndexBuffer;
	TRefCountPtr<FRDGPooledBuffer> Blocks, Indices, Weights, Points, Frames, Deltas, Tangents, Bitangents;
	TRefCountPtr<FRDGPooledBuffer> Centers, BlendFactors, TwistFractions, Segments, SegmentFrames;
	TRefCountPtr<FRDGPooledBuffer> CorrectiveOffsets, CorrectiveEntries, EntryBones, SlotUVs, SlotColors;
	uint32 UVSets = 1;
	bool bHasColors = false;

private:
	FExemplarLevel();
	/** UVs and colors, by slot. */
	void FillMaterialInputs(const Exemplar::FMeshLevelView& Level);
	Exemplar::FGpuSkinTables Tables;
	TArray<float> UVs;
	TArray<uint32> Colors;
	std::atomic<uint64> GpuBytes = 0; // read by the game thread while the render thread uploads
};

/**
 * The levels of a character for one kind of skin, shared by everything that draws it. Made on the game thread. The last
 * reference must be released on the render thread.
 */
class FExemplarSkinData
{
public:
	static Exemplar::TResult<TSharedPtr<FExemplarSkinData>> Make(const Exemplar::FCharacter& Character,
		const Exemplar::FCharacterPoser& Poser, Exemplar::EPackedKind Kind, const Exemplar::FBasis& Basis);
	~FExemplarSkinData();

	/** Render thread. */
	void InitResources(FRHICommandListBase& RHICmdList);

	/** Drops the reference on the render thread, after what was queued before. */
	static void ReleaseOnRenderThread(TSharedPtr<FExemplarSkinData>&& Data);

	TArray<TUniquePtr<FExemplarLevel>> Levels; // finest first
	std::vector<float> LevelErrors;            // centimeters

private:
	bool bInitialized = false;
};
