// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Simd.h"

#include <bit>
#include <cstddef>
#include <cstdint>

namespace Exemplar
{

/**
 * What kernels of correctives are made of, in double. The AVX2 functions do the operations of the plain ones in the
 * same order and without fused multiplication, so that both return the same bits.
 */
namespace KernelMath
{

constexpr double LowestExponent = -700.0;
constexpr double InverseLn2 = 1.4426950408889634074;
constexpr double Ln2High = 6.93145751953125e-1; // 21 bits: its product with an exponent is exact
constexpr double Ln2Low = 1.42860682030941723212e-6;
constexpr double RoundingShift = 6755399441055744.0; // 1.5 * 2^52: adding it leaves a whole number in the low bits

/** 1 / n!, from the highest term. */
constexpr double Series[] = {1.0 / 6227020800.0, 1.0 / 479001600.0, 1.0 / 39916800.0, 1.0 / 3628800.0, 1.0 / 362880.0,
	1.0 / 40320.0, 1.0 / 5040.0, 1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0};

/** exp of a number up to zero: 2^n e^r with |r| <= ln 2 / 2, to 2e-16. */
inline double Exp(double X)
{
	X = X < LowestExponent ? LowestExponent : X;
	const double Shifted = X * InverseLn2 + RoundingShift;
	const double N = Shifted - RoundingShift;
	const double R = (X - N * Ln2High) - N * Ln2Low;
	double Sum = Series[0];
	for (int Term = 1; Term < 14; ++Term)
	{
		Sum = Sum * R + Series[Term];
	}
	return Sum * std::bit_cast<double>((std::bit_cast<uint64_t>(Shifted) + 1023u) << 52);
}

/** exp(Factor (1 - d^2)) of the dot product of two unit quaternions. */
inline double ChordalGaussian(double Dot, double Factor)
{
	const double Rest = 1.0 - Dot * Dot;
	return Exp(Factor * (Rest > 0.0 ? Rest : 0.0));
}

/** Values below are nothing: narrow kernels that are far away must not cost the vertices of their shapes. */
constexpr double SmallestKernel = 1e-7;

/** A group of kernels: see FCorrectiveSolver. Shift is 1 - k(pose, rest); Out has Count values. */
struct FGroupArgs
{
	const double* Lanes = nullptr;
	size_t Count = 0;
	double Pose[4] = {};
	double Factor = 0.0;
	double Shift = 0.0;
	bool bCentered = false;
	double* Out = nullptr;
};

void EvaluateGroupPlain(const FGroupArgs& Args);
double DotPlain(const double* A, const double* B, size_t Count);

/** Sums of shapes over the blocks of a level: see FPackedCorrectives. */
struct FBlockArgs
{
	const uint32_t* MovedBlocks = nullptr;
	const uint32_t* Offsets = nullptr; // of the entries of moved blocks
	const uint16_t* Shapes = nullptr;
	const int16_t* Deltas = nullptr;
	const int8_t* Normals = nullptr;      // null: none
	const float* Weights = nullptr;       // of shapes, times the scale of their codes
	const float* NormalWeights = nullptr; // times that of the codes of normals
	float* Out = nullptr;                 // 24 values per moved block
	float* OutNormals = nullptr;
	uint32_t* Places = nullptr; // by block: its place among the moved ones, NoIndex where all weights are zero
};

/** The moved blocks from Begin to End: weight times code, for every entry of a block. */
void SumBlocksPlain(const FBlockArgs& Args, size_t Begin, size_t End);

#if EXEMPLAR_X64
void EvaluateGroupAvx2(const FGroupArgs& Args);
double DotAvx2(const double* A, const double* B, size_t Count);
void SumBlocksAvx2(const FBlockArgs& Args, size_t Begin, size_t End);
#endif

} // namespace KernelMath

} // namespace Exemplar
