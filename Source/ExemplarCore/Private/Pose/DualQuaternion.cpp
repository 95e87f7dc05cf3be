// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Pose/DualQuaternion.h"

namespace Exemplar
{

FDualQuaternion ToDualQuaternion(const FRotation& Rotation, const FFloat3& Translation)
{
	const FRotation Half{0.5f * Translation.X, 0.5f * Translation.Y, 0.5f * Translation.Z, 0.0f};
	return {Rotation, Compose(Half, Rotation)};
}

FAffine ToAffine(const FDualQuaternion& Q)
{
	const float Scale = 1.0f / std::sqrt(Dot(Q.Real, Q.Real));
	const FRotation R{Q.Real.X * Scale, Q.Real.Y * Scale, Q.Real.Z * Scale, Q.Real.W * Scale};
	const FRotation D{Q.Dual.X * Scale, Q.Dual.Y * Scale, Q.Dual.Z * Scale, Q.Dual.W * Scale};
	const FRotation T = Compose(D, Inverse(R));
	return ToAffine(R, {2.0f * T.X, 2.0f * T.Y, 2.0f * T.Z});
}

namespace PolarDecomposition
{

float DistanceFromRotation(const FAffine& M)
{
	float Largest = 0.0f;
	for (int Row = 0; Row < 3; ++Row)
	{
		for (int Other = Row; Other < 3; ++Other)
		{
			const FFloat4 &A = M.Rows[Row], &B = M.Rows[Other];
			const float Product = A.X * B.X + A.Y * B.Y + A.Z * B.Z;
			Largest = (std::max)(Largest, std::abs(Product - (Row == Other ? 1.0f : 0.0f)));
		}
	}
	return Largest;
}

/** The left 3x3 times S. */
FAffine ScaledLinear(const FAffine& M, float S)
{
	FAffine Out;
	for (int Row = 0; Row < 3; ++Row)
	{
		Out.Rows[Row] = {M.Rows[Row].X * S, M.Rows[Row].Y * S, M.Rows[Row].Z * S, 0.0f};
	}
	return Out;
}

/** What a matrix may differ from a rotation by rounding along a chain of joints. */
constexpr float RoundingError = 4e-6f;

} // namespace PolarDecomposition

FPolarParts DecomposePolar(const FAffine& M)
{
	using namespace PolarDecomposition;
	const float Size = Determinant(M);
	FAffine R = ScaledLinear(M, Size < 0.0f ? -1.0f : 1.0f);
	if (!(std::abs(Size) > 1e-30f) || !std::isfinite(Size))
	{
		return {FRotation{}, ScaledLinear(M, 1.0f)};
	}
	// R <- (g R + (g R)^-T) / 2 converges quadratically to the orthogonal factor; scaling by g first brings any uniform
	// scale there in one step.
	R = ScaledLinear(R, 1.0f / std::cbrt(std::abs(Size)));
	for (int Step = 0; Step < 24 && DistanceFromRotation(R) > 1e-7f; ++Step)
	{
		const FAffine I = Inverse(R);
		FAffine Next;
		Next.Rows[0] = {R.Rows[0].X + I.Rows[0].X, R.Rows[0].Y + I.Rows[1].X, R.Rows[0].Z + I.Rows[2].X, 0.0f};
		Next.Rows[1] = {R.Rows[1].X + I.Rows[0].Y, R.Rows[1].Y + I.Rows[1].Y, R.Rows[1].Z + I.Rows[2].Y, 0.0f};
		Next.Rows[2] = {R.Rows[2].X + I.Rows[0].Z, R.Rows[2].Y + I.Rows[1].Z, R.Rows[2].Z + I.Rows[2].Z, 0.0f};
		const FAffine Previous = R;
		R = ScaledLinear(Next, 0.5f);
		if (R == Previous)
		{
			break;
		}
	}
	FPolarParts Out;
	Out.Rotation = ToRotation(R);
	const FAffine S = Compose(ToAffine(Inverse(Out.Rotation)), ScaledLinear(M, 1.0f));
	const float XY = 0.5f * (S.Rows[0].Y + S.Rows[1].X);
	const float XZ = 0.5f * (S.Rows[0].Z + S.Rows[2].X);
	const float YZ = 0.5f * (S.Rows[1].Z + S.Rows[2].Y);
	Out.Stretch.Rows[0] = {S.Rows[0].X, XY, XZ, 0.0f};
	Out.Stretch.Rows[1] = {XY, S.Rows[1].Y, YZ, 0.0f};
	Out.Stretch.Rows[2] = {XZ, YZ, S.Rows[2].Z, 0.0f};
	return Out;
}

bool FDualQuaternionPaletteJob::Validate() const
{
	const size_t Count = Palette.size();
	if (Parents.size() != Count || Centers.size() != Count || Rigid.size() != Count ||
		(!Stretches.empty() && Stretches.size() != Count))
	{
		return false;
	}
	for (size_t Index = 0; Index < Count; ++Index)
	{
		if (Parents[Index] < -1 || Parents[Index] >= static_cast<int32_t>(Index))
		{
			return false;
		}
	}
	return true;
}

bool FDualQuaternionPaletteJob::Run() const
{
	using namespace PolarDecomposition;
	if (!Validate())
	{
		return false;
	}
	bool bHasStretch = false;
	for (size_t Index = 0; Index < Palette.size(); ++Index)
	{
		const FAffine& T = Palette[Index];
		FPolarParts Parts;
		const bool bRigid = Determinant(T) > 0.0f && DistanceFromRotation(T) < RoundingError;
		if (bRigid)
		{
			Parts.Rotation = ToRotation(T);
		}
		else
		{
			Parts = DecomposePolar(T);
			bHasStretch = true;
		}
		FRotation& Q = Parts.Rotation;
		if (Parents[Index] >= 0 && Dot(Rigid[Parents[Index]].Real, Q) < 0.0f)
		{
			Q = {-Q.X, -Q.Y, -Q.Z, -Q.W};
		}
		// The stretch keeps the center where it is; the rigid part then carries the center to its image under T.
		const FFloat3& Center = Centers[Index];
		Rigid[Index] = ToDualQuaternion(Q, TransformPoint(T, Center) - Rotate(Q, Center));
		if (!Stretches.empty())
		{
			const FFloat3 Shift = Center - TransformVector(Parts.Stretch, Center);
			Parts.Stretch.Rows[0].W = Shift.X;
			Parts.Stretch.Rows[1].W = Shift.Y;
			Parts.Stretch.Rows[2].W = Shift.Z;
			Stretches[Index] = Parts.Stretch;
		}
	}
	if (bOutHasStretch != nullptr)
	{
		*bOutHasStretch = bHasStretch;
	}
	return true;
}

} // namespace Exemplar
