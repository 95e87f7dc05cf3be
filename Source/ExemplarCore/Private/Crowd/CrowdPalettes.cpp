// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Crowd/CrowdPalettes.h"

#include "Base/Simd.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#if EXEMPLAR_X64
#include <immintrin.h>
#endif

namespace Exemplar
{

namespace
{

/**
 * The same in plain code and, below, in AVX2: loops over lanes. Neither contracts into fused operations, and both sum
 * in one order, so that they give the same bits.
 */
EXEMPLAR_INLINE void ComposeLanes(
	const float* Q, const float* E, const FFloat3& C, const FCrowdMatrix* Parent, FCrowdMatrix& Out)
{
	constexpr size_t N = CrowdLanes;
	alignas(32) float R[9][N], T[3][N];
	for (size_t L = 0; L < N; ++L)
	{
		const float X = Q[L], Y = Q[N + L], Z = Q[2 * N + L], W = Q[3 * N + L];
		// Twice over the squared length: normalizes on the way.
		const float S = 2.0f / (X * X + Y * Y + Z * Z + W * W);
		R[0][L] = 1.0f - S * (Y * Y + Z * Z);
		R[1][L] = S * (X * Y - W * Z);
		R[2][L] = S * (X * Z + W * Y);
		R[3][L] = S * (X * Y + W * Z);
		R[4][L] = 1.0f - S * (X * X + Z * Z);
		R[5][L] = S * (Y * Z - W * X);
		R[6][L] = S * (X * Z - W * Y);
		R[7][L] = S * (Y * Z + W * X);
		R[8][L] = 1.0f - S * (X * X + Y * Y);
	}
	for (size_t Row = 0; Row < 3; ++Row)
	{
		for (size_t L = 0; L < N; ++L)
		{
			T[Row][L] = E[Row * N + L] - (R[3 * Row][L] * C.X + R[3 * Row + 1][L] * C.Y + R[3 * Row + 2][L] * C.Z);
		}
	}
	if (Parent == nullptr)
	{
		for (size_t Row = 0; Row < 3; ++Row)
		{
			for (size_t L = 0; L < N; ++L)
			{
				Out.M[4 * Row][L] = R[3 * Row][L];
				Out.M[4 * Row + 1][L] = R[3 * Row + 1][L];
				Out.M[4 * Row + 2][L] = R[3 * Row + 2][L];
				Out.M[4 * Row + 3][L] = T[Row][L];
			}
		}
		return;
	}
	for (size_t Row = 0; Row < 3; ++Row)
	{
		const float *A = Parent->M[4 * Row], *B = Parent->M[4 * Row + 1], *D = Parent->M[4 * Row + 2],
					*F = Parent->M[4 * Row + 3];
		for (size_t L = 0; L < N; ++L)
		{
			Out.M[4 * Row][L] = A[L] * R[0][L] + B[L] * R[3][L] + D[L] * R[6][L];
			Out.M[4 * Row + 1][L] = A[L] * R[1][L] + B[L] * R[4][L] + D[L] * R[7][L];
			Out.M[4 * Row + 2][L] = A[L] * R[2][L] + B[L] * R[5][L] + D[L] * R[8][L];
			Out.M[4 * Row + 3][L] = A[L] * T[0][L] + B[L] * T[1][L] + D[L] * T[2][L] + F[L];
		}
	}
}

/** The keys of a frame's two neighbors. */
struct FCrowdKeyPair
{
	const FCrowdKey* Before = nullptr;
	const FCrowdKey* After = nullptr;
	float Fraction = 0.0f;

	static FCrowdKeyPair At(const FCrowdCharacter& Character, uint32_t ClipIndex, float Seconds)
	{
		const FCrowdClip& Clip = Character.Clips[ClipIndex];
		const FCrowdFrame Frame = FindCrowdFrame(Clip.FrameCount, Clip.FramesPerSecond, Clip.bLoops, Seconds);
		return {&Clip.Keys[Frame.Index * Character.JointCount()], &Clip.Keys[Frame.Next * Character.JointCount()],
			Frame.Fraction};
	}
	FCrowdKey Sample(size_t Joint) const { return MixCrowdFrames(Before[Joint], After[Joint], Fraction); }
};

/** The keys that each lane is between, as floats: eight a joint. */
struct FLaneKeys
{
	const float* Before[CrowdLanes];
	const float* After[CrowdLanes];
	float Fraction[CrowdLanes];
	FCrowdKeyPair Others[CrowdLanes];
	float OtherWeights[CrowdLanes];
	bool bBlends = false; // some lane does

