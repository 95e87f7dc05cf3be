// Copyright (c) 2026 Exemplar contributors. MIT licence.

#pragma once

#include "Base/Simd.h"
#include "Skinning/PackedSkin.h"
#include "Skinning/SkinningJobs.h"

#include <cstdint>

namespace Exemplar
{

enum class ESkinOperator : uint8_t
{
	LinearBlend,
	AnimationSpace,
	DualQuaternion,
	Spherical,
	Twist
};

/** What a kernel reads and writes: plain pointers into a packed skin, a palette and the output. */
struct FSkinKernelArgs
{
	ESkinOperator Operator = ESkinOperator::LinearBlend;
	EPointFormat Points = EPointFormat::Float32;
	EWeightFormat Weights = EWeightFormat::Float32;
	EFrameFormat Frames = EFrameFormat::None;
	EIndexFormat Indices = EIndexFormat::Uint16;
	bool bHasTangents = false; // in the skin's frames
	bool bStream = false;

	const uint8_t* IndexStream = nullptr;
	const uint8_t* WeightStream = nullptr;
	const uint8_t* PointStream = nullptr;
	const uint8_t* DeltaStream = nullptr;
	const uint8_t* TangentStream = nullptr;
	const uint8_t* BitangentStream = nullptr;
	const uint8_t* FrameStream = nullptr;
	const float* TwistFractions = nullptr;
	const uint16_t* SegmentStream = nullptr;
	float PointScale[4] = {1.0f, 1.0f, 1.0f, 1.0f};
	float PointOffset[3] = {};
	float GeomorphFactor = 0.0f;

	const uint8_t* Palette = nullptr;   // entries of PaletteStride bytes
	const uint8_t* Stretches = nullptr; // FAffine, dual quaternions only
	const float* SegmentAngles = nullptr;
	const FAffine* SegmentFrames = nullptr;
	const uint32_t* OffsetPlaces = nullptr;
	const float* OffsetValues = nullptr;

	float* Positions = nullptr;
	float* Normals = nullptr;
	float* Tangents = nullptr;
};

/** Skins the blocks [FirstBlock, EndBlock) of one group. */
using FSkinKernel = void (*)(
	const FSkinKernelArgs& Args, const FSkinGroup& Group, uint32_t FirstBlock, uint32_t EndBlock);

namespace SkinPlain
{
void RunSkinKernel(const FSkinKernelArgs& Args, const FSkinGroup& Group, uint32_t FirstBlock, uint32_t EndBlock);
}
#if EXEMPLAR_X64
namespace SkinSse41
{
void RunSkinKernel(const FSkinKernelArgs& Args, const FSkinGroup& Group, uint32_t FirstBlock, uint32_t EndBlock);
}
namespace SkinAvx2
{
void RunSkinKernel(const FSkinKernelArgs& Args, const FSkinGroup& Group, uint32_t FirstBlock, uint32_t EndBlock);
}
#elif EXEMPLAR_ARM64
namespace SkinNeon
{
void RunSkinKernel(const FSkinKernelArgs& Args, const FSkinGroup& Group, uint32_t FirstBlock, uint32_t EndBlock);
}
#endif

} // namespace Exemplar
