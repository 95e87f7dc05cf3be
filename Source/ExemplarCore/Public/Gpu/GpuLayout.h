// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Math.h"
#include "Skinning/SkinOperator.h"

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>

namespace Exemplar
{

/**
 * The layout of everything that shaders read and write in addition to the streams of Skinning/PackedSkin.h: parameters
 * by name, type and offset, and the records of buffers. Records are read as uints; floats are reinterpreted. A test
 * compares all of it with the reflection of the compiled shaders.
 */

/** Threads of a compute group in every kernel. */
constexpr uint32_t GpuGroupSize = 64;

/** A constant of the shaders: #define Name Value. */
struct FGpuConstant
{
	const char* Name;
	uint32_t Value;
};

/** The values of SKIN_OPERATOR in ExemplarSkinning.ush. */
inline constexpr FGpuConstant GpuSkinOperators[] = {{"SKIN_LINEAR_BLEND", 0}, {"SKIN_ANIMATION_SPACE", 1},
	{"SKIN_DUAL_QUATERNION", 2}, {"SKIN_SPHERICAL", 3}, {"SKIN_TWIST", 4}, {"SKIN_CENTER_OF_ROTATION", 5},
	{"SKIN_BLENDED", 6}};
static_assert(GpuSkinOperators[0].Value == static_cast<uint32_t>(ESkinOperator::LinearBlend));
static_assert(GpuSkinOperators[1].Value == static_cast<uint32_t>(ESkinOperator::AnimationSpace));
static_assert(GpuSkinOperators[2].Value == static_cast<uint32_t>(ESkinOperator::DualQuaternion));
static_assert(GpuSkinOperators[3].Value == static_cast<uint32_t>(ESkinOperator::Spherical));
static_assert(GpuSkinOperators[4].Value == static_cast<uint32_t>(ESkinOperator::Twist));
static_assert(GpuSkinOperators[5].Value == static_cast<uint32_t>(ESkinOperator::CenterOfRotation));
static_assert(GpuSkinOperators[6].Value == static_cast<uint32_t>(ESkinOperator::Blended));
static_assert(std::size(GpuSkinOperators) == SkinOperatorCount);

/** A parameter as a shader's reflection names it. */
struct FGpuField
{
	const char* Name;
	const char* Type;
	uint32_t Offset;
};

/** A buffer of scalars or float4: the only types with the same layout in all compilers. */
struct FGpuBufferField
{
	const char* Name;
	const char* Type; // "uint", "float" or "float4"
	uint32_t Stride;
	bool bWritable;
};

/** The parameters of ExemplarSkinning.ush. */
struct FGpuSkinParameters
{
	FFloat4 SkinPointScale{1.0f, 1.0f, 1.0f, 1.0f}; // w is that of W
	FFloat4 SkinPointOffset;
	uint32_t SkinSlotCount = 0;
	uint32_t SkinInstanceCount = 0;
	uint32_t SkinFirstInstance = 0; // of a dispatch or a draw
	uint32_t SkinIndexShift = 1;    // an index has 1 << this bytes
	uint32_t SkinWeightShift = 2;   // a weight has 1 << this bytes; 2 means float
	float SkinWeightScale = 1.0f;
	uint32_t SkinFrameFormat = 0; // EFrameFormat
	uint32_t SkinHasTangents = 0;
	uint32_t SkinHasDeltas = 0;
	uint32_t SkinHasTangentPairs = 0;
	uint32_t SkinHasStretches = 0; // set by the caller that binds them
	float SkinDebugScale = 1.0f;   // value at the end of a debug view's color ramp
};

/** One skinned character of a dispatch or draw. Offsets are in entries of this frame's and the last frame's arrays. */
struct FGpuSkinInstance
{
	uint32_t Palette = 0;
	uint32_t PreviousPalette = 0;
	uint32_t Shapes = 0; // into the weights of corrective shapes, which frames follow: FCharacterPose::ShapeFrames
	uint32_t PreviousShapes = 0;
	float Geomorph = 0.0f;
	float PreviousGeomorph = 0.0f;
	uint32_t FirstOutput = 0; // vertices before its own in the output
	uint32_t Level = 0;       // for debug views
	uint32_t Segments = 0;    // into the angles of twist segments
	uint32_t PreviousSegments = 0;
	uint32_t Transform = 0;   // into the members' transforms
	uint32_t OutputCount = 0; // vertices of a mesh deformer's output, which may be more than the level's
};

/** A block of eight slots: the offsets of its influences and indices, their number per slot, and its displacements. */
struct FGpuSkinBlock
{
	uint32_t FirstInfluence = 0;
	uint32_t FirstIndex = 0;
	uint32_t CountAndShared = 0; // count | shared << 16
	uint32_t Corrective = 0;     // NoIndex, or its place among the blocks with displacements
};

/**
 * SkinCorrectiveEntries begins with the scales of every shape: displacement, normal. The words of slot l of the block
 * in place p follow in [Offsets[2 r], Offsets[2 r + 2]), r = 8 p + l: displacements, three words each, up to Offsets[2
 * r + 1], then displacements after skinning, five words each.
 */
struct FGpuCorrectiveEntry
{
	uint32_t ShapeAndNormal = 0;  // shape | normal x << 16 | normal y << 24, normals as 8-bit codes
	uint32_t DeltaXY = 0;         // 16-bit codes
	uint32_t DeltaZAndNormal = 0; // delta z | normal z << 16
};
struct FGpuAfterEntry
{
	uint32_t Shape = 0;
	uint32_t Frame = 0; // the first of nine numbers, from the instance's first weight on
	FFloat3 Delta;
};

/** The parameters of ExemplarCrowd.usf. */
struct FGpuCrowdParameters
{
	FFloat4 CrowdPlanes[6]; // FFrustum
	FFloat4 CrowdCamera;    // depth = w - dot(xyz, point)
	uint32_t CrowdInstanceCount = 0;
	uint32_t CrowdLevelCount = 0; // of all characters
	uint32_t CrowdDrawCount = 0;
	float CrowdErrorAtUnitDepth = 0.0f; // AllowedError at depth one
	float CrowdNear = 0.1f;
	float CrowdMargin = 0.1f;
	uint32_t CrowdPaletteRegion = 0; // added to the members' palette offsets: this frame's half of the buffer
	uint32_t CrowdPreviousPaletteRegion = 0;
	uint32_t CrowdUnculled = 0;    // keep all members: shadow casters need not be visible
	uint32_t CrowdTurn = 0;        // frame counter for posing in turns
	uint32_t CrowdJointBudget = 0; // joints that are posed in a frame; beyond it, small members take turns. 0: no limit
	uint32_t CrowdCustomCount = 0; // entries of the members' custom data; members beyond it are white
	uint32_t CrowdEyes = 1;        // instances that a draw has for each member: two with instanced stereo
	uint32_t Unused[3] = {};
};

struct FGpuCrowdCharacter
{
	FSphere Sphere;
	uint32_t Root = 0;
	uint32_t JointCount = 0;
	uint32_t FirstJoint = 0;
	uint32_t FirstLevel = 0;
	uint32_t LevelCount = 0;
	uint32_t FirstClip = 0;
	uint32_t Unused[2] = {};
};
struct FGpuCrowdLevel
{
	float Error = 0.0f;
	uint32_t FirstBone = 0;
	uint32_t BoneCount = 0;
	uint32_t Unused = 0;
};
struct FGpuCrowdJoint
{
	uint32_t Parent = 0; // NoIndex for a root
	FFloat3 Center;
};
struct FGpuCrowdClip
{
	uint32_t FirstKey = 0;
	uint32_t FrameCount = 0;
	float FramesPerSecond = 30.0f;
	uint32_t bLoops = 0;
};
/** Written by the game when a member moves. The CPU computes the stretch of its transform. */
struct FGpuCrowdInstance
{
	FAffine World;
	float Seconds = 0.0f;
	float Stretch = 1.0f;  // LargestStretch(World)
	uint32_t Identity = 0; // character | generation << 8 | clip << 16; generation 0: no member
	uint32_t PaletteOffset = 0;
	float OtherSeconds = 0.0f; // into a clip that is blended in
	float OtherWeight = 0.0f;  // of that clip
	uint32_t OtherClip = 0;
	float Significance = 1.0f;
};
/** Kept on the device from frame to frame. Initially zero. */
struct FGpuCrowdState
{
	uint32_t Level = 0;
	float Geomorph = 0.0f;
	float Depth = 0.0f;
	uint32_t Flags = 0; // GpuCrowdVisible and the others
	uint32_t Place = 0; // among the visible members of its level
	uint32_t PreviousLevel = 0;
	float PreviousGeomorph = 0.0f;
	uint32_t Generation = 0; // of the member that this state belongs to
};
/** Members are grouped by their size on screen, in powers of two: after the levels' counts come the joints of each
 * group, and after the levels' places the first group that is posed in every frame and the turns of the others. */
constexpr uint32_t GpuCrowdSizes = 16;
constexpr uint32_t GpuCrowdVisible = 1;
constexpr uint32_t GpuCrowdPosed = 2;      // at least once
constexpr uint32_t GpuCrowdWasVisible = 4; // in the previous frame
constexpr uint32_t GpuCrowdNew = 8;        // it has no state yet
/** A draw of a level's section. The device writes its arguments. */
struct FGpuCrowdDraw
{
	uint32_t Level = 0; // of all characters' levels
	uint32_t IndexCount = 0;
	uint32_t FirstIndex = 0;
	uint32_t Unused = 0;
};

static_assert(sizeof(FGpuSkinParameters) == 80 && sizeof(FGpuSkinInstance) == 48 && sizeof(FGpuSkinBlock) == 16 &&
	sizeof(FGpuCorrectiveEntry) == 12 && sizeof(FGpuAfterEntry) == 20);
static_assert(sizeof(FGpuCrowdParameters) == 176 && sizeof(FGpuCrowdCharacter) == 48 && sizeof(FGpuCrowdLevel) == 16 &&
	sizeof(FGpuCrowdJoint) == 16 && sizeof(FGpuCrowdClip) == 16 && sizeof(FGpuCrowdInstance) == 80 &&
	sizeof(FGpuCrowdState) == 32 && sizeof(FGpuCrowdDraw) == 16);

/** The HLSL names of parameter types. */
template <typename T>
constexpr const char* GpuTypeName = nullptr;
template <>
inline constexpr const char* GpuTypeName<uint32_t> = "uint";
template <>
inline constexpr const char* GpuTypeName<float> = "float";
template <>
inline constexpr const char* GpuTypeName<FFloat4> = "float4";
template <>
inline constexpr const char* GpuTypeName<FFloat4[6]> = "float4[6]";

#define EXEMPLAR_GPU_FIELD(Struct, Member) \
	{ \
#Member, GpuTypeName < decltype(Struct::Member)>, static_cast < uint32_t>(offsetof(Struct, Member)) \
	}

inline constexpr FGpuField GpuSkinFields[] = {EXEMPLAR_GPU_FIELD(FGpuSkinParameters, SkinPointScale),
	EXEMPLAR_GPU_FIELD(FGpuSkinParameters, SkinPointOffset), EXEMPLAR_GPU_FIELD(FGpuSkinParameters, SkinSlotCount),
	EXEMPLAR_GPU_FIELD(FGpuSkinParameters, SkinInstanceCount),
	EXEMPLAR_GPU_FIELD(FGpuSkinParameters, SkinFirstInstance), EXEMPLAR_GPU_FIELD(FGpuSkinParameters, SkinIndexShift),
	EXEMPLAR_GPU_FIELD(FGpuSkinParameters, SkinWeightShift), EXEMPLAR_GPU_FIELD(FGpuSkinParameters, SkinWeightScale),
	EXEMPLAR_GPU_FIELD(FGpuSkinParameters, SkinFrameFormat), EXEMPLAR_GPU_FIELD(FGpuSkinParameters, SkinHasTangents),
	EXEMPLAR_GPU_FIELD(FGpuSkinParameters, SkinHasDeltas), EXEMPLAR_GPU_FIELD(FGpuSkinParameters, SkinHasTangentPairs),
	EXEMPLAR_GPU_FIELD(FGpuSkinParameters, SkinHasStretches), EXEMPLAR_GPU_FIELD(FGpuSkinParameters, SkinDebugScale)};

inline constexpr FGpuField GpuCrowdFields[] = {EXEMPLAR_GPU_FIELD(FGpuCrowdParameters, CrowdPlanes),
	EXEMPLAR_GPU_FIELD(FGpuCrowdParameters, CrowdCamera), EXEMPLAR_GPU_FIELD(FGpuCrowdParameters, CrowdInstanceCount),
	EXEMPLAR_GPU_FIELD(FGpuCrowdParameters, CrowdLevelCount), EXEMPLAR_GPU_FIELD(FGpuCrowdParameters, CrowdDrawCount),
	EXEMPLAR_GPU_FIELD(FGpuCrowdParameters, CrowdErrorAtUnitDepth), EXEMPLAR_GPU_FIELD(FGpuCrowdParameters, CrowdNear),
	EXEMPLAR_GPU_FIELD(FGpuCrowdParameters, CrowdMargin), EXEMPLAR_GPU_FIELD(FGpuCrowdParameters, CrowdPaletteRegion),
	EXEMPLAR_GPU_FIELD(FGpuCrowdParameters, CrowdPreviousPaletteRegion),
	EXEMPLAR_GPU_FIELD(FGpuCrowdParameters, CrowdUnculled), EXEMPLAR_GPU_FIELD(FGpuCrowdParameters, CrowdTurn),
	EXEMPLAR_GPU_FIELD(FGpuCrowdParameters, CrowdJointBudget),
	EXEMPLAR_GPU_FIELD(FGpuCrowdParameters, CrowdCustomCount), EXEMPLAR_GPU_FIELD(FGpuCrowdParameters, CrowdEyes)};

#undef EXEMPLAR_GPU_FIELD

/** Every buffer of every shader of the plug-in. RWBuffer and Buffer have no stride: their view has a format. */
inline constexpr FGpuBufferField GpuBuffers[] = {
	{"SkinBlocks", "uint", 4, false},
	{"SkinIndices", "uint", 4, false},
	{"SkinPoints", "uint", 4, false},
	{"SkinFrames", "uint", 4, false},
	{"SkinWeights", "uint", 4, false},
	{"SkinDeltas", "uint", 4, false},
	{"SkinTangents", "uint", 4, false},
	{"SkinBitangents", "uint", 4, false},
	{"SkinInstances", "uint", 4, false},
	{"SkinPalette", "float4", 16, false},
	{"SkinStretches", "float4", 16, false},
	{"SkinTwistFractions", "float", 4, false},
	{"SkinCenters", "float", 4, false},
	{"SkinBlendFactors", "float", 4, false},
	{"SkinSegments", "uint", 4, false},
	{"SkinSegmentAngles", "float", 4, false},
	{"SkinSegmentFrames", "float4", 16, false},
	{"SkinCorrectiveOffsets", "uint", 4, false},
	{"SkinCorrectiveEntries", "uint", 4, false},
	{"SkinShapeWeights", "float", 4, false},
	{"SkinOutputSlots", "uint", 4, false},
	{"SkinEntryBones", "uint", 4, false},
	{"SkinErrors", "float", 4, false},
	{"OutPositions", "float", 4, true},
	{"OutPreviousPositions", "float", 4, true},
	{"OutFrames", "uint", 4, true},
	{"OutColors", "uint", 4, true},
	{"OutDeformerPositions", "float", 0, true},
	{"OutDeformerTangents", "float", 0, true},
	{"SkinnedPositions", "float", 4, false},
	{"SkinnedPreviousPositions", "float", 4, false},
	{"SkinnedFrames", "uint", 4, false},
	{"SkinnedColors", "uint", 4, false},
	{"SlotUVs", "float", 4, false},
	{"InstanceFirsts", "uint", 4, false},
	{"InstanceTransforms", "float4", 16, false},
	{"InstanceCustomData", "float4", 16, false},
	{"SkinMorphs", "float", 0, false},
	{"CrowdCharacters", "uint", 4, false},
	{"CrowdLevels", "uint", 4, false},
	{"CrowdBones", "uint", 4, false},
	{"CrowdJoints", "uint", 4, false},
	{"CrowdClips", "uint", 4, false},
	{"CrowdKeys", "float4", 16, false},
	{"CrowdInstances", "uint", 4, false},
	{"CrowdCustomData", "float4", 16, false},
	{"CrowdPreviousInstances", "uint", 4, false},
	{"CrowdDraws", "uint", 4, false},
	{"CrowdStates", "uint", 4, true},
	{"CrowdLevelCounts", "uint", 4, true},
	{"CrowdLevelFirsts", "uint", 4, true},
	{"CrowdVisible", "uint", 4, true},
	{"CrowdDrawArguments", "uint", 0, true},
	{"CrowdPoseArguments", "uint", 0, true},
	{"OutSkinInstances", "uint", 4, true},
	{"OutTransforms", "float4", 16, true},
	{"OutCustomData", "float4", 16, true},
	{"OutPalettes", "float4", 16, true},
};

} // namespace Exemplar
