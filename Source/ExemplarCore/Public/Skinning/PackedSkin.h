// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/AlignedArray.h"
#include "Base/Api.h"
#include "Base/Result.h"
#include "Character/CharacterModel.h"
#include "Pose/RestPose.h"
#include "Skinning/TwistSegments.h"

#include <cstdint>
#include <vector>

namespace Exemplar
{

/**
 * The vertex layout that skinning reads on the CPU and the GPU. Made once when a level is loaded.
 *
 * SLOTS. Vertices are sorted by influence count, then by their bones, then by index, and are stored in slots, eight
 * slots per block. Vertices with the same bones fill whole blocks: these blocks are shared, their matrices are read
 * once for all eight. The remaining vertices follow in mixed blocks. Blocks of one influence count and one kind form a
 * group. A partial block is filled by repeating its last vertex, so that no code has to handle a remainder. Skinned
 * vertices are written in slot order: map the index buffer once with SlotOfVertex and other attributes (UVs, colors)
 * with VertexOfSlot. The filling slots are never drawn.
 *
 * STREAMS. Each is a separate array, 64-byte aligned, padded, little endian, readable as uints or floats. "By
 * influence" means, for lane l of block b of a group with K influences, both counted from the group's start:
 * place k of FirstInfluence + b * 8 K + (shared: 8 k + l, mixed: K l + k), in the unit of the stream.
 *
 * Indices: palette entry, 8, 16 or 32 bits; shared blocks: once per block, FirstIndex + b * K + k; mixed blocks:
 * FirstIndex + b * 8 K + K l + k.
 *
 * Weights: by influence, float, or unorm 16 or 8 whose row sums to exactly one.
 *
 * Points of blend kinds: by block, x[8] y[8] z[8], float or unorm 16 in the level's box. Of animation space: float4 by
 * influence, or four snorm 16 (xyz * PointScale + W * PointOffset, W * WScale); in shared blocks the components of the
 * eight lanes are separate, for every k: x[8] y[8] z[8] w[8].
 *
 * Deltas, Tangents, Bitangents: as Points, animation space only, empty if the level has none.
 *
 * MIXED PACKING. With a LinearTolerance, animation-space vertices that are linear blends come first, in linear groups:
 * Weights and Positions hold their numbers as the linear blend kind does, 28 bytes at four influences instead of 64;
 * Points begins with the first influence after them, LinearInfluenceCount. Their deltas and tangents stay where they
 * are, by influence.
 *
 * Frames: by block, float nx[8] ny[8] nz[8] and, with tangents, tx[8] ty[8] tz[8] sign[8]; octahedral 16: one uint per
 * slot, normal x | y << 16; with tangents another 8 uints, tangent x | y << 16, where the lowest bit of y is the
 * bitangent's sign (1 means negative); octahedral 8: one uint per slot, normal x | y << 8 | tangent x << 16 |
 * tangent y << 24, same sign bit.
 *
 * TwistFractions: [slot] float, from -1/2 to 1/2 along the link, and Segments: [slot] 16 bits, twist kind only; points
 * and frames of that kind are relative to their segment's frame (SegmentFrames), whose y axis is the link.
 *
 * Centers: by block, float x[8] y[8] z[8], the vertices' centers of rotation, center-of-rotation kind only.
 *
 * BlendFactors: [slot] float, blended kind only.
 *
 * PALETTES. Index e means: linear blend, animation space, center of rotation and blended, joint PaletteBones[e];
 * spherical, the pair (joint set, joint) in SetEntries; twist, the pair (segment, joint) in TwistEntries. Parents and
 * sets refer to PaletteBones.
 */
constexpr uint32_t SkinBlockSize = 8;
constexpr uint32_t MaxPackedInfluences = 64;

enum class EPackedKind : uint8_t
{
	LinearBlend, // for linear blend and dual quaternion skinning
	AnimationSpace,
	Spherical,
	Twist,
	CenterOfRotation,
	Blended
};
constexpr int32_t PackedKindCount = 6;

enum class EPointFormat : uint8_t
{
	Float32,
	Fixed16
};
enum class EWeightFormat : uint8_t
{
	Float32,
	Unorm16,
	Unorm8
};
enum class EFrameFormat : uint8_t
{
	None, // no normals and tangents
	Float32,
	Octahedral16,
	Octahedral8
};
enum class EIndexFormat : uint8_t
{
	Uint8,
	Uint16,
	Uint32
};

/** A linear tolerance that shows nowhere: what a position of 16 bits loses. */
constexpr float InvisibleLinearTolerance = 1.0f / 65536.0f;

struct FPackOptions
{
	EPackedKind Kind = EPackedKind::LinearBlend;
	EPointFormat Points = EPointFormat::Float32;
	EWeightFormat Weights = EWeightFormat::Float32;
	EFrameFormat Frames = EFrameFormat::Float32;
	bool bSmallIndices = false; // 8-bit indices if the palette has at most 256 entries

