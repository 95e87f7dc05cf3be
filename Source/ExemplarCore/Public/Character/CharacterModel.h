// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Character/BakedMapModel.h"
#include "Character/CharacterStorage.h"
#include "Character/CorrectiveModel.h"

namespace Exemplar
{

/**
 * The legal rotations of a joint, relative to its rest rotation and in its own rest frame: R = Swing * Twist, twist
 * about TwistAxis within [MinTwist, MaxTwist], swing by at most MaxSwing. Radians. The default allows everything.
 */
struct FJointLimit
{
	FFloat3 TwistAxis{0.0f, 1.0f, 0.0f};
	float MaxSwing = PiF;
	float MinTwist = -PiF;
	float MaxTwist = PiF;
	bool operator==(const FJointLimit&) const = default;
};

template <typename S>
struct TSkeleton
{
	typename S::template TItems<typename S::FLabel> Names; // unique, not empty
	typename S::template TItems<int32_t> Parents;          // NoParent or an earlier joint
	typename S::template TItems<FBoneTransform> RestLocal; // in the parent's frame
	typename S::template TItems<FJointLimit> Limits;       // optional

	size_t JointCount() const { return Parents.size(); }
	bool operator==(const TSkeleton&) const requires std::same_as<S, FOwned>
	= default;
};

template <typename S>
struct TMaterialSlot
{
	typename S::FLabel Name;
	FFloat4 BaseColor{0.8f, 0.8f, 0.8f, 1.0f};
	bool operator==(const TMaterialSlot&) const = default;
};

/** A run of the level's index buffer with one material. */
struct FMeshSection
{
	uint32_t MaterialSlot = 0;
	uint32_t FirstIndex = 0;
	uint32_t IndexCount = 0; // a multiple of three
	bool operator==(const FMeshSection&) const = default;
};

/** Linear blend weights, any number per vertex; each row sums to one. Kept in addition to the skin for interchange. */
template <typename S>
struct TBlendWeights
{
	typename S::template TItems<uint32_t> Offsets;
	typename S::template TItems<uint16_t> Bones;
	typename S::template TItems<float> Weights;
	bool operator==(const TBlendWeights&) const requires std::same_as<S, FOwned>
	= default;
};

/**
 * The native skin (Merry 2007, eq. 3.1): v = sum_j T_j p_j, with T_j the palette from rest to pose and p_j stored in
 * rest space, so that a linear blend vertex is p_j = w_j (v, 1). The W of a vertex's points sum to one.
 */
template <typename S>
struct TAnimationSpaceSkin
{
	typename S::template TItems<uint32_t> Offsets;
	typename S::template TItems<uint16_t> Bones;
	typename S::template TItems<FFloat4> Points;
	typename S::template TItems<FFloat4> GeomorphDeltas; // optional: what to add to Points to reach the next level
	typename S::template TItems<FFloat4> Tangents;       // optional: tangent vectors, W of a vertex sum to zero
	typename S::template TItems<FFloat4> Bitangents;     // optional, with Tangents
	bool operator==(const TAnimationSpaceSkin&) const requires std::same_as<S, FOwned>
	= default;
};

/**
 * One level of detail. Its vertices are corners: points of the surface, split where UVs, normals or
 * colors differ.
 * Vertices have three identities: a source vertex belongs to the imported file, a point is welded from the source
 * vertices that coincide in every pose, a corner is drawn.
 */
template <typename S>
struct TMeshLevel
{
	typename S::template TItems<FMeshSection> Sections;
	typename S::template TItems<uint32_t> Indices;
	typename S::template TItems<FFloat3> Positions;
	typename S::template TItems<FFloat3> Normals;  // optional, unit
	typename S::template TItems<FFloat4> Tangents; // optional, unit; W is the sign of the bitangent
	typename S::template TItems<FFloat2> UVs;      // optional, glTF's: origin at the top left

	// Optional: whole sets, one after the other, each with one value per vertex.
	typename S::template TItems<FFloat2> MoreUVs; // the UV sets after the first
	typename S::template TItems<FFloat4> Colors;  // with the source file's values, alpha last

	TBlendWeights<S> Weights;                             // optional
	typename S::template TItems<FFloat3> RotationCenters; // optional, with Weights: one per vertex, in rest space
	typename S::template TItems<float> BlendFactors;      // optional, with Weights: 0 linear, 1 dual quaternion
	TAnimationSpaceSkin<S> Skin;                          // optional
	TCorrectiveDeltas<S> Correctives;                     // optional, with the character's correctives
	typename S::template TItems<uint16_t> Bones; // optional: the bones that this level uses, ascending; empty: all

	typename S::template TItems<uint32_t> PointOfCorner;   // optional
	typename S::template TItems<uint32_t> SourceOfCorner;  // optional; NoIndex without a source vertex
	typename S::template TItems<uint32_t> GeomorphTargets; // optional: the vertex of the next level that each morphs to

