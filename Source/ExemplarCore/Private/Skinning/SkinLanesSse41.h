// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Simd.h"

#include <cstdint>
#include <immintrin.h>

// Four vertices at once in SSE4.1 registers: what SkinKernels.inl is written in.
#define EXEMPLAR_LANES EXEMPLAR_INLINE EXEMPLAR_TARGET_SSE41

namespace Exemplar::SkinSse41
{

constexpr int LaneCount = 4;

struct FLanes
{
	__m128 V;
};
struct FIntLanes
{
	__m128i V;
};

EXEMPLAR_LANES FLanes Set(float X)
{
	return {_mm_set1_ps(X)};
}
EXEMPLAR_LANES FLanes SetFrom(const float* P)
{
	return {_mm_set1_ps(*P)};
}
EXEMPLAR_LANES FLanes Load(const float* P)
{
	return {_mm_loadu_ps(P)};
}
EXEMPLAR_LANES void Store(float* P, FLanes A)
{
	_mm_storeu_ps(P, A.V);
}
EXEMPLAR_LANES FLanes LoadUint16(const uint16_t* P)
{
	return {_mm_cvtepi32_ps(_mm_cvtepu16_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(P))))};
}
EXEMPLAR_LANES FLanes LoadInt16(const int16_t* P)
{
	return {_mm_cvtepi32_ps(_mm_cvtepi16_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(P))))};
}
EXEMPLAR_LANES FIntLanes WidenUint8(const uint8_t* P)
{
	return {_mm_cvtepu8_epi32(_mm_loadu_si32(P))};
}
EXEMPLAR_LANES FIntLanes WidenUint16(const uint16_t* P)
{
	return {_mm_cvtepu16_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(P)))};
}
EXEMPLAR_LANES FIntLanes Multiply(FIntLanes A, uint32_t B)
{
	return {_mm_mullo_epi32(A.V, _mm_set1_epi32(static_cast<int>(B)))};
}
EXEMPLAR_LANES void StoreUint32(uint32_t* P, FIntLanes A)
{
	_mm_storeu_si128(reinterpret_cast<__m128i*>(P), A.V);
}
EXEMPLAR_LANES FIntLanes LoadUint32(const uint32_t* P)
{
	return {_mm_loadu_si128(reinterpret_cast<const __m128i*>(P))};
}
EXEMPLAR_LANES FLanes operator+(FLanes A, FLanes B)
{
	return {_mm_add_ps(A.V, B.V)};
}
EXEMPLAR_LANES FLanes operator-(FLanes A, FLanes B)
{
	return {_mm_sub_ps(A.V, B.V)};
}
EXEMPLAR_LANES FLanes operator*(FLanes A, FLanes B)
{
	return {_mm_mul_ps(A.V, B.V)};
}
EXEMPLAR_LANES FLanes operator/(FLanes A, FLanes B)
{
	return {_mm_div_ps(A.V, B.V)};
}
/** A * B + C and C - A * B. */
EXEMPLAR_LANES FLanes MulAdd(FLanes A, FLanes B, FLanes C)
{
	return {_mm_add_ps(_mm_mul_ps(A.V, B.V), C.V)};
}
EXEMPLAR_LANES FLanes NegMulAdd(FLanes A, FLanes B, FLanes C)
{
	return {_mm_sub_ps(C.V, _mm_mul_ps(A.V, B.V))};
}
EXEMPLAR_LANES FLanes Max(FLanes A, FLanes B)
{
	return {_mm_max_ps(A.V, B.V)};
}
EXEMPLAR_LANES FLanes Min(FLanes A, FLanes B)
{
	return {_mm_min_ps(A.V, B.V)};
}
EXEMPLAR_LANES FLanes Abs(FLanes A)
{
	return {_mm_andnot_ps(_mm_set1_ps(-0.0f), A.V)};
}
/** A where Sign is not negative, -A elsewhere. */
EXEMPLAR_LANES FLanes FlipSign(FLanes A, FLanes Sign)
{
	return {_mm_xor_ps(A.V, _mm_and_ps(Sign.V, _mm_set1_ps(-0.0f)))};
}
/** 1 / sqrt(A) to rounding: the estimate and one step of Newton. */
EXEMPLAR_LANES FLanes InverseSqrt(FLanes A)
{
	const __m128 Y = _mm_rsqrt_ps(A.V);
	const __m128 Half = _mm_mul_ps(_mm_set1_ps(0.5f), A.V);
	const __m128 Error = _mm_sub_ps(_mm_set1_ps(0.5f), _mm_mul_ps(_mm_mul_ps(Half, Y), Y));
	return {_mm_add_ps(Y, _mm_mul_ps(Y, Error))};
}
EXEMPLAR_LANES FIntLanes RoundToInt(FLanes A)
{
	return {_mm_cvtps_epi32(A.V)};
}
EXEMPLAR_LANES FLanes ToFloat(FIntLanes A)
{
	return {_mm_cvtepi32_ps(A.V)};
}
template <int Bits>
EXEMPLAR_LANES FIntLanes ShiftLeft(FIntLanes A)
{
	return {_mm_slli_epi32(A.V, Bits)};
}
template <int Bits>
EXEMPLAR_LANES FIntLanes ShiftRight(FIntLanes A)
{
	return {_mm_srli_epi32(A.V, Bits)};
}
EXEMPLAR_LANES FIntLanes And(FIntLanes A, uint32_t Mask)
{
	return {_mm_and_si128(A.V, _mm_set1_epi32(static_cast<int>(Mask)))};
}
EXEMPLAR_LANES FIntLanes Add(FIntLanes A, int32_t B)
{
	return {_mm_add_epi32(A.V, _mm_set1_epi32(B))};
}
EXEMPLAR_LANES FLanes Xor(FLanes A, FIntLanes B)
{
	return {_mm_xor_ps(A.V, _mm_castsi128_ps(B.V))};
}
/** B where the lowest bit of Bit is set, A elsewhere. */
EXEMPLAR_LANES FLanes SelectByBit(FLanes A, FLanes B, FIntLanes Bit)
{
	return {_mm_blendv_ps(A.V, B.V, _mm_castsi128_ps(_mm_slli_epi32(Bit.V, 31)))};
}
/** A times one item of B, and that plus C. */
template <int Item>
EXEMPLAR_LANES FLanes MulItem(FLanes A, FLanes B)
{
	return {_mm_mul_ps(A.V, _mm_shuffle_ps(B.V, B.V, _MM_SHUFFLE(Item, Item, Item, Item)))};
}
template <int Item>
EXEMPLAR_LANES FLanes MulAddItem(FLanes A, FLanes B, FLanes C)
{
	return MulItem<Item>(A, B) + C;
}
EXEMPLAR_LANES FLanes SplatLast(FLanes A)
{
	return {_mm_shuffle_ps(A.V, A.V, 0xff)};
}

