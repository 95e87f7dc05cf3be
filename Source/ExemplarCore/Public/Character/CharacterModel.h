// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Math.h"

#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace Exemplar
{

/**
 * The data model of a character, declared once for two kinds of storage: FOwned (vectors and strings, which the builder
 * fills and the file is written from) and FViewed (spans into the bytes of a file, which a game reads in place).
 *
 * Character space is glTF's: right-handed, Y up, meters, counter-clockwise triangles. An optional array is either empty
 * or of the full length. Influences are rows of a sparse matrix: those of vertex i are in
 * [Offsets[i], Offsets[i + 1]).
 */
struct FOwned
{
	template <typename T>
	using TItems = std::vector<T>;
	using FLabel = std::string;
};

struct FViewed
{
	template <typename T>
	using TItems = std::span<const T>;
	using FLabel = std::string_view;
};

constexpr int32_t NoParent = -1;
constexpr uint32_t NoIndex = 0xffffffffu;

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

/** How the influence of an example pose decreases with the distance r from it. R is the radius of the set. */
enum class ECorrectiveKernel : uint32_t
{
	Gaussian, // exp(-(r / R)^2)
	Compact   // (1 - r / R)^4 (4 r / R + 1) up to R, zero beyond: Wendland's C2 function
};

/**
 * Pose-space correctives: sets of joints whose poses activate shapes. A set has example poses of its joints, and shapes
 * with one row of coefficients each. The weight of a shape is the sum of coefficient times kernel over the examples.
 * The distance to an example is the root of the sum of squared rotation angles between its joints and the pose's, each
 * angle times the joint's scale. The offsets tell where the rows of a set begin.
 */
template <typename S>
struct TCorrectives
{
	typename S::template TItems<uint32_t> JointOffsets;
	typename S::template TItems<uint16_t> Joints;
	typename S::template TItems<float> JointScales; // one per joint of a set
	typename S::template TItems<uint32_t> ExampleOffsets;
	typename S::template TItems<FRotation>
		ExampleRotations; // set by set, example by example: relative to rest, one per joint
	typename S::template TItems<uint32_t> ShapeOffsets;
	typename S::template TItems<float> Coefficients; // set by set, shape by shape: one per example
	typename S::template TItems<uint32_t> Kernels;   // ECorrectiveKernel, one per set
	typename S::template TItems<float> Radii;        // one per set, radians

	size_t SetCount() const { return Kernels.size(); }
	size_t ShapeCount() const { return ShapeOffsets.empty() ? 0 : ShapeOffsets.back(); }
	bool operator==(const TCorrectives&) const requires std::same_as<S, FOwned>
	= default;
};

/** The displacements of the shapes on a level: Deltas[i] moves vertex Vertices[i] in rest space, before skinning. */
template <typename S>
struct TCorrectiveDeltas
{
	typename S::template TItems<uint32_t> Offsets;  // rows are shapes
	typename S::template TItems<uint32_t> Vertices; // ascending in a row
	typename S::template TItems<FFloat3> Deltas;
	bool operator==(const TCorrectiveDeltas&) const requires std::same_as<S, FOwned>
	= default;
};

/**
 * One level of detail. Its vertices are corners: points of the surface, split where UVs or normals differ.
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

	TBlendWeights<S> Weights;                    // optional
	TAnimationSpaceSkin<S> Skin;                 // optional
	TCorrectiveDeltas<S> Correctives;            // optional, with the character's correctives
	typename S::template TItems<uint16_t> Bones; // optional: the bones that this level uses, ascending; empty: all

	typename S::template TItems<uint32_t> PointOfCorner;   // optional
	typename S::template TItems<uint32_t> SourceOfCorner;  // optional; NoIndex without a source vertex
	typename S::template TItems<uint32_t> GeomorphTargets; // optional: the vertex of the next level that each morphs to

	float MeanError = 0.0f;                              // L2,2 over the poses, meters
	float ErrorBound = 0.0f;                             // L2,inf: no legal pose exceeds it, meters
	typename S::template TItems<FSphere> SectionSpheres; // optional: contain each section in every legal pose

	size_t VertexCount() const { return Positions.size(); }
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
	typename S::template TItems<uint32_t> PointOfSource; // optional
	uint32_t PointCount = 0;
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
