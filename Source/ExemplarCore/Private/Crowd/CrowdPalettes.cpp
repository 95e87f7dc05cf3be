// Copyright (c) 2026 Exemplar contributors. MIT licence.

#include "Crowd/CrowdPalettes.h"

#include "Base/Simd.h"

#include <cmath>

namespace Exemplar
{

namespace
{

/** Between which frames a time lies. */
struct FCrowdFrame
{
	uint32_t Index = 0; // the next one is Index + 1, or the same at the end
	uint32_t Next = 0;
	float Fraction = 0.0f;
};

FCrowdFrame FindCrowdFrame(const FCrowdClip& Clip, float Seconds)
{
	const uint32_t Last = Clip.FrameCount - 1;
	const float Period = static_cast<float>(Last);
	float Frame = Seconds * Clip.FramesPerSecond;
	if (Clip.bLoops)
	{
		Frame -= std::floor(Frame / Period) * Period;
	}
	Frame = Frame > 0.0f ? (Frame < Period ? Frame : Period) : 0.0f; // also what is not a number
	const uint32_t Index = static_cast<uint32_t>(Frame);
	return {Index, Index < Last ? Index + 1 : Last, Frame - static_cast<float>(Index)};
}

/**
 * The loops below run over lanes and are what compilers vectorise; the two entry points give them to the compiler with
 * and without AVX2. No contraction into fused operations is allowed, so both give the same bits.
 */
EXEMPLAR_INLINE void ComposeLanes(
	const float* Q, const float* E, const FFloat3& C, const FCrowdMatrix* Parent, FCrowdMatrix& Out)
{
	constexpr size_t N = CrowdLanes;
	alignas(32) float R[9][N], T[3][N];
	for (size_t L = 0; L < N; ++L)
	{
		const float X = Q[L], Y = Q[N + L], Z = Q[2 * N + L], W = Q[3 * N + L];
		// Twice over the squared length: normalises on the way.
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

EXEMPLAR_INLINE void PoseLanes(const FCrowdBatch& Batch, const FCrowdFrame* Frames, FCrowdMatrix* Scratch)
{
	constexpr size_t N = CrowdLanes;
	const size_t JointCount = Batch.Character->JointCount();
	const int32_t* Parents = Batch.Character->Rest.Parents.data();
	const FFloat3* Centres = Batch.Character->Rest.Centres.data();
	const float* Before[N];
	const float* After[N];
	for (size_t L = 0; L < N; ++L)
	{
		Before[L] = &Batch.Clip->Keys[Frames[L].Index * JointCount].Rotation.X;
		After[L] = &Batch.Clip->Keys[Frames[L].Next * JointCount].Rotation.X;
	}
	for (size_t Joint = 0; Joint < JointCount; ++Joint)
	{
		alignas(32) float Keys[N][8];
		for (size_t L = 0; L < N; ++L)
		{
			const float *A = Before[L] + 8 * Joint, *B = After[L] + 8 * Joint;
			for (size_t C = 0; C < 8; ++C)
			{
				Keys[L][C] = A[C] + (B[C] - A[C]) * Frames[L].Fraction;
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
		ComposeLanes(Columns[0], Columns[4], Centres[Joint], Parents[Joint] < 0 ? nullptr : Scratch + Parents[Joint],
			Scratch[Joint]);
	}
}

void PoseLanesPlain(const FCrowdBatch& Batch, const FCrowdFrame* Frames, FCrowdMatrix* Scratch)
{
	PoseLanes(Batch, Frames, Scratch);
}

#if EXEMPLAR_X64
EXEMPLAR_TARGET("avx2") void PoseLanesAvx2(const FCrowdBatch& Batch, const FCrowdFrame* Frames, FCrowdMatrix* Scratch)
{
	PoseLanes(Batch, Frames, Scratch);
}
#endif

} // namespace

void PoseCrowdBatch(const FCrowdBatch& Batch, std::span<FCrowdMatrix> Scratch)
{
	FCrowdFrame Frames[CrowdLanes];
	for (size_t L = 0; L < CrowdLanes; ++L)
	{
		Frames[L] = FindCrowdFrame(*Batch.Clip, Batch.Seconds[L < Batch.Count ? L : Batch.Count - 1]);
	}
#if EXEMPLAR_X64
	if (IsSimdLevelAvailable(ESimdLevel::Avx2))
	{
		PoseLanesAvx2(Batch, Frames, Scratch.data());
	}
	else
#endif
	{
		PoseLanesPlain(Batch, Frames, Scratch.data());
	}
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

FAffine SampleCrowdRoot(const FCrowdCharacter& Character, const FCrowdClip& Clip, float Seconds)
{
	const FCrowdFrame Frame = FindCrowdFrame(Clip, Seconds);
	const size_t JointCount = Character.JointCount(), Root = static_cast<size_t>(Character.Root);
	const FCrowdKey &A = Clip.Keys[Frame.Index * JointCount + Root], &B = Clip.Keys[Frame.Next * JointCount + Root];
	const FRotation Q = Normalize(FRotation{A.Rotation.X + (B.Rotation.X - A.Rotation.X) * Frame.Fraction,
		A.Rotation.Y + (B.Rotation.Y - A.Rotation.Y) * Frame.Fraction,
		A.Rotation.Z + (B.Rotation.Z - A.Rotation.Z) * Frame.Fraction,
		A.Rotation.W + (B.Rotation.W - A.Rotation.W) * Frame.Fraction});
	const FFloat3 E = A.Position + (B.Position - A.Position) * Frame.Fraction;
	return ToAffine(Q, E - Rotate(Q, Character.Rest.Centres[Root]));
}

} // namespace Exemplar
