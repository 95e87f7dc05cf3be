// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Api.h"
#include "Base/Executor.h"
#include "Base/Simd.h"
#include "Pose/DualQuaternion.h"
#include "Skinning/PackedSkin.h"

#include <cstdint>
#include <span>

namespace Exemplar
{

/** Whether skinned vertices bypass the caches. Streaming is faster for output that is not read again soon.
 */
enum class EStoreMode : uint8_t
{
	Automatic, // stream if the output is larger than StreamingThreshold bytes
	Cached,
	Streamed // if the output is aligned to 32 bytes; otherwise cached
};
constexpr size_t StreamingThreshold = size_t{16} << 20;

/** Receives the skinned vertices: one per slot of the packed skin, in the order of its slots. Any alignment.
 */
struct FSkinningOutput
{
	std::span<FFloat3> Positions;
	std::span<FFloat3> Normals;  // optional, unit
	std::span<FFloat4> Tangents; // optional, with Normals; unit, W is the bitangent's sign
};

/**
 * Displacements in rest space that are added before skinning (pose-space correctives), sparse by blocks of eight slots:
 * those of block b are the 24 floats x[8] y[8] z[8] at Values[24 * PlaceOfBlock[b]]; blocks with NoIndex have none and
 * cost nothing. If both spans are empty, there are no displacements. Normals has the same of what is added to unit rest
 * normals; tangents are then made orthogonal to the normals. Where animation space has tangent pairs, normals are posed
 * by these, and the change is added to the unit posed normal after the blend of the palette, by W, has turned it.
 */
struct FRestOffsets
{
	std::span<const uint32_t> PlaceOfBlock;
	std::span<const float> Values;
	std::span<const float> Normals = {}; // empty: normals do not follow
};

/**
 * The common part of all skinning jobs. A job owns nothing and allocates nothing; vertices are independent, so that the
 * result has the same bytes with any number of threads. If Validate() fails, Run() does nothing and returns false.
 * Normals are transformed by the cofactors of the vertex's matrix, so that they stay orthogonal to the tangents.
 */
struct EXEMPLARCORE_API FSkinningJob
{
	const FPackedSkin* Skin = nullptr;
	FSkinningOutput Output;
	FRestOffsets RestOffsets;
	IExecutor* Executor = &GetSerialExecutor();
	ESimdLevel SimdLevel = GetSimdLevel(); // must be available on this machine
	EStoreMode StoreMode = EStoreMode::Automatic;

protected:
	bool ValidateShared(EPackedKind Kind) const;
};

/** Linear blend skinning: v' = (sum_j w_j T_j) v. Skin of kind LinearBlend. */
struct EXEMPLARCORE_API FLinearBlendJob : FSkinningJob
{
	std::span<const FAffine> Palette; // of Skin->PaletteBones

	bool Validate() const;
	bool Run() const;
};

/** Animation space: v' = sum_j T_j (p_j + f dp_j). Skin of kind AnimationSpace. */
struct EXEMPLARCORE_API FAnimationSpaceJob : FSkinningJob
{
	std::span<const FAffine> Palette; // of Skin->PaletteBones
	float GeomorphFactor = 0.0f;      // 0: this level, 1: the next one; no effect if the skin has no deltas

	bool Validate() const;
	bool Run() const;
};

/** Dual quaternion skinning, palettes from FDualQuaternionPaletteJob. Skin of kind LinearBlend. */
struct EXEMPLARCORE_API FDualQuaternionJob : FSkinningJob
{
	std::span<const FDualQuaternion> Rigid; // of Skin->PaletteBones
	std::span<const FAffine> Stretches;     // optional: not needed for a pose without scale

	bool Validate() const;
	bool Run() const;
};

/** The palette entry of spherical blend skinning: one joint of one joint set. */
struct FSphericalEntry
{
	FRotation Rotation;
	FFloat4 CenterImage; // T_j c; W is the joint's uniform scale
	FFloat4 Center;      // c, the set's rotation center
};

/** Finds the rotation center of every joint set, once per pose, and the entries that vertices blend. */
struct EXEMPLARCORE_API FSphericalPaletteJob
{
	const FPackedSkin* Skin = nullptr;      // of kind Spherical
	std::span<const FAffine> Palette;       // of Skin->PaletteBones
	std::span<const FDualQuaternion> Rigid; // of Skin->PaletteBones: quaternions with consistent signs
	std::span<FSphericalEntry> Entries;     // Skin->EntryCount()

	bool Validate() const;
	bool Run() const;
};

/** Spherical blend skinning: v' = s Q (v - c) + sum_j w_j T_j c. Skin of kind Spherical. */
struct EXEMPLARCORE_API FSphericalBlendJob : FSkinningJob
{
	std::span<const FSphericalEntry> Entries;

	bool Validate() const;
	bool Run() const;
};

/** The palette entry of center-of-rotation skinning, in addition to the joint's matrix. */
struct FCenterEntry
{
	FRotation Rotation;
	FFloat4 Scale; // X is the joint's uniform scale
};

/**
 * Skinning with optimized centers of rotation (Le and Hodgins 2016): v' = s Q (v - c) + sum_j w_j T_j c with one center
 * c per vertex, which depends on the weights alone. Q is the normalized blend of the joints' quaternions and s that of
 * their uniform scales. This is spherical blend skinning, except that the center does not depend on the pose. Skin of
 * kind CenterOfRotation.
 */
struct EXEMPLARCORE_API FCenterOfRotationJob : FSkinningJob
{
	std::span<const FCenterEntry> Entries; // of Skin->PaletteBones
	std::span<const FAffine> Palette;      // of Skin->PaletteBones

	bool Validate() const;
	bool Run() const;
};

/** The palette entry of the blended operator. */
struct FBlendedEntry
{
	FDualQuaternion Rigid;
	FAffine Matrix;
};

/**
 * Linear and dual quaternion skinning, mixed by a factor per vertex: v' = ((1 - f) L + f D) v, with the matrices L and
 * D of both. Skin of kind Blended.
 */
struct EXEMPLARCORE_API FBlendedJob : FSkinningJob
{
	std::span<const FBlendedEntry> Entries; // of Skin->PaletteBones
	std::span<const FAffine> Stretches;     // as of FDualQuaternionJob

	bool Validate() const;
	bool Run() const;
};

/**
 * The segment-indexed palette of segment-based linear blend skinning: K_{s,m} = X_m C_{s,m}, where C gives influence m
 * the twists of segment s (twists below the common ancestor undone, descending, after those above are added). The
 * rotation by half the segment's own twist and the map from the segment's frame to rest space are included, so that a
 * vertex is only rotated about the y axis of its segment's frame by TwistFractions times the angle.
 */
struct EXEMPLARCORE_API FTwistPaletteJob
{
	const FPackedSkin* Skin = nullptr; // of kind Twist
	const FRestPose* Rest = nullptr;
	std::span<const FAffine> Palette; // of Skin->PaletteBones
	std::span<const float> Twists;    // of all joints, unwrapped: FTwistJob
	std::span<FAffine> Entries;       // Skin->EntryCount()
	std::span<float> SegmentAngles;   // as many as Skin->SegmentTable

	bool Validate() const;
	bool Run() const;
};

/** Segment-based linear blend skinning: a rotation about the vertex's link, then a linear blend. Skin of kind Twist. */
struct EXEMPLARCORE_API FTwistSkinningJob : FSkinningJob
{
	std::span<const FAffine> Entries;
	std::span<const float> SegmentAngles;

	bool Validate() const;
	bool Run() const;
};

} // namespace Exemplar