	explicit FLaneKeys(const FCrowdBatch& Batch)
	{
		for (size_t L = 0; L < CrowdLanes; ++L)
		{
			const FCrowdInstance& Instance = *Batch.Instances[L < Batch.Count ? L : Batch.Count - 1];
			const FCrowdKeyPair Own = FCrowdKeyPair::At(*Batch.Character, Instance.Clip, Instance.Seconds);
			Before[L] = &Own.Before->Rotation.X;
			After[L] = &Own.After->Rotation.X;
			Fraction[L] = Own.Fraction;
			OtherWeights[L] = Instance.OtherWeight;
			if (OtherWeights[L] > 0.0f)
			{
				bBlends = true;
				Others[L] = FCrowdKeyPair::At(*Batch.Character, Instance.OtherClip, Instance.OtherSeconds);
			}
		}
	}

	/** Blends the other clip's key in: few members do, so one lane at a time. */
	void Blend(size_t L, size_t Joint, float (&Key)[8]) const
	{
		FCrowdKey Own;
		std::memcpy(&Own, Key, sizeof(Own));
		Own = BlendCrowdKeys(Own, Others[L].Sample(Joint), OtherWeights[L]);
		std::memcpy(Key, &Own, sizeof(Own));
	}
};

void PoseLanes(const FCrowdBatch& Batch, FCrowdMatrix* Scratch)
{
	constexpr size_t N = CrowdLanes;
	const size_t JointCount = Batch.Character->JointCount();
	const int32_t* Parents = Batch.Character->Rest.Parents.data();
	const FFloat3* Centers = Batch.Character->Rest.Centers.data();
	const FLaneKeys Lanes(Batch);
	for (size_t Joint = 0; Joint < JointCount; ++Joint)
	{
		alignas(32) float Keys[N][8];
		for (size_t L = 0; L < N; ++L)
		{
			const float *A = Lanes.Before[L] + 8 * Joint, *B = Lanes.After[L] + 8 * Joint;
			for (size_t C = 0; C < 8; ++C)
			{
				Keys[L][C] = A[C] + (B[C] - A[C]) * Lanes.Fraction[L];
			}
			if (Lanes.bBlends && Lanes.OtherWeights[L] > 0.0f)
			{
				Lanes.Blend(L, Joint, Keys[L]);
			}
		}
		alignas(32) float Columns[8][N];
		for (size_t C = 0; C < 8; ++C)
		{
			for (size_t L = 0; L < N; ++L)
			{
				Columns[C][L] = Keys[L][C];
			}
		}
		ComposeLanes(Columns[0], Columns[4], Centers[Joint], Parents[Joint] < 0 ? nullptr : Scratch + Parents[Joint],
			Scratch[Joint]);
	}
}

/** One row of a matrix for eight lanes becomes four floats for each. */
void WritePalettes(const FCrowdBatch& Batch, std::span<const FCrowdMatrix> Scratch)
{
	for (size_t L = 0; L < Batch.Count; ++L)
	{
		float* Out = &Batch.Palettes[L]->Rows[0].X;
		for (size_t Bone = 0; Bone < Batch.BoneCounts[L]; ++Bone, Out += 12)
		{
			const FCrowdMatrix& Matrix = Scratch[Batch.Bones[L][Bone]];
			for (size_t Entry = 0; Entry < 12; ++Entry)
			{
				Out[Entry] = Matrix.M[Entry][L];
			}
		}
	}
}

#if EXEMPLAR_X64
#define EXEMPLAR_CROWD_AVX2 EXEMPLAR_TARGET("avx2")

EXEMPLAR_CROWD_AVX2 EXEMPLAR_INLINE void Transpose8(__m256 (&R)[8])
{
	const __m256 A0 = _mm256_unpacklo_ps(R[0], R[1]), A1 = _mm256_unpackhi_ps(R[0], R[1]);
	const __m256 A2 = _mm256_unpacklo_ps(R[2], R[3]), A3 = _mm256_unpackhi_ps(R[2], R[3]);
	const __m256 A4 = _mm256_unpacklo_ps(R[4], R[5]), A5 = _mm256_unpackhi_ps(R[4], R[5]);
	const __m256 A6 = _mm256_unpacklo_ps(R[6], R[7]), A7 = _mm256_unpackhi_ps(R[6], R[7]);
	const __m256 B0 = _mm256_shuffle_ps(A0, A2, 0x44), B1 = _mm256_shuffle_ps(A0, A2, 0xee);
	const __m256 B2 = _mm256_shuffle_ps(A1, A3, 0x44), B3 = _mm256_shuffle_ps(A1, A3, 0xee);
	const __m256 B4 = _mm256_shuffle_ps(A4, A6, 0x44), B5 = _mm256_shuffle_ps(A4, A6, 0xee);
	const __m256 B6 = _mm256_shuffle_ps(A5, A7, 0x44), B7 = _mm256_shuffle_ps(A5, A7, 0xee);
	R[0] = _mm256_permute2f128_ps(B0, B4, 0x20);
	R[1] = _mm256_permute2f128_ps(B1, B5, 0x20);
	R[2] = _mm256_permute2f128_ps(B2, B6, 0x20);
	R[3] = _mm256_permute2f128_ps(B3, B7, 0x20);
	R[4] = _mm256_permute2f128_ps(B0, B4, 0x31);
	R[5] = _mm256_permute2f128_ps(B1, B5, 0x31);
	R[6] = _mm256_permute2f128_ps(B2, B6, 0x31);
	R[7] = _mm256_permute2f128_ps(B3, B7, 0x31);
}

/** A X + B Y + C Z, in the order of the plain code. */
EXEMPLAR_CROWD_AVX2 EXEMPLAR_INLINE __m256 Sum3(__m256 A, __m256 X, __m256 B, __m256 Y, __m256 C, __m256 Z)
{
	return _mm256_add_ps(_mm256_add_ps(_mm256_mul_ps(A, X), _mm256_mul_ps(B, Y)), _mm256_mul_ps(C, Z));
}

/** ComposeLanes on registers: Keys holds the rotation's x y z w and the position's x y z. */
EXEMPLAR_CROWD_AVX2 EXEMPLAR_INLINE void ComposeAvx2(
	const __m256 (&Keys)[8], const FFloat3& C, const FCrowdMatrix* Parent, FCrowdMatrix& Out)
{
	const __m256 X = Keys[0], Y = Keys[1], Z = Keys[2], W = Keys[3], OneLane = _mm256_set1_ps(1.0f);
	const __m256 XX = _mm256_mul_ps(X, X), YY = _mm256_mul_ps(Y, Y), ZZ = _mm256_mul_ps(Z, Z), WW = _mm256_mul_ps(W, W);
	const __m256 XY = _mm256_mul_ps(X, Y), XZ = _mm256_mul_ps(X, Z), YZ = _mm256_mul_ps(Y, Z);
	const __m256 WX = _mm256_mul_ps(W, X), WY = _mm256_mul_ps(W, Y), WZ = _mm256_mul_ps(W, Z);
	const __m256 S = _mm256_div_ps(_mm256_set1_ps(2.0f), _mm256_add_ps(_mm256_add_ps(_mm256_add_ps(XX, YY), ZZ), WW));
	__m256 R[9], T[3];
	R[0] = _mm256_sub_ps(OneLane, _mm256_mul_ps(S, _mm256_add_ps(YY, ZZ)));
	R[1] = _mm256_mul_ps(S, _mm256_sub_ps(XY, WZ));
	R[2] = _mm256_mul_ps(S, _mm256_add_ps(XZ, WY));
	R[3] = _mm256_mul_ps(S, _mm256_add_ps(XY, WZ));
	R[4] = _mm256_sub_ps(OneLane, _mm256_mul_ps(S, _mm256_add_ps(XX, ZZ)));
	R[5] = _mm256_mul_ps(S, _mm256_sub_ps(YZ, WX));
	R[6] = _mm256_mul_ps(S, _mm256_sub_ps(XZ, WY));
	R[7] = _mm256_mul_ps(S, _mm256_add_ps(YZ, WX));
	R[8] = _mm256_sub_ps(OneLane, _mm256_mul_ps(S, _mm256_add_ps(XX, YY)));
	const __m256 CX = _mm256_set1_ps(C.X), CY = _mm256_set1_ps(C.Y), CZ = _mm256_set1_ps(C.Z);
	for (int Row = 0; Row < 3; ++Row)
	{
		T[Row] = _mm256_sub_ps(Keys[4 + Row], Sum3(R[3 * Row], CX, R[3 * Row + 1], CY, R[3 * Row + 2], CZ));
	}
	for (int Row = 0; Row < 3; ++Row)
	{
		if (Parent == nullptr)
		{
			_mm256_store_ps(Out.M[4 * Row], R[3 * Row]);
			_mm256_store_ps(Out.M[4 * Row + 1], R[3 * Row + 1]);
			_mm256_store_ps(Out.M[4 * Row + 2], R[3 * Row + 2]);
			_mm256_store_ps(Out.M[4 * Row + 3], T[Row]);
			continue;
		}
		const __m256 A = _mm256_load_ps(Parent->M[4 * Row]), B = _mm256_load_ps(Parent->M[4 * Row + 1]);
		const __m256 D = _mm256_load_ps(Parent->M[4 * Row + 2]), F = _mm256_load_ps(Parent->M[4 * Row + 3]);
		_mm256_store_ps(Out.M[4 * Row], Sum3(A, R[0], B, R[3], D, R[6]));
		_mm256_store_ps(Out.M[4 * Row + 1], Sum3(A, R[1], B, R[4], D, R[7]));
		_mm256_store_ps(Out.M[4 * Row + 2], Sum3(A, R[2], B, R[5], D, R[8]));
		_mm256_store_ps(Out.M[4 * Row + 3], _mm256_add_ps(Sum3(A, T[0], B, T[1], D, T[2]), F));
	}
}

EXEMPLAR_CROWD_AVX2 void PoseLanesAvx2(const FCrowdBatch& Batch, FCrowdMatrix* Scratch)
{
	constexpr size_t N = CrowdLanes;
	const size_t JointCount = Batch.Character->JointCount();
	const int32_t* Parents = Batch.Character->Rest.Parents.data();
	const FFloat3* Centers = Batch.Character->Rest.Centers.data();
	const FLaneKeys Lanes(Batch);
	for (size_t Joint = 0; Joint < JointCount; ++Joint)
	{
		__m256 Keys[N];
		for (size_t L = 0; L < N; ++L)
		{
			const __m256 A = _mm256_loadu_ps(Lanes.Before[L] + 8 * Joint),
						 B = _mm256_loadu_ps(Lanes.After[L] + 8 * Joint);
			Keys[L] = _mm256_add_ps(A, _mm256_mul_ps(_mm256_sub_ps(B, A), _mm256_set1_ps(Lanes.Fraction[L])));
			if (Lanes.bBlends && Lanes.OtherWeights[L] > 0.0f)
			{
				alignas(32) float Key[8];
				_mm256_store_ps(Key, Keys[L]);
				Lanes.Blend(L, Joint, Key);
				Keys[L] = _mm256_load_ps(Key);
			}
		}
		Transpose8(Keys);
		ComposeAvx2(Keys, Centers[Joint], Parents[Joint] < 0 ? nullptr : Scratch + Parents[Joint], Scratch[Joint]);
	}
}

/** WritePalettes for a full batch whose lanes all show the same bones, as members of one level do. */
EXEMPLAR_CROWD_AVX2 void WritePalettesAvx2(const FCrowdBatch& Batch, std::span<const FCrowdMatrix> Scratch)
{
	for (size_t Bone = 0; Bone < Batch.BoneCounts[0]; ++Bone)
	{
		const FCrowdMatrix& Matrix = Scratch[Batch.Bones[0][Bone]];
		for (int Row = 0; Row < 3; ++Row)
		{
			const __m256 A = _mm256_load_ps(Matrix.M[4 * Row]), B = _mm256_load_ps(Matrix.M[4 * Row + 1]);
			const __m256 C = _mm256_load_ps(Matrix.M[4 * Row + 2]), D = _mm256_load_ps(Matrix.M[4 * Row + 3]);
			const __m256 AB0 = _mm256_unpacklo_ps(A, B), AB1 = _mm256_unpackhi_ps(A, B);
			const __m256 CD0 = _mm256_unpacklo_ps(C, D), CD1 = _mm256_unpackhi_ps(C, D);
			const __m256 Lanes[4] = {_mm256_shuffle_ps(AB0, CD0, 0x44), _mm256_shuffle_ps(AB0, CD0, 0xee),
				_mm256_shuffle_ps(AB1, CD1, 0x44), _mm256_shuffle_ps(AB1, CD1, 0xee)};
			for (int L = 0; L < 4; ++L)
			{
				_mm_storeu_ps(&Batch.Palettes[L][Bone].Rows[Row].X, _mm256_castps256_ps128(Lanes[L]));
				_mm_storeu_ps(&Batch.Palettes[L + 4][Bone].Rows[Row].X, _mm256_extractf128_ps(Lanes[L], 1));
			}
		}
	}
}

bool ShowsTheSameBones(const FCrowdBatch& Batch)
{
	return Batch.Count == CrowdLanes &&
		std::all_of(
			Batch.Bones, Batch.Bones + CrowdLanes, [&](const uint16_t* Bones) { return Bones == Batch.Bones[0]; });
}
#endif

} // namespace

FCrowdFrame FindCrowdFrame(uint32_t FrameCount, float FramesPerSecond, bool bLoops, float Seconds)
{
	const uint32_t Last = FrameCount - 1;
	const float Period = static_cast<float>(Last);
	float Frame = Seconds * FramesPerSecond;
	if (bLoops)
	{
		Frame -= std::floor(Frame / Period) * Period;
	}
	Frame = Frame > 0.0f ? (Frame < Period ? Frame : Period) : 0.0f; // also what is not a number
	const uint32_t Index = static_cast<uint32_t>(Frame);
	return {Index, Index < Last ? Index + 1 : Last, Frame - static_cast<float>(Index)};
}

FCrowdKey MixCrowdFrames(const FCrowdKey& A, const FCrowdKey& B, float Fraction)
{
	return {{A.Rotation.X + (B.Rotation.X - A.Rotation.X) * Fraction,
				A.Rotation.Y + (B.Rotation.Y - A.Rotation.Y) * Fraction,
				A.Rotation.Z + (B.Rotation.Z - A.Rotation.Z) * Fraction,
				A.Rotation.W + (B.Rotation.W - A.Rotation.W) * Fraction},
		A.Position + (B.Position - A.Position) * Fraction, 0.0f};
}

FCrowdKey BlendCrowdKeys(const FCrowdKey& A, const FCrowdKey& B, float Weight)
{
	FCrowdKey Out{Normalize(A.Rotation), A.Position, 0.0f};
	FCrowdKey Other{Normalize(B.Rotation), B.Position, 0.0f};
	if (Dot(Out.Rotation, Other.Rotation) < 0.0f)
	{
		Other.Rotation = {-Other.Rotation.X, -Other.Rotation.Y, -Other.Rotation.Z, -Other.Rotation.W};
	}
	return MixCrowdFrames(Out, Other, Weight);
}

FAffine CrowdKeyMatrix(const FCrowdKey& Key, const FFloat3& Center)
{
	const FRotation Q = Normalize(Key.Rotation);
	return ToAffine(Q, Key.Position - Rotate(Q, Center));
}

void PoseCrowdBatch(const FCrowdBatch& Batch, std::span<FCrowdMatrix> Scratch)
{
#if EXEMPLAR_X64
	if (IsSimdLevelAvailable(ESimdLevel::Avx2))
	{
		PoseLanesAvx2(Batch, Scratch.data());
		if (ShowsTheSameBones(Batch))
		{
			WritePalettesAvx2(Batch, Scratch);
			return;
		}
	}
	else
#endif
	{
		PoseLanes(Batch, Scratch.data());
	}
	WritePalettes(Batch, Scratch);
}

FAffine SampleCrowdRoot(const FCrowdCharacter& Character, const FCrowdInstance& Instance)
{
	const size_t Root = static_cast<size_t>(Character.Root);
	FCrowdKey Key = FCrowdKeyPair::At(Character, Instance.Clip, Instance.Seconds).Sample(Root);
	if (Instance.OtherWeight > 0.0f)
	{
		Key = BlendCrowdKeys(Key, FCrowdKeyPair::At(Character, Instance.OtherClip, Instance.OtherSeconds).Sample(Root),
			Instance.OtherWeight);
	}
	return CrowdKeyMatrix(Key, Character.Rest.Centers[Root]);
}

} // namespace Exemplar
