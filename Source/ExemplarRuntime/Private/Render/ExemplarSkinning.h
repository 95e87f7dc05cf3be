// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Gpu/DebugColors.h"
#include "Gpu/GpuLayout.h"
#include "Render/ExemplarSkinData.h"

/** What the game thread sends once a frame: a level, and the pose of this frame and of the last one. */
struct FExemplarDynamicData
{
	int32 Level = 0;
	Exemplar::EOperator Operator = Exemplar::EOperator::LinearBlend;
	float Geomorph = 0.0f;
	float PreviousGeomorph = 0.0f;
	TArray<FVector4f> Palette;   // this frame's entries, then the last one's
	TArray<FVector4f> Stretches; // the same; empty where nothing is scaled
	TArray<float> SegmentAngles;
	TArray<float> ShapeWeights; // empty where no shape has a weight in either frame
	Exemplar::EDebugView DebugView = Exemplar::EDebugView::None;
};

/** What compute skinning has written of one component: kept from frame to frame, read by the vertex factory. */
struct FExemplarSkinnedBuffers
{
	TRefCountPtr<FRDGPooledBuffer> Positions, PreviousPositions, Frames, Instances;
	TRefCountPtr<FRDGPooledBuffer> Colors; // one a slot in a debug view, else one for all
	bool bDebugColors = false;
	uint32 SlotCapacity = 0;
};

/** Render thread: skins the level into the buffers, which grow where they are too small. */
void AddExemplarSkinningPass(FRDGBuilder& GraphBuilder, const FExemplarLevel& Level, const FExemplarDynamicData& Data,
	FExemplarSkinnedBuffers& Skinned);

/**
 * Render thread: the same for a mesh of Unreal's, whose vertices' slots are given, into a mesh deformer's buffers. Of
 * Data it reads this frame's pose alone.
 */
void AddExemplarDeformPass(FRDGBuilder& GraphBuilder, const FExemplarLevel& Level, const FExemplarDynamicData& Data,
	const TRefCountPtr<FRDGPooledBuffer>& Slots, uint32 VertexCount, FRDGBufferRef Positions, FRDGBufferRef Tangents);
