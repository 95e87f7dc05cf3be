// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Simd.h"
#include "Skinning/SkinOperator.h"
#include "Skinning/SkinningJobs.h"

#include <cmath>
#include <cstdint>
#include <cstring>

// Keeps a compiler from vectorizing the loop in which Value is computed.
#if defined(__GNUC__) || defined(__clang__)
#define EXEMPLAR_KEEP_SCALAR(Value) __asm__("" : "+r"(Value))
#else
#define EXEMPLAR_KEEP_SCALAR(Value) static_cast<void>(Value)
#endif

#if defined(__GNUC__) || defined(__clang__)
#define EXEMPLAR_PREFETCH(Address) __builtin_prefetch(Address)
#else
#define EXEMPLAR_PREFETCH(Address) _mm_prefetch(reinterpret_cast<const char*>(Address), _MM_HINT_T0)
#endif

namespace Exemplar
{

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
	size_t FirstPoint = 0; // animation space: the influence that PointStream begins with
	const uint8_t* DeltaStream = nullptr;
	const uint8_t* TangentStream = nullptr;
	const uint8_t* BitangentStream = nullptr;
	const uint8_t* FrameStream = nullptr;
	const float* TwistFractions = nullptr;
	const uint16_t* SegmentStream = nullptr;
	float PointScale[4] = {1.0f, 1.0f, 1.0f, 1.0f};
	float PointOffset[3] = {};
	float GeomorphFactor = 0.0f;

	size_t WeightBytes = 0;     // of one weight
	size_t PointBytes = 0;      // of one animation-space point
	size_t PointBlockBytes = 0; // of the positions of a block
	size_t FrameBlockBytes = 0;

	const uint8_t* Palette = nullptr;   // entries of PaletteStride bytes
	const uint8_t* Stretches = nullptr; // FAffine: dual quaternions; centers of rotation: the joints' matrices
	const float* Centers = nullptr;     // centers of rotation only
	const float* SegmentAngles = nullptr;
	const FAffine* SegmentFrames = nullptr;
	const uint32_t* OffsetPlaces = nullptr;
	const float* OffsetValues = nullptr;
	const float* NormalValues = nullptr; // changes of normals, in the places of the displacements; null: none
	const float* BlendFactors = nullptr; // blended operator only

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
