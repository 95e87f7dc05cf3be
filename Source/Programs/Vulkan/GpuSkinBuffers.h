// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Gpu/GpuSkin.h"
#include "Skinning/SkinOperator.h"
#include "Vulkan/GpuDevice.h"
#include "Vulkan/GpuPipeline.h"

namespace Exemplar
{

/** A packed level on the device: streams and tables for a skinning kernel or a vertex factory. */
struct FGpuSkinBuffers
{
	FGpuSkinParameters Parameters;
	FGpuBuffer Blocks, Indices, Weights, Points, Deltas, Tangents, Bitangents, Frames;
	FGpuBuffer Centers, BlendFactors, TwistFractions, Segments, SegmentFrames;
	FGpuBuffer CorrectiveOffsets, CorrectiveEntries, EntryBones;
	bool bPoints16 = false;

	static TResult<FGpuSkinBuffers> Make(const FGpuDevice& Device, const FPackedSkin& Skin,
		const TCorrectives<FViewed>& Correctives = {}, const TCorrectiveDeltas<FViewed>& Shapes = {});

	/** Binds everything but palettes, instances, shape weights and outputs, which change per frame. */
	void Bind(FGpuBindings& Bindings) const;
};

/** The parameters of /Harness/ExemplarDraw.ush, in the order in which that file and its includes declare them. */
struct FGpuDrawParameters
{
	FAffine DrawLocalToWorld;
	FAffine DrawPreviousLocalToWorld;
	FGpuSkinParameters Skin;
	FFloat4 DrawViewProjection[4];
	FFloat4 DrawPreviousViewProjection[4];
};

} // namespace Exemplar
