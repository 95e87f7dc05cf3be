// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "RandomSkin.h"

#include "Gpu/GpuSkin.h"
#include "Pose/Twist.h"
#include "Skinning/ReferenceSkinning.h"
#include "Skinning/SkinningJobs.h"
#include "Vulkan/GpuSkinBuffers.h"

#include <array>

namespace Exemplar
{

struct FSkinSceneOptions
{
	ESkinOperator Operator = ESkinOperator::LinearBlend;
	uint64_t Seed = 1;
	size_t VertexCount = 100;
	size_t JointCount = 40;
	size_t MinInfluences = 1;
	size_t MaxInfluences = 8;
	size_t InstanceCount = 2;
	EPointFormat Points = EPointFormat::Float32;
	EWeightFormat Weights = EWeightFormat::Float32;
	EFrameFormat Frames = EFrameFormat::Float32;
	bool bSmallIndices = false;
	bool bWideIndices = false; // 32 bits, as palettes of more than 65536 entries have them
	bool bTangents = true;     // of the mesh
	bool bGeomorph = false;    // animation space
	bool bPairs = false;       // animation space: tangents of its own
	bool bScale = false;       // poses scale joints: dual quaternions then stretch
	bool bCorrectives = false;
	float MaxAngle = 0.7f;
};

/** A vertex of a packed skin as floats again, whatever it was packed as. */
struct FUnpackedVertex
{
	std::vector<uint16_t> Entries;
	std::vector<float> Weights;
	std::vector<FFloat4> Points, Deltas, Tangents, Bitangents;
	FSurfacePoint Rest;
};

FUnpackedVertex UnpackVertex(const FPackedSkin& Skin, uint32_t Slot);

/** A palette index, of any number of bits. */
uint32_t PeekIndex(const FPackedSkin& Skin, size_t Index);

/** A random character in random poses, this frame's and last frame's, with the arrays that shaders read. */
struct FSkinScene
{
	FSkinSceneOptions Options;
	FSkeletonData Skeleton;
	FRestPose Rest;
	FMeshLevelData Level;
	FPackedSkin Skin;

	// For each instance two states: [0] this frame's, [1] last frame's.
	struct FState
	{
		std::vector<FAffine> Palette; // of Skin.PaletteBones
		std::vector<FAffine> AllJoints;
		std::vector<FDualQuaternion> Rigid;
		std::vector<FAffine> Stretches;
		std::vector<FSphericalEntry> Spherical;
		std::vector<FAffine> TwistEntries;
		std::vector<float> Twists, SegmentAngles;
		std::vector<float> ShapeWeights, ShapeFrames;
		float Geomorph = 0.0f;
	};
	std::vector<std::array<FState, 2>> States;

	/** What shaders read: instances, palettes (both frames of all instances), stretches, angles and weights of shapes.
	 */
	std::vector<FGpuSkinInstance> Instances;
	std::vector<FFloat4> PaletteRows;
	std::vector<FAffine> StretchRows;
	std::vector<float> SegmentAngles;
	std::vector<float> ShapeWeights;

	/** The scalar operator on the unpacked floats. */
	FSurfacePoint Reference(uint32_t Slot, const FState& State) const;
	FFloat3 Displacement(uint32_t Vertex, const FState& State) const;

	/** What correctives add to a vertex. */
	struct FChange
	{
		FFloat3 Position, Normal, After;
	};
	FChange ChangeOf(uint32_t Vertex, const FState& State) const;
	FSurfacePoint ReferenceWithout(uint32_t Slot, const FState& State, FUnpackedVertex V, const FFloat3& Offset) const;

	TCorrectiveDeltas<FViewed> Shapes() const { return ViewOf(Level.Correctives); }

	/** Scales of shapes, and joints that carry displacements after skinning. */
	TCorrectives<FOwned> Correctives;
};

TResult<FSkinScene> MakeSkinScene(const FSkinSceneOptions& Options);

} // namespace Exemplar
