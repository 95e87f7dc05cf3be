// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Math/Vector.h"

namespace UE::Math
{

/** v' = q v q*; A * B is first B, then A. */
template <typename T>
struct TQuat
{
	T X, Y, Z, W;

	TQuat() = default;
	TQuat(T InX, T InY, T InZ, T InW)
		: X(InX)
		, Y(InY)
		, Z(InZ)
		, W(InW)
	{
	}
	/** About a unit axis, in radians. */
	TQuat(const TVector<T>& Axis, T Angle)
	{
		const T S = FMath::Sin(Angle / 2);
		X = Axis.X * S;
		Y = Axis.Y * S;
		Z = Axis.Z * S;
		W = FMath::Cos(Angle / 2);
	}

	static const TQuat Identity;

	TQuat operator*(const TQuat& Q) const
	{
		return {W * Q.X + X * Q.W + Y * Q.Z - Z * Q.Y, W * Q.Y - X * Q.Z + Y * Q.W + Z * Q.X,
			W * Q.Z + X * Q.Y - Y * Q.X + Z * Q.W, W * Q.W - X * Q.X - Y * Q.Y - Z * Q.Z};
	}
	TVector<T> RotateVector(const TVector<T>& V) const
	{
		const TVector<T> U(X, Y, Z);
		const TVector<T> Twice = (U ^ V) * T(2);
		return V + Twice * W + (U ^ Twice);
	}
	/** Of a unit quaternion. */
	TQuat Inverse() const { return {-X, -Y, -Z, W}; }
	T operator|(const TQuat& Q) const { return X * Q.X + Y * Q.Y + Z * Q.Z + W * Q.W; }
	TQuat GetNormalized() const
	{
		const T Length = FMath::Sqrt(*this | *this);
		return Length > T(UE_SMALL_NUMBER) ? TQuat{X / Length, Y / Length, Z / Length, W / Length} : Identity;
	}
	/** The same rotation, whatever the sign. */
	bool Equals(const TQuat& Q, T Tolerance = UE_KINDA_SMALL_NUMBER) const
	{
		const auto Near = [&](T Sign)
		{
			return FMath::Abs(X - Sign * Q.X) <= Tolerance && FMath::Abs(Y - Sign * Q.Y) <= Tolerance &&
				FMath::Abs(Z - Sign * Q.Z) <= Tolerance && FMath::Abs(W - Sign * Q.W) <= Tolerance;
		};
		return Near(1) || Near(-1);
	}
	bool operator==(const TQuat& Q) const = default;
};
template <typename T>
const TQuat<T> TQuat<T>::Identity(0, 0, 0, 1);

} // namespace UE::Math

using FQuat = UE::Math::TQuat<double>;
using FQuat4f = UE::Math::TQuat<float>;
