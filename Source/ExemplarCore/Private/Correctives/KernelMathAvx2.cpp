// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Correctives/KernelMath.h"

#if EXEMPLAR_X64

#include <immintrin.h>

namespace Exemplar::KernelMath
{

EXEMPLAR_TARGET_AVX2 EXEMPLAR_INLINE __m256d ExpAvx2(__m256d X)
{
	X = _mm256_max_pd(X, _mm256_set1_pd(LowestExponent));
	const __m256d Shifted = _mm256_add_pd(_mm256_mul_pd(X, _mm256_set1_pd(InverseLn2)), _mm256_set1_pd(RoundingShift));
	const __m256d N = _mm256_sub_pd(Shifted, _mm256_set1_pd(RoundingShift));
	const __m256d R = _mm256_sub_pd(
		_mm256_sub_pd(X, _mm256_mul_pd(N, _mm256_set1_pd(Ln2High))), _mm256_mul_pd(N, _mm256_set1_pd(Ln2Low)));
	__m256d Sum = _mm256_set1_pd(Series[0]);
	EXEMPLAR_UNROLL
	for (int Term = 1; Term < 14; ++Term)
	{
		Sum = _mm256_add_pd(_mm256_mul_pd(Sum, R), _mm256_set1_pd(Series[Term]));
	}
	const __m256i Power =
		_mm256_slli_epi64(_mm256_add_epi64(_mm256_castpd_si256(Shifted), _mm256_set1_epi64x(1023)), 52);
	return _mm256_mul_pd(Sum, _mm256_castsi256_pd(Power));
}

EXEMPLAR_TARGET_AVX2 void EvaluateGroupAvx2(const FGroupArgs& Args)
{
	const __m256d X = _mm256_set1_pd(Args.Pose[0]), Y = _mm256_set1_pd(Args.Pose[1]);
	const __m256d Z = _mm256_set1_pd(Args.Pose[2]), W = _mm256_set1_pd(Args.Pose[3]);
	const __m256d One = _mm256_set1_pd(1.0), Zero = _mm256_setzero_pd();
	const __m256d Factor = _mm256_set1_pd(Args.Factor), Shift = _mm256_set1_pd(Args.Shift);
	for (size_t At = 0; At < Args.Count; At += 4)
	{
		const double* L = Args.Lanes + At * 5;
		const __m256d XY = _mm256_add_pd(_mm256_mul_pd(_mm256_load_pd(L), X), _mm256_mul_pd(_mm256_load_pd(L + 4), Y));
		const __m256d Dot = _mm256_add_pd(
			_mm256_add_pd(XY, _mm256_mul_pd(_mm256_load_pd(L + 8), Z)), _mm256_mul_pd(_mm256_load_pd(L + 12), W));
		const __m256d Rest = _mm256_max_pd(_mm256_sub_pd(One, _mm256_mul_pd(Dot, Dot)), Zero);
		const __m256d Value = ExpAvx2(_mm256_mul_pd(Factor, Rest));
		const __m256d Out = Args.bCentered
			? _mm256_add_pd(_mm256_sub_pd(Value, _mm256_load_pd(L + 16)), Shift)
			: _mm256_and_pd(Value, _mm256_cmp_pd(Value, _mm256_set1_pd(SmallestKernel), _CMP_GT_OQ));
		_mm256_storeu_pd(Args.Out + At, Out);
	}
}

EXEMPLAR_TARGET_AVX2 double DotAvx2(const double* A, const double* B, size_t Count)
{
	__m256d Sums = _mm256_setzero_pd();
	size_t At = 0;
	for (; At + 4 <= Count; At += 4)
	{
		Sums = _mm256_add_pd(Sums, _mm256_mul_pd(_mm256_loadu_pd(A + At), _mm256_loadu_pd(B + At)));
	}
	const __m128d Low = _mm256_castpd256_pd128(Sums), High = _mm256_extractf128_pd(Sums, 1);
	const __m128d Pairs = _mm_hadd_pd(Low, High); // s0 + s1, s2 + s3
	double Sum = _mm_cvtsd_f64(_mm_add_sd(Pairs, _mm_unpackhi_pd(Pairs, Pairs)));
	for (; At < Count; ++At)
	{
		Sum = Sum + A[At] * B[At];
	}
	return Sum;
}

EXEMPLAR_TARGET_AVX2 EXEMPLAR_INLINE __m256 WidenInt16(const int16_t* Codes)
{
	return _mm256_cvtepi32_ps(_mm256_cvtepi16_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(Codes))));
}
EXEMPLAR_TARGET_AVX2 EXEMPLAR_INLINE __m256 WidenInt8(const int8_t* Codes)
{
	return _mm256_cvtepi32_ps(_mm256_cvtepi8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(Codes))));
}

