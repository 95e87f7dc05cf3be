// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Math/Matrix.h"

namespace UE::Math
{

/** Scale, then rotate, then translate. A * B is first A, then B. */
template <typename T>
struct TTransform
{
	TTransform()
		: Rotation(TQuat<T>::Identity)
		, Translation(TVector<T>::ZeroVector)
		, Scale3D(TVector<T>::OneVector)
	{
	}
	explicit TTransform(const TVector<T>& InTranslation)
		: TTransform(TQuat<T>::Identity, InTranslation)
	{
	}
	explicit TTransform(const TQuat<T>& InRotation)
		: TTransform(InRotation, TVector<T>::ZeroVector)
	{
	}
	TTransform(const TQuat<T>& InRotation, const TVector<T>& InTranslation,
		const TVector<T>& InScale3D = TVector<T>::OneVector)
		: Rotation(InRotation)
		, Translation(InTranslation)
		, Scale3D(InScale3D)
	{
	}

	static const TTransform Identity;

	TQuat<T> GetRotation() const { return Rotation; }
	TVector<T> GetTranslation() const { return Translation; }
	TVector<T> GetScale3D() const { return Scale3D; }
	T GetMaximumAxisScale() const { return Scale3D.GetAbsMax(); }

	/** The engine multiplies matrices where a scale is negative; that is not done here, and so not answered. */
	TTransform operator*(const TTransform& Next) const
	{
		check(IsPositive() && Next.IsPositive());
		return {Next.Rotation * Rotation, Next.Rotation.RotateVector(Next.Scale3D * Translation) + Next.Translation,
			Scale3D * Next.Scale3D};
	}
	/** This relative to Other: (result) * Other == this. */
	TTransform GetRelativeTransform(const TTransform& Other) const
	{
		check(IsPositive() && Other.IsPositive());
		const TQuat<T> Back = Other.Rotation.Inverse();
		const TVector<T> Reciprocal(1 / Other.Scale3D.X, 1 / Other.Scale3D.Y, 1 / Other.Scale3D.Z);
		return {Back * Rotation, Back.RotateVector(Translation - Other.Translation) * Reciprocal, Scale3D * Reciprocal};
	}
	TVector<T> TransformPosition(const TVector<T>& V) const { return Rotation.RotateVector(Scale3D * V) + Translation; }
	TVector<T> TransformVector(const TVector<T>& V) const { return Rotation.RotateVector(Scale3D * V); }
	TMatrix<T> ToMatrixWithScale() const
	{
		TMatrix<T> Out = TMatrix<T>::Identity;
		const TVector<T> Axes[4] = {
			TransformVector({1, 0, 0}), TransformVector({0, 1, 0}), TransformVector({0, 0, 1}), Translation};
		for (int Row = 0; Row < 4; ++Row)
		{
			Out.M[Row][0] = Axes[Row].X;
			Out.M[Row][1] = Axes[Row].Y;
			Out.M[Row][2] = Axes[Row].Z;
		}
		return Out;
	}
	bool Equals(const TTransform& Other, T Tolerance = UE_KINDA_SMALL_NUMBER) const
	{
		return Rotation.Equals(Other.Rotation, Tolerance) && Translation.Equals(Other.Translation, Tolerance) &&
			Scale3D.Equals(Other.Scale3D, Tolerance);
	}

private:
	bool IsPositive() const { return Scale3D.X > 0 && Scale3D.Y > 0 && Scale3D.Z > 0; }
	TQuat<T> Rotation;
	TVector<T> Translation;
	TVector<T> Scale3D;
};
template <typename T>
const TTransform<T> TTransform<T>::Identity;

} // namespace UE::Math

using FTransform = UE::Math::TTransform<double>;
