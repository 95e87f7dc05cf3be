// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Gpu/DebugColors.h"
#include "Render/ExemplarSkinData.h"

class FRDGBuilder;
class FRHIShaderResourceView;

/** What the game thread sends once per frame. */
struct FExemplarDynamicData : Exemplar::FSkinFrame
{
	Exemplar::EDebugView DebugView = Exemplar::EDebugView::None;
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