/** Two sums in turn: one entry does not wait for the one before it. */
struct FSums3
{
	__m256 X[2], Y[2], Z[2];
};

template <bool bNormals>
EXEMPLAR_TARGET_AVX2 EXEMPLAR_INLINE void AddEntry(
	const FBlockArgs& Args, size_t Entry, int Turn, FSums3& Sums, FSums3& NormalSums, __m256& Any)
{
	const uint16_t Shape = Args.Shapes[Entry];
	const __m256 Scale = _mm256_broadcast_ss(Args.Weights + Shape);
	Any = _mm256_or_ps(Any, Scale);
	const int16_t* Deltas = Args.Deltas + 24 * Entry;
	Sums.X[Turn] = _mm256_fmadd_ps(WidenInt16(Deltas), Scale, Sums.X[Turn]);
	Sums.Y[Turn] = _mm256_fmadd_ps(WidenInt16(Deltas + 8), Scale, Sums.Y[Turn]);
	Sums.Z[Turn] = _mm256_fmadd_ps(WidenInt16(Deltas + 16), Scale, Sums.Z[Turn]);
	if constexpr (bNormals)
	{
		const __m256 NormalScale = _mm256_broadcast_ss(Args.NormalWeights + Shape);
		Any = _mm256_or_ps(Any, NormalScale);
		const int8_t* Normals = Args.Normals + 24 * Entry;
		NormalSums.X[Turn] = _mm256_fmadd_ps(WidenInt8(Normals), NormalScale, NormalSums.X[Turn]);
		NormalSums.Y[Turn] = _mm256_fmadd_ps(WidenInt8(Normals + 8), NormalScale, NormalSums.Y[Turn]);
		NormalSums.Z[Turn] = _mm256_fmadd_ps(WidenInt8(Normals + 16), NormalScale, NormalSums.Z[Turn]);
	}
}

EXEMPLAR_TARGET_AVX2 EXEMPLAR_INLINE void StoreSums(float* Out, const FSums3& Sums)
{
	_mm256_storeu_ps(Out, _mm256_add_ps(Sums.X[0], Sums.X[1]));
	_mm256_storeu_ps(Out + 8, _mm256_add_ps(Sums.Y[0], Sums.Y[1]));
	_mm256_storeu_ps(Out + 16, _mm256_add_ps(Sums.Z[0], Sums.Z[1]));
}

template <bool bNormals>
EXEMPLAR_TARGET_AVX2 EXEMPLAR_INLINE void SumBlocks(const FBlockArgs& Args, size_t Begin, size_t End)
{
	const __m256 Zero = _mm256_setzero_ps();
	for (size_t Place = Begin; Place < End; ++Place)
	{
		FSums3 Sums{{Zero, Zero}, {Zero, Zero}, {Zero, Zero}}, NormalSums = Sums;
		__m256 Any = Zero;
		size_t Entry = Args.Offsets[Place];
		const size_t Last = Args.Offsets[Place + 1];
		for (; Entry + 2 <= Last; Entry += 2)
		{
			AddEntry<bNormals>(Args, Entry, 0, Sums, NormalSums, Any);
			AddEntry<bNormals>(Args, Entry + 1, 1, Sums, NormalSums, Any);
		}
		if (Entry < Last)
		{
			AddEntry<bNormals>(Args, Entry, 0, Sums, NormalSums, Any);
		}
		StoreSums(Args.Out + 24 * Place, Sums);
		if constexpr (bNormals)
		{
			StoreSums(Args.OutNormals + 24 * Place, NormalSums);
		}
		// All lanes are the same, and zero may have a sign.
		const uint32_t Bits = static_cast<uint32_t>(_mm_cvtsi128_si32(_mm_castps_si128(_mm256_castps256_ps128(Any))));
		Args.Places[Args.MovedBlocks[Place]] = (Bits << 1) != 0 ? static_cast<uint32_t>(Place) : ~0u;
	}
}

EXEMPLAR_TARGET_AVX2 void SumBlocksAvx2(const FBlockArgs& Args, size_t Begin, size_t End)
{
	if (Args.Normals != nullptr)
	{
		SumBlocks<true>(Args, Begin, End);
	}
	else
	{
		SumBlocks<false>(Args, Begin, End);
	}
}

} // namespace Exemplar::KernelMath

#endif
