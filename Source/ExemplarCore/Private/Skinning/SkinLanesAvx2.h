// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Simd.h"

#include <cstdint>
#include <immintrin.h>

// Eight vertices at once in AVX2 and FMA registers: what SkinKernels.inl is written in.
#define EXEMPLAR_LANES EXEMPLAR_INLINE EXEMPLAR_TARGET_AVX2

namespace Exemplar::SkinAvx2
{

constexpr int LaneCount = 8;

struct FLanes
{
	__m256 V;
};
struct FIntLanes
{
	__m256i V;
};

EXEMPLAR_LANES FLanes Set(float X)
{
	return {_mm256_set1_ps(X)};
}
EXEMPLAR_LANES FLanes SetFrom(const float* P)
{
	return {_mm256_broadcast_ss(P)};
}
EXEMPLAR_LANES FLanes Load(const float* P)
{
	return {_mm256_loadu_ps(P)};
}
EXEMPLAR_LANES void Store(float* P, FLanes A)
{
	_mm256_storeu_ps(P, A.V);
}
EXEMPLAR_LANES FLanes LoadUint16(const uint16_t* P)
{
	return {_mm256_cvtepi32_ps(_mm256_cvtepu16_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(P))))};
}
EXEMPLAR_LANES FLanes LoadInt16(const int16_t* P)
{
	return {_mm256_cvtepi32_ps(_mm256_cvtepi16_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(P))))};
}
EXEMPLAR_LANES FIntLanes WidenUint8(const uint8_t* P)
{
	return {_mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(P)))};
}
EXEMPLAR_LANES FIntLanes WidenUint16(const uint16_t* P)
{
	return {_mm256_cvtepu16_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(P)))};
}
EXEMPLAR_LANES FIntLanes Multiply(FIntLanes A, uint32_t B)
{
	return {_mm256_mullo_epi32(A.V, _mm256_set1_epi32(static_cast<int>(B)))};
}
EXEMPLAR_LANES void StoreUint32(uint32_t* P, FIntLanes A)
{
	_mm256_storeu_si256(reinterpret_cast<__m256i*>(P), A.V);
}
EXEMPLAR_LANES FIntLanes LoadUint32(const uint32_t* P)
{
	return {_mm256_loadu_si256(reinterpret_cast<const __m256i*>(P))};
}
EXEMPLAR_LANES FLanes operator+(FLanes A, FLanes B)
{
	return {_mm256_add_ps(A.V, B.V)};
}
EXEMPLAR_LANES FLanes operator-(FLanes A, FLanes B)
{
	return {_mm256_sub_ps(A.V, B.V)};
}
EXEMPLAR_LANES FLanes operator*(FLanes A, FLanes B)
{
	return {_mm256_mul_ps(A.V, B.V)};
}
EXEMPLAR_LANES FLanes operator/(FLanes A, FLanes B)
{
	return {_mm256_div_ps(A.V, B.V)};
}
/** A * B + C and C - A * B. */
EXEMPLAR_LANES FLanes MulAdd(FLanes A, FLanes B, FLanes C)
{
	return {_mm256_fmadd_ps(A.V, B.V, C.V)};
}
EXEMPLAR_LANES FLanes NegMulAdd(FLanes A, FLanes B, FLanes C)
{
	return {_mm256_fnmadd_ps(A.V, B.V, C.V)};
}
EXEMPLAR_LANES FLanes Max(FLanes A, FLanes B)
{
	return {_mm256_max_ps(A.V, B.V)};
}
EXEMPLAR_LANES FLanes Min(FLanes A, FLanes B)
{
	return {_mm256_min_ps(A.V, B.V)};
}
EXEMPLAR_LANES FLanes Abs(FLanes A)
{
	return {_mm256_andnot_ps(_mm256_set1_ps(-0.0f), A.V)};
}
/** Magnitude with the sign of Sign flipped onto it: Magnitude where Sign >= 0, its negative elsewhere. */
EXEMPLAR_LANES FLanes FlipSign(FLanes Magnitude, FLanes Sign)
{
	return {_mm256_xor_ps(Magnitude.V, _mm256_and_ps(Sign.V, _mm256_set1_ps(-0.0f)))};
}
/** 1 / sqrt(A) to rounding: the estimate and one step of Newton. */
EXEMPLAR_LANES FLanes InverseSqrt(FLanes A)
{
	const __m256 Y = _mm256_rsqrt_ps(A.V);
	const __m256 Half = _mm256_mul_ps(_mm256_set1_ps(0.5f), A.V);
	const __m256 Error = _mm256_fnmadd_ps(_mm256_mul_ps(Half, Y), Y, _mm256_set1_ps(0.5f));
	return {_mm256_fmadd_ps(Y, Error, Y)};
}
EXEMPLAR_LANES FIntLanes RoundToInt(FLanes A)
{
	return {_mm256_cvtps_epi32(A.V)};
}
EXEMPLAR_LANES FLanes ToFloat(FIntLanes A)
{
	return {_mm256_cvtepi32_ps(A.V)};
}
template <int Bits>
EXEMPLAR_LANES FIntLanes ShiftLeft(FIntLanes A)
{
	return {_mm256_slli_epi32(A.V, Bits)};
}
template <int Bits>
EXEMPLAR_LANES FIntLanes ShiftRight(FIntLanes A)
{
	return {_mm256_srli_epi32(A.V, Bits)};
}
EXEMPLAR_LANES FIntLanes And(FIntLanes A, uint32_t Mask)
{
	return {_mm256_and_si256(A.V, _mm256_set1_epi32(static_cast<int>(Mask)))};
}
EXEMPLAR_LANES FIntLanes Add(FIntLanes A, int32_t B)
{
	return {_mm256_add_epi32(A.V, _mm256_set1_epi32(B))};
}
EXEMPLAR_LANES FLanes Xor(FLanes A, FIntLanes B)
{
	return {_mm256_xor_ps(A.V, _mm256_castsi256_ps(B.V))};
}
/** B where the lowest bit of Bit is set, A elsewhere. */
EXEMPLAR_LANES FLanes SelectByBit(FLanes A, FLanes B, FIntLanes Bit)
{
	return {_mm256_blendv_ps(A.V, B.V, _mm256_castsi256_ps(_mm256_slli_epi32(Bit.V, 31)))};
}

