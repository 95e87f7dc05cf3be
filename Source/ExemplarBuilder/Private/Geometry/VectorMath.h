// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Geometry/Mesh.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{

/** Vectors of three numbers, for files that do without Eigen, which is slow to compile. Used by name: others have their
 * own. */
namespace VectorMath
{

constexpr FDouble3 operator+(const FDouble3& A, const FDouble3& B)
{
	return {A.X + B.X, A.Y + B.Y, A.Z + B.Z};
}
constexpr FDouble3 operator-(const FDouble3& A, const FDouble3& B)
{
	return {A.X - B.X, A.Y - B.Y, A.Z - B.Z};
}
constexpr FDouble3 operator*(const FDouble3& A, double Scale)
{
	return {A.X * Scale, A.Y * Scale, A.Z * Scale};
}
constexpr double Dot(const FDouble3& A, const FDouble3& B)
{
	return A.X * B.X + A.Y * B.Y + A.Z * B.Z;
}
constexpr FDouble3 Cross(const FDouble3& A, const FDouble3& B)
{
	return {A.Y * B.Z - A.Z * B.Y, A.Z * B.X - A.X * B.Z, A.X * B.Y - A.Y * B.X};
}
inline double Length(const FDouble3& A)
{
	return std::sqrt(Dot(A, A));
}
inline double Distance(const FDouble3& A, const FDouble3& B)
{
	return Length(A - B);
}
/** Zero for a vector without length. */
inline FDouble3 Unit(const FDouble3& A)
{
	const double L = Length(A);
	return L > 0.0 ? A * (1.0 / L) : FDouble3{};
}
constexpr FDouble3 Mix(const FDouble3& A, const FDouble3& B, double T)
{
	return A + (B - A) * T;
}
constexpr FDouble3 Least(const FDouble3& A, const FDouble3& B)
{
	return {(std::min)(A.X, B.X), (std::min)(A.Y, B.Y), (std::min)(A.Z, B.Z)};
}
constexpr FDouble3 Greatest(const FDouble3& A, const FDouble3& B)
{
	return {(std::max)(A.X, B.X), (std::max)(A.Y, B.Y), (std::max)(A.Z, B.Z)};
}
constexpr double Component(const FDouble3& A, int Axis)
{
	return Axis == 0 ? A.X : (Axis == 1 ? A.Y : A.Z);
}

} // namespace VectorMath

} // namespace Exemplar
