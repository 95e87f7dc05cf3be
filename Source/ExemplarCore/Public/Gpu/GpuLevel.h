// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Api.h"
#include "Base/Basis.h"
#include "Base/Executor.h"
#include "Gpu/GpuSkin.h"

#include <span>
#include <vector>

namespace Exemplar
{

/** The buffers of a level that shaders read, in the order of GpuStreams. */
enum class EGpuStream : uint8_t
{
	Blocks,
	Indices,
	Weights,
	Points,
	Frames,
	Deltas,
	Tangents,
	Bitangents,
	Centers,
	BlendFactors,
	TwistFractions,
	Segments,
	SegmentFrames,
	CorrectiveOffsets,
	CorrectiveEntries,
	EntryBones,
	SlotUVs,
	SlotColors,
	SlotRest
};
inline constexpr size_t GpuStreamCount = 19;

/** The name that shaders know a stream by, and the size of its elements. */
struct FGpuStreamField
{
	const char* Name;
	uint32_t Stride;
};
inline constexpr FGpuStreamField GpuStreams[GpuStreamCount] = {{"SkinBlocks", 4}, {"SkinIndices", 4},
	{"SkinWeights", 4}, {"SkinPoints", 4}, {"SkinFrames", 4}, {"SkinDeltas", 4}, {"SkinTangents", 4},
	{"SkinBitangents", 4}, {"SkinCenters", 4}, {"SkinBlendFactors", 4}, {"SkinTwistFractions", 4}, {"SkinSegments", 4},
	{"SkinSegmentFrames", 16}, {"SkinCorrectiveOffsets", 4}, {"SkinCorrectiveEntries", 4}, {"SkinEntryBones", 4},
	{"SlotUVs", 4}, {"SlotColors", 4}, {"SlotRest", 4}};

/**
 * A level as the GPU reads it: streams to copy into buffers, and what the CPU needs to draw and pose it. Everything is
 * in the order of the packed skin's slots. The streams can be freed once they are on the GPU.
 */
struct FGpuLevel
{
	std::vector<uint32_t> Streams[GpuStreamCount]; // whole elements, at least one
	std::vector<uint32_t> Indices;                 // of triangles: slots
	FGpuSkinParameters Parameters;                 // all but instances and stretches
	FPackedSkin Skin;                              // without its streams
	std::vector<FMeshSection> Sections;
	float Error = 0.0f; // that levels are chosen by (ChoiceError)
	uint32_t UVSets = 1;
	bool bHasColors = false;

	const std::vector<uint32_t>& operator[](EGpuStream Stream) const { return Streams[static_cast<size_t>(Stream)]; }
};

/**
 * Packs a level for the GPU, in other axes. Rest is in those axes, Correctives are too. SlotRest has four words per
 * slot: the position at rest, and the normal as octahedral 16; SlotUVs all sets of a slot; SlotColors the first color
 * set, one word per slot, or one white one. Fails with PackSkin's message.
 */
EXEMPLARCORE_API TResult<FGpuLevel> MakeGpuLevel(const FMeshLevelView& Level, const TCorrectives<FViewed>& Correctives,
	const FRestPose& Rest, EPackedKind Kind, const FBasis& Basis);

/** All levels of a character, finest first, one task each. */
EXEMPLARCORE_API TResult<std::vector<FGpuLevel>> MakeGpuLevels(const FCharacterView& Character, const FRestPose& Rest,
	EPackedKind Kind, const FBasis& Basis, IExecutor& Executor = GetSerialExecutor());

/**
 * The bytes of a packed level, with a checksum: what a cooked game stores, one block per level. They are those of this
 * version alone. Reading fails where they are damaged, are of another version, or refer to joints, slots or entries
 * that do not exist.
 */
EXEMPLARCORE_API std::vector<std::byte> WriteGpuLevel(const FGpuLevel& Level);
EXEMPLARCORE_API TResult<FGpuLevel> ReadGpuLevel(std::span<const std::byte> Bytes, size_t JointCount);

} // namespace Exemplar