template <bool bStream>
EXEMPLAR_LANES void StoreRegister(float* P, __m256 V)
{
	if constexpr (bStream)
	{
		_mm256_stream_ps(P, V);
	}
	else
	{
		_mm256_storeu_ps(P, V);
	}
}
EXEMPLAR_LANES void FinishStreaming()
{
	_mm_sfence();
}

/** x y z x y z ... of eight vertices: 24 floats. */
template <bool bStream>
EXEMPLAR_LANES void StoreInterleaved3(float* P, FLanes X, FLanes Y, FLanes Z)
{
	const __m256 XY = _mm256_shuffle_ps(X.V, Y.V, _MM_SHUFFLE(2, 0, 2, 0));
	const __m256 YZ = _mm256_shuffle_ps(Y.V, Z.V, _MM_SHUFFLE(3, 1, 3, 1));
	const __m256 ZX = _mm256_shuffle_ps(Z.V, X.V, _MM_SHUFFLE(3, 1, 2, 0));
	const __m256 A = _mm256_shuffle_ps(XY, ZX, _MM_SHUFFLE(2, 0, 2, 0));
	const __m256 B = _mm256_shuffle_ps(YZ, XY, _MM_SHUFFLE(3, 1, 2, 0));
	const __m256 C = _mm256_shuffle_ps(ZX, YZ, _MM_SHUFFLE(3, 1, 3, 1));
	StoreRegister<bStream>(P, _mm256_permute2f128_ps(A, B, 0x20));
	StoreRegister<bStream>(P + 8, _mm256_permute2f128_ps(C, A, 0x30));
	StoreRegister<bStream>(P + 16, _mm256_permute2f128_ps(B, C, 0x31));
}