	/** Animation space: a vertex that no rigid pose moves further than this share of the level's diagonal from a linear
	 * blend is packed as one. Zero: none, which is what the GPU reads. */
	float LinearTolerance = 0.0f;
	ETwistProfile TwistProfile = ETwistProfile::Smooth;
};

/** Slots [FirstSlot, FirstSlot + SlotCount), both multiples of SkinBlockSize. Eight uints: a shader reads two uint4. */
struct FSkinGroup
{
	uint32_t FirstSlot = 0;
	uint32_t SlotCount = 0;
	uint32_t InfluenceCount = 0;
	uint32_t FirstInfluence = 0;
	uint32_t FirstIndex = 0;
	uint32_t bShared = 0;
	uint32_t bLinear = 0; // weights and positions in place of points
	uint32_t Unused = 0;
};

/** Quantization errors, measured by decoding the packed data. Zero for float formats. */
struct FPackingErrors
{
	float LargestPoint = 0.0f;  // meters; for animation space, of a vertex at rest
	float LargestWeight = 0.0f; // also of animation-space W
	float LargestNormalAngle = 0.0f;
	float LargestTangentAngle = 0.0f; // radians
	float LargestLinear = 0.0f;       // meters; bound for vertices packed as linear blends, in rigid poses
};

struct FPackedSkin
{
	FPackOptions Format; // Frames is None where the level has no normals
	EIndexFormat Indices = EIndexFormat::Uint16;
	bool bHasTangents = false;
	std::vector<FSkinGroup> Groups;
	uint32_t SlotCount = 0;
	uint32_t InfluenceCount = 0;       // including filling slots
	uint32_t IndexCount = 0;           // fewer where blocks are shared
	uint32_t LinearSlotCount = 0;      // the first slots, in linear groups
	uint32_t LinearInfluenceCount = 0; // theirs

	TAlignedArray<uint8_t> IndexStream;
	TAlignedArray<uint8_t> WeightStream;
	TAlignedArray<uint8_t> PointStream;
	TAlignedArray<uint8_t> PositionStream; // of linear groups
	TAlignedArray<uint8_t> DeltaStream;
	TAlignedArray<uint8_t> TangentStream;
	TAlignedArray<uint8_t> BitangentStream;
	TAlignedArray<uint8_t> FrameStream;
	TAlignedArray<float> TwistFractions;
	TAlignedArray<uint16_t> SegmentStream;
	TAlignedArray<float> Centers;
	TAlignedArray<float> BlendFactors;
	FFloat3 PointScale{1.0f, 1.0f, 1.0f};
	FFloat3 PointOffset;
	float WScale = 1.0f;
	FFloat3 PositionScale{1.0f, 1.0f, 1.0f};
	FFloat3 PositionOffset;

	std::vector<uint32_t> SlotOfVertex;
	std::vector<uint32_t> VertexOfSlot;
	std::vector<uint16_t> PaletteBones;  // joints, ascending
	std::vector<int32_t> PaletteParents; // nearest ancestor in PaletteBones, or NoParent
	std::vector<FFloat3> PaletteCenters; // the joints in rest space

	struct FTwistEntry
	{
		uint16_t Segment = 0;
		uint16_t PaletteIndex = 0;
	};
	std::vector<uint32_t>
		SetOffsets; // spherical: the entries of set s are SetEntries[SetOffsets[s] ... SetOffsets[s + 1])
	std::vector<uint16_t> SetEntries;        // spherical: index into PaletteBones
	std::vector<FTwistSegment> SegmentTable; // twist: joints of the skeleton
	std::vector<FAffine> SegmentFrames;      // twist: rest space to the segment's frame, rigid
	std::vector<FTwistEntry> TwistEntries;

	FPackingErrors Errors;

	/** Average number of bytes per vertex that skinning reads from all streams. */
	EXEMPLARCORE_API double BytesPerVertex() const;

	/** The number of palette entries that indices refer to. */
	EXEMPLARCORE_API size_t EntryCount() const;
};

/**
 * Packs a level. Blend kinds require Weights, CenterOfRotation also RotationCenters, Blended also BlendFactors,
 * AnimationSpace requires Skin; influences of weight zero are dropped. Fails if the level does not have the required
 * data, if a vertex has no influence or more than MaxPackedInfluences, or if unorm weights are requested and a weight
 * is negative.
 */
EXEMPLARCORE_API TResult<FPackedSkin> PackSkin(
	const FMeshLevelView& Level, const FRestPose& Rest, const FPackOptions& Options);

} // namespace Exemplar
