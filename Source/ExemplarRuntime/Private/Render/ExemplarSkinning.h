// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Gpu/DebugColors.h"
#include "Gpu/GpuLayout.h"
#include "Render/ExemplarSkinData.h"

class FRDGBuilder;
class FRHIShaderResourceView;

/** What the game thread sends once per frame: a level, and the poses of this frame and the last one. */
struct FExemplarDynamicData
{
	int32 Level = 0;
	Exemplar::ESkinOperator Operator = Exemplar::ESkinOperator::LinearBlend;
	float Geomorph = 0.0f;
	float PreviousGeomorph = 0.0f;
	TArray<FVector4f> Palette;   // this frame's entries, then the last frame's
	TArray<FVector4f> Stretches; // the same; empty where nothing is scaled
	TArray<float> SegmentAngles;
	TArray<float> ShapeWeights; // empty where no shape has a weight in either frame
	Exemplar::EDebugView DebugView = Exemplar::EDebugView::None;

	/** Empties the arrays, which keep their memory. */
	void Reset();

	/** Appends a frame's palette. bStretches: some frame of these is scaled. Centers of rotation need their matrices.
	 */
	void Append(const Exemplar::FSkinPalette& From, bool bStretches);

	/** Appends a frame's weights, with zeros up to Count. */
	void AppendShapes(std::span<const float> Weights, size_t Count);
};

/** A component that is skinned in this graph. */
struct FExemplarSkinTask
{
	FExemplarLevel* Level = nullptr;
	const FExemplarDynamicData* Data = nullptr;
	uint32 Range = 0; // of the level's output
};

/**
 * Render thread: skins all of them into the output of their levels. Uploads what each group of the same level and
 * operator needs and dispatches once for it, whatever the number of its components. Returns the number of dispatches.
 */
int32 AddExemplarSkinningPasses(FRDGBuilder& GraphBuilder, const TArray<FExemplarSkinTask>& Tasks);

/**
 * Render thread: the same for a mesh of Unreal's, whose vertices' slots are given, into a mesh deformer's buffers. Of
 * Data it reads this frame's pose alone.
 */
void AddExemplarDeformPass(FRDGBuilder& GraphBuilder, const FExemplarLevel& Level, const FExemplarDynamicData& Data,
	const TRefCountPtr<FRDGPooledBuffer>& Slots, uint32 VertexCount, FRHIShaderResourceView* Morphs,
	FRDGBufferRef Positions, FRDGBufferRef Tangents);