/** x y z w x y z w ... of eight vertices: 32 floats. */
template <bool bStream>
EXEMPLAR_LANES void StoreInterleaved4(float* P, FLanes X, FLanes Y, FLanes Z, FLanes W)
{
	const __m256 A = _mm256_unpacklo_ps(X.V, Z.V), B = _mm256_unpackhi_ps(X.V, Z.V);
	const __m256 C = _mm256_unpacklo_ps(Y.V, W.V), D = _mm256_unpackhi_ps(Y.V, W.V);
	const __m256 V0 = _mm256_unpacklo_ps(A, C), V1 = _mm256_unpackhi_ps(A, C);
	const __m256 V2 = _mm256_unpacklo_ps(B, D), V3 = _mm256_unpackhi_ps(B, D);
	StoreRegister<bStream>(P, _mm256_permute2f128_ps(V0, V1, 0x20));
	StoreRegister<bStream>(P + 8, _mm256_permute2f128_ps(V2, V3, 0x20));
	StoreRegister<bStream>(P + 16, _mm256_permute2f128_ps(V0, V1, 0x31));
	StoreRegister<bStream>(P + 24, _mm256_permute2f128_ps(V2, V3, 0x31));
}

/** Rows of four floats of one vertex's blended entry, two to a register. */
template <int Rows>
struct TEntry
{
	__m256 Low;
	__m256 High; // four rows; of three rows only the lower half counts
};

template <int Rows>
EXEMPLAR_LANES TEntry<Rows> LoadEntry(const uint8_t* P)
{
	const float* F = reinterpret_cast<const float*>(P);
	TEntry<Rows> Out{_mm256_loadu_ps(F), _mm256_setzero_ps()};
	if constexpr (Rows == 3)
	{
		Out.High = _mm256_castps128_ps256(_mm_loadu_ps(F + 8));
	}
	return Out;
}

/** Sum plus Weight times the entry at P, or plus its products with the four numbers of a point. */
template <int Rows>
EXEMPLAR_LANES void AddEntry(TEntry<Rows>& Sum, const uint8_t* P, __m256 Factor)
{
	const float* F = reinterpret_cast<const float*>(P);
	Sum.Low = _mm256_fmadd_ps(Factor, _mm256_loadu_ps(F), Sum.Low);
	if constexpr (Rows == 3)
	{
		Sum.High = _mm256_castps128_ps256(
			_mm_fmadd_ps(_mm256_castps256_ps128(Factor), _mm_loadu_ps(F + 8), _mm256_castps256_ps128(Sum.High)));
	}
}
template <int Rows>
EXEMPLAR_LANES TEntry<Rows> ScaleEntry(const uint8_t* P, __m256 Factor)
{
	const float* F = reinterpret_cast<const float*>(P);
	TEntry<Rows> Out{_mm256_mul_ps(Factor, _mm256_loadu_ps(F)), _mm256_setzero_ps()};
	if constexpr (Rows == 3)
	{
		Out.High = _mm256_castps128_ps256(_mm_mul_ps(_mm256_castps256_ps128(Factor), _mm_loadu_ps(F + 8)));
	}
	return Out;
}

/** The blended entry of one vertex. */
template <int Rows, int WeightStride>
EXEMPLAR_LANES TEntry<Rows> BlendEntry(const uint8_t* Palette, const uint32_t* Offsets, const float* Weights, int Count)
{
	if (Count == 1 && WeightStride == 1)
	{
		return LoadEntry<Rows>(Palette + Offsets[0]);
	}
	TEntry<Rows> Sum = ScaleEntry<Rows>(Palette + Offsets[0], _mm256_broadcast_ss(Weights));
	for (int Index = 1; Index < Count; ++Index)
	{
		AddEntry(Sum, Palette + Offsets[Index], _mm256_broadcast_ss(Weights + Index * WeightStride));
	}
	return Sum;
}