/** Four rows of four to four columns. */
EXEMPLAR_LANES void TransposeFour(FLanes A, FLanes B, FLanes C, FLanes D, FLanes* Out)
{
	const __m128 AB0 = _mm_unpacklo_ps(A.V, B.V), AB1 = _mm_unpackhi_ps(A.V, B.V);
	const __m128 CD0 = _mm_unpacklo_ps(C.V, D.V), CD1 = _mm_unpackhi_ps(C.V, D.V);
	Out[0].V = _mm_movelh_ps(AB0, CD0);
	Out[1].V = _mm_movehl_ps(CD0, AB0);
	Out[2].V = _mm_movelh_ps(AB1, CD1);
	Out[3].V = _mm_movehl_ps(CD1, AB1);
}

template <bool bStream>
EXEMPLAR_LANES void StoreRegister(float* P, __m128 V)
{
	if constexpr (bStream)
	{
		_mm_stream_ps(P, V);
	}
	else
	{
		_mm_storeu_ps(P, V);
	}
}
EXEMPLAR_LANES void FinishStreaming()
{
	_mm_sfence();
}

/** x y z x y z ... of four vertices: 12 floats. */
template <bool bStream>
EXEMPLAR_LANES void StoreInterleaved3(float* P, FLanes X, FLanes Y, FLanes Z)
{
	const __m128 XY = _mm_shuffle_ps(X.V, Y.V, _MM_SHUFFLE(2, 0, 2, 0));
	const __m128 YZ = _mm_shuffle_ps(Y.V, Z.V, _MM_SHUFFLE(3, 1, 3, 1));
	const __m128 ZX = _mm_shuffle_ps(Z.V, X.V, _MM_SHUFFLE(3, 1, 2, 0));
	StoreRegister<bStream>(P, _mm_shuffle_ps(XY, ZX, _MM_SHUFFLE(2, 0, 2, 0)));
	StoreRegister<bStream>(P + 4, _mm_shuffle_ps(YZ, XY, _MM_SHUFFLE(3, 1, 2, 0)));
	StoreRegister<bStream>(P + 8, _mm_shuffle_ps(ZX, YZ, _MM_SHUFFLE(3, 1, 3, 1)));
}

/** x y z w x y z w ... of four vertices: 16 floats. */
template <bool bStream>
EXEMPLAR_LANES void StoreInterleaved4(float* P, FLanes X, FLanes Y, FLanes Z, FLanes W)
{
	FLanes Rows[4];
	TransposeFour(X, Y, Z, W, Rows);
	StoreRegister<bStream>(P, Rows[0].V);
	StoreRegister<bStream>(P + 4, Rows[1].V);
	StoreRegister<bStream>(P + 8, Rows[2].V);
	StoreRegister<bStream>(P + 12, Rows[3].V);
}

#include "Skinning/SkinLanesFour.inl"

} // namespace Exemplar::SkinSse41
