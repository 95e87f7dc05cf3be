// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Character/Character.h"
#include "CoreMinimal.h"
#include "Gpu/GpuSkin.h"
#include "Posing/CharacterPoser.h"
#include "RawIndexBuffer.h"
#include "RenderGraphResources.h"
#include "RenderResource.h"

#include <atomic>

class FRDGBuilder;

/** A level of a character on the GPU: streams, tables and indices, in the order of the packed skin's slots. */
class FExemplarLevel
{
public:
	/** Game thread. Fails with the core's message if the level has no skin of that kind. */
	static Exemplar::TResult<TUniquePtr<FExemplarLevel>> Make(
		const Exemplar::FMeshLevelView& Level, const Exemplar::FRestPose& Rest, Exemplar::EPackedKind Kind);

	/** Render thread, once: what stays in the streams on the CPU is freed then. */
	void Upload(FRDGBuilder& GraphBuilder);
	bool IsUploaded() const { return Blocks.IsValid(); }
	uint64 GetGpuBytes() const { return GpuBytes; }

	Exemplar::FPackedSkin Skin; // its streams are empty once they are uploaded
	Exemplar::FGpuSkinParameters Parameters;
	TArray<Exemplar::FMeshSection> Sections;
	float Error = 0.0f;      // that levels are chosen by: the mean error, as in crowds; centimeters
	bool bHasDeltas = false; // to the next level

	FRawStaticIndexBuffer IndexBuffer;
	TRefCountPtr<FRDGPooledBuffer> Blocks, Indices, Weights, Points, Frames, Deltas, Tangents, Bitangents;
	TRefCountPtr<FRDGPooledBuffer> TwistFractions, Segments, SegmentFrames;
	TRefCountPtr<FRDGPooledBuffer> CorrectiveOffsets, CorrectiveEntries, EntryBones, SlotUVs;

private:
	FExemplarLevel();
	Exemplar::FGpuSkinTables Tables;
	TArray<float> UVs;
	std::atomic<uint64> GpuBytes = 0; // read by the game thread while the render thread uploads
};

/**
 * The levels of a character for one kind of skin, shared by everything that draws it. Made on the game thread. The last
 * reference must be released on the render thread.
 */
class FExemplarSkinData
{
public:
	static Exemplar::TResult<TSharedPtr<FExemplarSkinData>> Make(
		const Exemplar::FCharacter& Character, const Exemplar::FCharacterPoser& Poser, Exemplar::EPackedKind Kind);
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