/** The entries' rows multiplied by a point's four numbers and summed over the influences. */
EXEMPLAR_LANES TEntry<3> ProductEntry(const uint8_t* Palette, const uint32_t* Offsets, const float* Points, int Count)
{
	const __m128* P = reinterpret_cast<const __m128*>(Points);
	TEntry<3> Sum = ScaleEntry<3>(Palette + Offsets[0], _mm256_broadcast_ps(P));
	for (int Index = 1; Index < Count; ++Index)
	{
		AddEntry(Sum, Palette + Offsets[Index], _mm256_broadcast_ps(P + Index));
	}
	return Sum;
}

/** Four columns of four rows each, in both halves of the registers. */
struct FFour
{
	__m256 A, B, C, D;
};
EXEMPLAR_LANES FFour TransposeFour(__m256 A, __m256 B, __m256 C, __m256 D)
{
	const __m256 AB0 = _mm256_unpacklo_ps(A, B), AB1 = _mm256_unpackhi_ps(A, B);
	const __m256 CD0 = _mm256_unpacklo_ps(C, D), CD1 = _mm256_unpackhi_ps(C, D);
	return {_mm256_shuffle_ps(AB0, CD0, _MM_SHUFFLE(1, 0, 1, 0)), _mm256_shuffle_ps(AB0, CD0, _MM_SHUFFLE(3, 2, 3, 2)),
		_mm256_shuffle_ps(AB1, CD1, _MM_SHUFFLE(1, 0, 1, 0)), _mm256_shuffle_ps(AB1, CD1, _MM_SHUFFLE(3, 2, 3, 2))};
}
EXEMPLAR_LANES __m256 JoinLow(__m256 A, __m256 B)
{
	return _mm256_insertf128_ps(A, _mm256_castps256_ps128(B), 1);
}
EXEMPLAR_LANES __m256 JoinHigh(__m256 A, __m256 B)
{
	return _mm256_permute2f128_ps(A, B, 0x31);
}

/** Entries of eight vertices to lanes: Out[4 * row + column]. */
template <int Rows>
EXEMPLAR_LANES void Transpose(const TEntry<Rows> (&E)[8], FLanes (&Out)[4 * Rows])
{
	const FFour First = TransposeFour(E[0].Low, E[1].Low, E[2].Low, E[3].Low);
	const FFour Second = TransposeFour(E[4].Low, E[5].Low, E[6].Low, E[7].Low);
	Out[0].V = JoinLow(First.A, Second.A);
	Out[1].V = JoinLow(First.B, Second.B);
	Out[2].V = JoinLow(First.C, Second.C);
	Out[3].V = JoinLow(First.D, Second.D);
	Out[4].V = JoinHigh(First.A, Second.A);
	Out[5].V = JoinHigh(First.B, Second.B);
	Out[6].V = JoinHigh(First.C, Second.C);
	Out[7].V = JoinHigh(First.D, Second.D);
	if constexpr (Rows == 3)
	{
		const FFour Third = TransposeFour(JoinLow(E[0].High, E[4].High), JoinLow(E[1].High, E[5].High),
			JoinLow(E[2].High, E[6].High), JoinLow(E[3].High, E[7].High));
		Out[8].V = Third.A;
		Out[9].V = Third.B;
		Out[10].V = Third.C;
		Out[11].V = Third.D;
	}
}

/** The blended entries of eight vertices with Count influences each, as lanes. */
template <int Rows, int WeightStride>
EXEMPLAR_LANES void Blend(
	const uint8_t* Palette, const uint32_t* Offsets, const float* Weights, int Count, FLanes (&Out)[4 * Rows])
{
	const int Step = Count * WeightStride;
	const TEntry<Rows> E[8] = {BlendEntry<Rows, WeightStride>(Palette, Offsets, Weights, Count),
		BlendEntry<Rows, WeightStride>(Palette, Offsets + Count, Weights + Step, Count),
		BlendEntry<Rows, WeightStride>(Palette, Offsets + 2 * Count, Weights + 2 * Step, Count),
		BlendEntry<Rows, WeightStride>(Palette, Offsets + 3 * Count, Weights + 3 * Step, Count),
		BlendEntry<Rows, WeightStride>(Palette, Offsets + 4 * Count, Weights + 4 * Step, Count),
		BlendEntry<Rows, WeightStride>(Palette, Offsets + 5 * Count, Weights + 5 * Step, Count),
		BlendEntry<Rows, WeightStride>(Palette, Offsets + 6 * Count, Weights + 6 * Step, Count),
		BlendEntry<Rows, WeightStride>(Palette, Offsets + 7 * Count, Weights + 7 * Step, Count)};
	Transpose<Rows>(E, Out);
}