	float SurfaceError = 0.0f; // largest over the surface of the RMS over poses, meters; 0: unknown
	float SurfaceRms = 0.0f;   // RMS over the surface and over poses, meters
	float MeanError = 0.0f;    // texture deviation: L2,2 over the poses, meters
	float ErrorBound = 0.0f;   // L2,inf: no legal pose exceeds it, meters
	typename S::template TItems<FSphere> SectionSpheres; // optional: contain each section in every legal pose

	size_t VertexCount() const { return Positions.size(); }
	size_t MoreUVSetCount() const { return Positions.empty() ? 0 : MoreUVs.size() / Positions.size(); }
	size_t ColorSetCount() const { return Positions.empty() ? 0 : Colors.size() / Positions.size(); }
	std::span<const FFloat2> MoreUVSet(size_t Set) const
	{
		return std::span<const FFloat2>(MoreUVs).subspan(Set * VertexCount(), VertexCount());
	}
	std::span<const FFloat4> ColorSet(size_t Set) const
	{
		return std::span<const FFloat4>(Colors).subspan(Set * VertexCount(), VertexCount());
	}
	bool operator==(const TMeshLevel&) const requires std::same_as<S, FOwned>
	= default;
};

/** Keys of one property of all joints: those of joint j are in [Offsets[j], Offsets[j + 1]), in order of frames. */
template <typename S, typename ValueType>
struct TClipChannel
{
	typename S::template TItems<uint32_t> Offsets; // empty if no joint has such keys
	typename S::template TItems<uint16_t> Frames;
	typename S::template TItems<ValueType> Values;
	bool operator==(const TClipChannel&) const requires std::same_as<S, FOwned>
	= default;
};

/**
 * Named numbers by frame: the weight of a shape, an age, the tension of a muscle. Keys of curve c are in
 * [Offsets[c], Offsets[c + 1]), at least one each, in order of frames. Between keys, values are interpolated linearly.
 */
template <typename S>
struct TClipCurves
{
	typename S::template TItems<uint32_t> NameOffsets; // one more than curves, into Letters; empty without curves
	typename S::template TItems<char> Letters;         // the names in sequence, UTF-8; unique, not empty
	typename S::template TItems<uint32_t> Offsets;
	typename S::template TItems<uint16_t> Frames;
	typename S::template TItems<float> Values;

	size_t Count() const { return NameOffsets.empty() ? 0 : NameOffsets.size() - 1; }
	std::string_view Name(size_t Curve) const
	{
		return {Letters.data() + NameOffsets[Curve], NameOffsets[Curve + 1] - NameOffsets[Curve]};
	}
	bool operator==(const TClipCurves&) const requires std::same_as<S, FOwned>
	= default;
};

/**
 * An animation: local bone transforms by frame. A looping clip continues from its last frame to its first. Between
 * keys, rotations are interpolated along the shorter arc, translations and scales linearly. A joint without keys keeps
 * its rest value. Dense clips have a key at every frame, reduced clips have fewer.
 */
template <typename S>
struct TClip
{
	typename S::FLabel Name;
	float FramesPerSecond = 30.0f;
	uint32_t FrameCount = 0;
	uint32_t bLoops = 0;
	TClipChannel<S, FRotation> Rotations;
	TClipChannel<S, FFloat3> Translations;
	TClipChannel<S, FFloat3> Scales;
	TClipCurves<S> Curves{}; // optional
	bool operator==(const TClip&) const requires std::same_as<S, FOwned>
	= default;
};

/** How the character was built: keys such as "generator" or "options.rig", values as text. */
template <typename S>
struct TProvenanceEntry
{
	typename S::FLabel Key;
	typename S::FLabel Value;
	bool operator==(const TProvenanceEntry&) const = default;
};

/** A character. Only the skeleton is required. */
template <typename S>
struct TCharacterModel
{
	typename S::FLabel Name;
	TSkeleton<S> Skeleton;
	typename S::template TItems<TMaterialSlot<S>> Materials;
	typename S::template TItems<TMeshLevel<S>> Levels; // finest first
	typename S::template TItems<TClip<S>> Clips;
	TCorrectives<S> Correctives;                         // optional
	TBakedMaps<S> Maps;                                  // optional, with the levels' UVs
	typename S::template TItems<uint32_t> PointOfSource; // optional
	uint32_t PointCount = 0;
	uint32_t PreferredOperator = 0; // 0: the one of the finest level's data; otherwise ESkinOperator + 1
	FBox RestBox;
	FSphere Sphere; // contains the mesh in every legal pose
	typename S::template TItems<TProvenanceEntry<S>> Provenance;
	bool operator==(const TCharacterModel&) const requires std::same_as<S, FOwned>
	= default;
};

using FCharacterData = TCharacterModel<FOwned>;
using FCharacterView = TCharacterModel<FViewed>;
using FSkeletonData = TSkeleton<FOwned>;
using FSkeletonView = TSkeleton<FViewed>;
using FMeshLevelData = TMeshLevel<FOwned>;
using FMeshLevelView = TMeshLevel<FViewed>;
using FClipData = TClip<FOwned>;
using FClipView = TClip<FViewed>;

} // namespace Exemplar
