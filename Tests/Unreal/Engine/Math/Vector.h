// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Math/UnrealMathUtility.h"

namespace UE::Math
{

template <typename T>
struct TVector
{
	using FReal = T;
	T X, Y, Z;

	TVector() = default;
	explicit TVector(T All)
		: X(All)
		, Y(All)
		, Z(All)
	{
	}
	TVector(T InX, T InY, T InZ)
		: X(InX)
		, Y(InY)
		, Z(InZ)
	{
	}
	template <typename Other>
	requires(!std::same_as<Other, T>) explicit TVector(const TVector<Other>& V)
		: X(static_cast<T>(V.X))
		, Y(static_cast<T>(V.Y))
		, Z(static_cast<T>(V.Z))
	{
	}

	static const TVector ZeroVector;
	static const TVector OneVector;

	TVector operator+(const TVector& V) const { return {X + V.X, Y + V.Y, Z + V.Z}; }
	TVector operator-(const TVector& V) const { return {X - V.X, Y - V.Y, Z - V.Z}; }
	TVector operator-() const { return {-X, -Y, -Z}; }
	TVector operator*(const TVector& V) const { return {X * V.X, Y * V.Y, Z * V.Z}; }
	TVector operator*(T S) const { return {X * S, Y * S, Z * S}; }
	friend TVector operator*(T S, const TVector& V) { return V * S; }
	TVector operator/(T S) const { return {X / S, Y / S, Z / S}; }
	TVector& operator+=(const TVector& V) { return *this = *this + V; }
	bool operator==(const TVector& V) const = default;
	T operator|(const TVector& V) const { return X * V.X + Y * V.Y + Z * V.Z; }
	TVector operator^(const TVector& V) const { return {Y * V.Z - Z * V.Y, Z * V.X - X * V.Z, X * V.Y - Y * V.X}; }
	static T DotProduct(const TVector& A, const TVector& B) { return A | B; }
	static TVector CrossProduct(const TVector& A, const TVector& B) { return A ^ B; }
	T SizeSquared() const { return *this | *this; }
	T Size() const { return FMath::Sqrt(SizeSquared()); }
	TVector GetAbs() const { return {FMath::Abs(X), FMath::Abs(Y), FMath::Abs(Z)}; }
	T GetAbsMax() const { return FMath::Max(FMath::Max(FMath::Abs(X), FMath::Abs(Y)), FMath::Abs(Z)); }
	bool Equals(const TVector& V, T Tolerance = UE_KINDA_SMALL_NUMBER) const
	{
		return (*this - V).GetAbsMax() <= Tolerance;
	}
	TVector GetSafeNormal(T Tolerance = UE_SMALL_NUMBER) const
	{
		const T Squared = SizeSquared();
		return Squared < Tolerance ? ZeroVector : *this * (T(1) / FMath::Sqrt(Squared));
	}
};
template <typename T>
const TVector<T> TVector<T>::ZeroVector(0, 0, 0);
template <typename T>
const TVector<T> TVector<T>::OneVector(1, 1, 1);

template <typename T>
struct alignas(16) TVector4
{
	T X, Y, Z, W;
	TVector4() = default;
	TVector4(T InX, T InY, T InZ, T InW)
		: X(InX)
		, Y(InY)
		, Z(InZ)
		, W(InW)
	{
	}
	bool operator==(const TVector4& V) const = default;
};

template <typename T>
struct TVector2
{
	T X, Y;
	TVector2() = default;
	TVector2(T InX, T InY)
		: X(InX)
		, Y(InY)
	{
	}
	bool operator==(const TVector2& V) const = default;
};

} // namespace UE::Math

using FVector = UE::Math::TVector<double>;
using FVector3f = UE::Math::TVector<float>;
using FVector4 = UE::Math::TVector4<double>;
using FVector4f = UE::Math::TVector4<float>;
using FVector2f = UE::Math::TVector2<float>;

struct FLinearColor
{
	float R, G, B, A;
	FLinearColor() = default;
	FLinearColor(float InR, float InG, float InB, float InA = 1.0f)
		: R(InR)
		, G(InG)
		, B(InB)
		, A(InA)
	{
	}
	bool operator==(const FLinearColor& C) const = default;
};

struct FIntVector
{
	int32 X, Y, Z;
	FIntVector() = default;
	FIntVector(int32 InX, int32 InY, int32 InZ)
		: X(InX)
		, Y(InY)
		, Z(InZ)
	{
	}
	bool operator==(const FIntVector& V) const = default;
};
