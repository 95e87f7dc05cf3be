// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Simd.h"

#include <arm_neon.h>
#include <cstdint>

// Four vertices at once in NEON registers (AArch64): what SkinKernels.inl is written in.
#define EXEMPLAR_LANES EXEMPLAR_INLINE

namespace Exemplar::SkinNeon
{

constexpr int LaneCount = 4;

struct FLanes
{
	float32x4_t V;
};
struct FIntLanes
{
	uint32x4_t V;
};

EXEMPLAR_LANES FLanes Set(float X)
{
	return {vdupq_n_f32(X)};
}
EXEMPLAR_LANES FLanes SetFrom(const float* P)
{
	return {vld1q_dup_f32(P)};
}
EXEMPLAR_LANES FLanes Load(const float* P)
{
	return {vld1q_f32(P)};
}
EXEMPLAR_LANES void Store(float* P, FLanes A)
{
	vst1q_f32(P, A.V);
}
EXEMPLAR_LANES FLanes LoadUint16(const uint16_t* P)
{
	return {vcvtq_f32_u32(vmovl_u16(vld1_u16(P)))};
}
EXEMPLAR_LANES FLanes LoadInt16(const int16_t* P)
{
	return {vcvtq_f32_s32(vmovl_s16(vld1_s16(P)))};
}
EXEMPLAR_LANES FIntLanes WidenUint8(const uint8_t* P)
{
	return {vmovl_u16(vget_low_u16(vmovl_u8(vld1_u8(P))))};
}
EXEMPLAR_LANES FIntLanes WidenUint16(const uint16_t* P)
{
	return {vmovl_u16(vld1_u16(P))};
}
EXEMPLAR_LANES FIntLanes Multiply(FIntLanes A, uint32_t B)
{
	return {vmulq_n_u32(A.V, B)};
}
EXEMPLAR_LANES void StoreUint32(uint32_t* P, FIntLanes A)
{
	vst1q_u32(P, A.V);
}
EXEMPLAR_LANES FIntLanes LoadUint32(const uint32_t* P)
{
	return {vld1q_u32(P)};
}
EXEMPLAR_LANES FLanes operator+(FLanes A, FLanes B)
{
	return {vaddq_f32(A.V, B.V)};
}
EXEMPLAR_LANES FLanes operator-(FLanes A, FLanes B)
{
	return {vsubq_f32(A.V, B.V)};
}
EXEMPLAR_LANES FLanes operator*(FLanes A, FLanes B)
{
	return {vmulq_f32(A.V, B.V)};
}
EXEMPLAR_LANES FLanes operator/(FLanes A, FLanes B)
{
	return {vdivq_f32(A.V, B.V)};
}
/** A * B + C and C - A * B. */
EXEMPLAR_LANES FLanes MulAdd(FLanes A, FLanes B, FLanes C)
{
	return {vfmaq_f32(C.V, A.V, B.V)};
}
EXEMPLAR_LANES FLanes NegMulAdd(FLanes A, FLanes B, FLanes C)
{
	return {vfmsq_f32(C.V, A.V, B.V)};
}
EXEMPLAR_LANES FLanes Max(FLanes A, FLanes B)
{
	return {vmaxq_f32(A.V, B.V)};
}
EXEMPLAR_LANES FLanes Min(FLanes A, FLanes B)
{
	return {vminq_f32(A.V, B.V)};
}
EXEMPLAR_LANES FLanes Abs(FLanes A)
{
	return {vabsq_f32(A.V)};
}
/** A where Sign is not negative, -A elsewhere. */
EXEMPLAR_LANES FLanes FlipSign(FLanes A, FLanes Sign)
{
	const uint32x4_t Bit = vandq_u32(vreinterpretq_u32_f32(Sign.V), vdupq_n_u32(0x80000000u));
	return {vreinterpretq_f32_u32(veorq_u32(vreinterpretq_u32_f32(A.V), Bit))};
}
/** 1 / sqrt(A) to rounding: the estimate has eight bits, so it takes two steps of Newton. */
EXEMPLAR_LANES FLanes InverseSqrt(FLanes A)
{
	float32x4_t Y = vrsqrteq_f32(A.V);
	Y = vmulq_f32(Y, vrsqrtsq_f32(vmulq_f32(A.V, Y), Y));
	Y = vmulq_f32(Y, vrsqrtsq_f32(vmulq_f32(A.V, Y), Y));
	return {Y};
}
EXEMPLAR_LANES FIntLanes RoundToInt(FLanes A)
{
	return {vreinterpretq_u32_s32(vcvtnq_s32_f32(A.V))};
}
EXEMPLAR_LANES FLanes ToFloat(FIntLanes A)
{
	return {vcvtq_f32_s32(vreinterpretq_s32_u32(A.V))};
}
template <int Bits>
EXEMPLAR_LANES FIntLanes ShiftLeft(FIntLanes A)
{
	return {vshlq_n_u32(A.V, Bits)};
}
template <int Bits>
EXEMPLAR_LANES FIntLanes ShiftRight(FIntLanes A)
{
	return {vshrq_n_u32(A.V, Bits)};
}
EXEMPLAR_LANES FIntLanes And(FIntLanes A, uint32_t Mask)
{
	return {vandq_u32(A.V, vdupq_n_u32(Mask))};
}
EXEMPLAR_LANES FIntLanes Add(FIntLanes A, int32_t B)
{
	return {vaddq_u32(A.V, vdupq_n_u32(static_cast<uint32_t>(B)))};
}
EXEMPLAR_LANES FLanes Xor(FLanes A, FIntLanes B)
{
	return {vreinterpretq_f32_u32(veorq_u32(vreinterpretq_u32_f32(A.V), B.V))};
}
/** B where the lowest bit of Bit is set, A elsewhere. */
EXEMPLAR_LANES FLanes SelectByBit(FLanes A, FLanes B, FIntLanes Bit)
{
	return {vbslq_f32(vtstq_u32(Bit.V, vdupq_n_u32(1)), B.V, A.V)};
}
/** A times one item of B, and that plus C. */
template <int Item>
EXEMPLAR_LANES FLanes MulItem(FLanes A, FLanes B)
{
	return {vmulq_laneq_f32(A.V, B.V, Item)};
}
template <int Item>
EXEMPLAR_LANES FLanes MulAddItem(FLanes A, FLanes B, FLanes C)
{
	return {vfmaq_laneq_f32(C.V, A.V, B.V, Item)};
}
EXEMPLAR_LANES FLanes SplatLast(FLanes A)
{
	return {vdupq_laneq_f32(A.V, 3)};
}

/** Four rows of four to four columns. */
EXEMPLAR_LANES void TransposeFour(FLanes A, FLanes B, FLanes C, FLanes D, FLanes* Out)
{
	const float32x4_t AC0 = vzip1q_f32(A.V, C.V), AC1 = vzip2q_f32(A.V, C.V);
	const float32x4_t BD0 = vzip1q_f32(B.V, D.V), BD1 = vzip2q_f32(B.V, D.V);
	Out[0].V = vzip1q_f32(AC0, BD0);
	Out[1].V = vzip2q_f32(AC0, BD0);
	Out[2].V = vzip1q_f32(AC1, BD1);
	Out[3].V = vzip2q_f32(AC1, BD1);
}

/** The architecture's interleaving stores; streaming ones do not exist for them. */
EXEMPLAR_LANES void FinishStreaming() {}
template <bool bStream>
EXEMPLAR_LANES void StoreInterleaved3(float* P, FLanes X, FLanes Y, FLanes Z)
{
	vst3q_f32(P, float32x4x3_t{{X.V, Y.V, Z.V}});
}
template <bool bStream>
EXEMPLAR_LANES void StoreInterleaved4(float* P, FLanes X, FLanes Y, FLanes Z, FLanes W)
{
	vst4q_f32(P, float32x4x4_t{{X.V, Y.V, Z.V, W.V}});
}

#include "Skinning/SkinLanesFour.inl"

} // namespace Exemplar::SkinNeon
