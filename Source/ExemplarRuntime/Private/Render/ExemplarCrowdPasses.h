// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Render/ExemplarCrowdData.h"

class FRDGBuilder;

/** The members as the game last sent them, on the GPU. */
struct FExemplarCrowdRecords
{
	TRefCountPtr<FRDGPooledBuffer> Instances; // one per slot
	TRefCountPtr<FRDGPooledBuffer> Custom;    // one per slot if some member has custom data
	uint32 SlotCount = 0;
	uint32 CustomCount = 0;
};

/** Who is seen by one view, or casts shadows, at which level and in which pose; what is remembered of them. */
struct FExemplarCrowdList
{
	// What draws read.
	TRefCountPtr<FRDGPooledBuffer> Instances, Transforms, Custom, Palettes, LevelFirsts, DrawArguments;
	uint32 Eyes = 1; // instances of a draw for each member
	// What the next frame reads.
	TRefCountPtr<FRDGPooledBuffer> States;
	TRefCountPtr<FRDGPooledBuffer> DrawnRecords; // that this view saw last: where members were
	uint32 Capacity = 0;                         // slots
	uint32 Turn = 0;                             // counts frames
	bool bSecondRegion = false;                  // of the palettes, where the last frame's are
};

/**
 * Render thread: chooses, counts, places and poses, into the list's buffers, which grow where they are too small.
 * Parameters hold the view; counts and regions are filled in here. LevelTable is the levels' records with the errors
 * that are to choose by.
 */
void AddExemplarCrowdPasses(FRDGBuilder& GraphBuilder, const FExemplarCrowdData& Data,
	const FExemplarCrowdRecords& Records, FRDGBufferRef LevelTable, Exemplar::FGpuCrowdParameters Parameters,
	FExemplarCrowdList& List);