/** The same where all eight vertices have the same bones: every number of an entry is read once for all of them. */
template <int Rows>
EXEMPLAR_LANES void BlendShared(
	const uint8_t* Palette, const uint32_t* Offsets, const float* Weights, int Count, FLanes (&Out)[4 * Rows])
{
	const float* E = reinterpret_cast<const float*>(Palette + Offsets[0]);
	FLanes W = Load(Weights);
	EXEMPLAR_UNROLL
	for (int Item = 0; Item < 4 * Rows; ++Item)
	{
		Out[Item] = SetFrom(E + Item) * W;
	}
	for (int Index = 1; Index < Count; ++Index)
	{
		E = reinterpret_cast<const float*>(Palette + Offsets[Index]);
		W = Load(Weights + 8 * Index);
		EXEMPLAR_UNROLL
		for (int Item = 0; Item < 4 * Rows; ++Item)
		{
			Out[Item] = MulAdd(SetFrom(E + Item), W, Out[Item]);
		}
	}
}

/** sum_j M_j p_j of eight vertices: three lanes. */
EXEMPLAR_LANES void Project(
	const uint8_t* Palette, const uint32_t* Offsets, const float* Points, int Count, FLanes (&Out)[3])
{
	const TEntry<3> E[8] = {ProductEntry(Palette, Offsets, Points, Count),
		ProductEntry(Palette, Offsets + Count, Points + 4 * Count, Count),
		ProductEntry(Palette, Offsets + 2 * Count, Points + 8 * Count, Count),
		ProductEntry(Palette, Offsets + 3 * Count, Points + 12 * Count, Count),
		ProductEntry(Palette, Offsets + 4 * Count, Points + 16 * Count, Count),
		ProductEntry(Palette, Offsets + 5 * Count, Points + 20 * Count, Count),
		ProductEntry(Palette, Offsets + 6 * Count, Points + 24 * Count, Count),
		ProductEntry(Palette, Offsets + 7 * Count, Points + 28 * Count, Count)};
	FLanes Columns[12];
	Transpose<3>(E, Columns);
	EXEMPLAR_UNROLL
	for (int Row = 0; Row < 3; ++Row)
	{
		Out[Row] = (Columns[4 * Row] + Columns[4 * Row + 1]) + (Columns[4 * Row + 2] + Columns[4 * Row + 3]);
	}
}

/** An animation-space point of four snorm 16: scaled, and shifted back by its W times the center. */
EXEMPLAR_LANES __m128 DecodePoint(const int16_t* P, __m128 Scale, __m128 Center)
{
	const __m128i Raw = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(P));
	const __m128 Value = _mm_mul_ps(_mm_cvtepi32_ps(_mm_cvtepi16_epi32(Raw)), Scale);
	return _mm_fmadd_ps(_mm_shuffle_ps(Value, Value, 0xff), Center, Value);
}
EXEMPLAR_LANES void DecodePoints(
	const int16_t* Points, int Count, const float (&Scale)[4], const float (&Center)[4], float* Out)
{
	const __m128 S = _mm_loadu_ps(Scale), C = _mm_loadu_ps(Center);
	for (int Index = 0; Index < Count; ++Index)
	{
		_mm_store_ps(Out + 4 * Index, DecodePoint(Points + 4 * Index, S, C));
	}
}

} // namespace Exemplar::SkinAvx2
