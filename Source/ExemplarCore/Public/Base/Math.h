// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include <algorithm>
#include <cmath>

namespace Exemplar
{

/**
 * The run-time math types: float, column vectors (v' = M v), right-handed. Plain structs without padding, so that
 * arrays of them are stored in the character file and loaded by SIMD code as they are.
 */

constexpr float PiF = 3.14159265358979323846f;

struct FFloat2
{
	float X = 0.0f, Y = 0.0f;
	bool operator==(const FFloat2&) const = default;
};

struct FFloat3
{
	float X = 0.0f, Y = 0.0f, Z = 0.0f;
	bool operator==(const FFloat3&) const = default;
};

struct FFloat4
{
	float X = 0.0f, Y = 0.0f, Z = 0.0f, W = 0.0f;
	bool operator==(const FFloat4&) const = default;
};

constexpr FFloat3 operator+(const FFloat3& A, const FFloat3& B)
{
	return {A.X + B.X, A.Y + B.Y, A.Z + B.Z};
}
constexpr FFloat3 operator-(const FFloat3& A, const FFloat3& B)
{
	return {A.X - B.X, A.Y - B.Y, A.Z - B.Z};
}
constexpr FFloat3 operator-(const FFloat3& A)
{
	return {-A.X, -A.Y, -A.Z};
}
constexpr FFloat3 operator*(const FFloat3& A, float S)
{
	return {A.X * S, A.Y * S, A.Z * S};
}
constexpr FFloat3 operator*(float S, const FFloat3& A)
{
	return A * S;
}
/** Component by component, as scales are applied. */
constexpr FFloat3 operator*(const FFloat3& A, const FFloat3& B)
{
	return {A.X * B.X, A.Y * B.Y, A.Z * B.Z};
}
constexpr FFloat3& operator+=(FFloat3& A, const FFloat3& B)
{
	return A = A + B;
}
constexpr FFloat3& operator-=(FFloat3& A, const FFloat3& B)
{
	return A = A - B;
}
constexpr FFloat3& operator*=(FFloat3& A, float S)
{
	return A = A * S;
}

constexpr FFloat4 operator+(const FFloat4& A, const FFloat4& B)
{
	return {A.X + B.X, A.Y + B.Y, A.Z + B.Z, A.W + B.W};
}
constexpr FFloat4 operator-(const FFloat4& A, const FFloat4& B)
{
	return {A.X - B.X, A.Y - B.Y, A.Z - B.Z, A.W - B.W};
}
constexpr FFloat4 operator*(const FFloat4& A, float S)
{
	return {A.X * S, A.Y * S, A.Z * S, A.W * S};
}

constexpr float Dot(const FFloat3& A, const FFloat3& B)
{
	return A.X * B.X + A.Y * B.Y + A.Z * B.Z;
}
constexpr FFloat3 Cross(const FFloat3& A, const FFloat3& B)
{
	return {A.Y * B.Z - A.Z * B.Y, A.Z * B.X - A.X * B.Z, A.X * B.Y - A.Y * B.X};
}
inline float Length(const FFloat3& A)
{
	return std::sqrt(Dot(A, A));
}
/** The unit vector along A, or Fallback if A has no direction. */
inline FFloat3 Normalize(const FFloat3& A, const FFloat3& Fallback = {0.0f, 0.0f, 0.0f})
{
	const float L = Length(A);
	return L > 0.0f && std::isfinite(L) ? A * (1.0f / L) : Fallback;
}

/** A unit quaternion, scalar last (x, y, z, w) as in glTF. Rotates column vectors: v' = q v q*. */
struct FRotation
{
	float X = 0.0f, Y = 0.0f, Z = 0.0f, W = 1.0f;
	bool operator==(const FRotation&) const = default;
};

/** The rotation B followed by A, as with matrices. */
constexpr FRotation Compose(const FRotation& A, const FRotation& B)
{
	return {A.W * B.X + A.X * B.W + A.Y * B.Z - A.Z * B.Y, A.W * B.Y - A.X * B.Z + A.Y * B.W + A.Z * B.X,
		A.W * B.Z + A.X * B.Y - A.Y * B.X + A.Z * B.W, A.W * B.W - A.X * B.X - A.Y * B.Y - A.Z * B.Z};
}
constexpr FRotation Inverse(const FRotation& A)
{
	return {-A.X, -A.Y, -A.Z, A.W};
}
constexpr float Dot(const FRotation& A, const FRotation& B)
{
	return A.X * B.X + A.Y * B.Y + A.Z * B.Z + A.W * B.W;
}
inline FRotation Normalize(const FRotation& A)
{
	const float L = std::sqrt(Dot(A, A));
	return L > 0.0f && std::isfinite(L) ? FRotation{A.X / L, A.Y / L, A.Z / L, A.W / L} : FRotation{};
}
constexpr FFloat3 Rotate(const FRotation& Q, const FFloat3& V)
{
	const FFloat3 U{Q.X, Q.Y, Q.Z};
	const FFloat3 T = Cross(U, V) * 2.0f;
	return V + T * Q.W + Cross(U, T);
}
/** Axis of unit length, angle in radians. */
inline FRotation RotationAboutAxis(const FFloat3& Axis, float Angle)
{
	const float S = std::sin(0.5f * Angle);
	return {Axis.X * S, Axis.Y * S, Axis.Z * S, std::cos(0.5f * Angle)};
}

/** A bone's transform relative to its parent: scale, then rotate, then translate. */
struct FBoneTransform
{
	FRotation Rotation;
	FFloat3 Translation;
	FFloat3 Scale{1.0f, 1.0f, 1.0f};
	bool operator==(const FBoneTransform&) const = default;
};

/** A 3x4 affine matrix by rows, v' = Rows * (v, 1). Palettes hold it, and the GPU reads it as three float4. */
struct FAffine
{
	FFloat4 Rows[3] = {{1.0f, 0.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 1.0f, 0.0f}};
	bool operator==(const FAffine&) const = default;
};

constexpr float Dot(const FFloat4& A, const FFloat4& B)
{
	return A.X * B.X + A.Y * B.Y + A.Z * B.Z + A.W * B.W;
}
/** M (v, w) for a homogeneous point of any weight w: animation-space points have weights other than one. */
constexpr FFloat3 Transform(const FAffine& M, const FFloat4& V)
{
	return {Dot(M.Rows[0], V), Dot(M.Rows[1], V), Dot(M.Rows[2], V)};
}
constexpr FFloat3 TransformPoint(const FAffine& M, const FFloat3& V)
{
	return Transform(M, FFloat4{V.X, V.Y, V.Z, 1.0f});
}
constexpr FFloat3 TransformVector(const FAffine& M, const FFloat3& V)
{
	return Transform(M, FFloat4{V.X, V.Y, V.Z, 0.0f});
}

/** The matrix product A B: first B, then A. */
constexpr FAffine Compose(const FAffine& A, const FAffine& B)
{
	FAffine Out;
	for (int Row = 0; Row < 3; ++Row)
	{
		const FFloat4& R = A.Rows[Row];
		Out.Rows[Row] = B.Rows[0] * R.X + B.Rows[1] * R.Y + B.Rows[2] * R.Z + FFloat4{0.0f, 0.0f, 0.0f, R.W};
	}
	return Out;
}

constexpr float Determinant(const FAffine& M)
{
	const FFloat4 &A = M.Rows[0], &B = M.Rows[1], &C = M.Rows[2];
	return A.X * (B.Y * C.Z - B.Z * C.Y) - A.Y * (B.X * C.Z - B.Z * C.X) + A.Z * (B.X * C.Y - B.Y * C.X);
}

/** The inverse of an affine matrix whose determinant is not zero. */
constexpr FAffine Inverse(const FAffine& M)
{
	const FFloat4 &A = M.Rows[0], &B = M.Rows[1], &C = M.Rows[2];
	const float S = 1.0f / Determinant(M);
	FAffine Out;
	Out.Rows[0] = {(B.Y * C.Z - B.Z * C.Y) * S, (A.Z * C.Y - A.Y * C.Z) * S, (A.Y * B.Z - A.Z * B.Y) * S, 0.0f};
	Out.Rows[1] = {(B.Z * C.X - B.X * C.Z) * S, (A.X * C.Z - A.Z * C.X) * S, (A.Z * B.X - A.X * B.Z) * S, 0.0f};
	Out.Rows[2] = {(B.X * C.Y - B.Y * C.X) * S, (A.Y * C.X - A.X * C.Y) * S, (A.X * B.Y - A.Y * B.X) * S, 0.0f};
	const FFloat3 T = TransformVector(Out, {A.W, B.W, C.W});
	Out.Rows[0].W = -T.X;
	Out.Rows[1].W = -T.Y;
	Out.Rows[2].W = -T.Z;
	return Out;
}

constexpr FAffine ToAffine(const FRotation& Q, const FFloat3& T = {}, const FFloat3& S = {1.0f, 1.0f, 1.0f})
{
	const float XX = Q.X * Q.X, YY = Q.Y * Q.Y, ZZ = Q.Z * Q.Z;
	const float XY = Q.X * Q.Y, XZ = Q.X * Q.Z, YZ = Q.Y * Q.Z;
	const float WX = Q.W * Q.X, WY = Q.W * Q.Y, WZ = Q.W * Q.Z;
	FAffine Out;
	Out.Rows[0] = {(1.0f - 2.0f * (YY + ZZ)) * S.X, 2.0f * (XY - WZ) * S.Y, 2.0f * (XZ + WY) * S.Z, T.X};
	Out.Rows[1] = {2.0f * (XY + WZ) * S.X, (1.0f - 2.0f * (XX + ZZ)) * S.Y, 2.0f * (YZ - WX) * S.Z, T.Y};
	Out.Rows[2] = {2.0f * (XZ - WY) * S.X, 2.0f * (YZ + WX) * S.Y, (1.0f - 2.0f * (XX + YY)) * S.Z, T.Z};
	return Out;
}
constexpr FAffine ToAffine(const FBoneTransform& B)
{
	return ToAffine(B.Rotation, B.Translation, B.Scale);
}

/** The rotation of a matrix whose left 3x3 is a proper rotation (Shepperd's method: the largest component first). */
inline FRotation ToRotation(const FAffine& M)
{
	const FFloat4 &A = M.Rows[0], &B = M.Rows[1], &C = M.Rows[2];
	const float Trace = A.X + B.Y + C.Z;
	FRotation Q;
	if (Trace >= A.X && Trace >= B.Y && Trace >= C.Z)
	{
		Q = {C.Y - B.Z, A.Z - C.X, B.X - A.Y, 1.0f + Trace};
	}
	else if (A.X >= B.Y && A.X >= C.Z)
	{
		Q = {1.0f + A.X - B.Y - C.Z, A.Y + B.X, A.Z + C.X, C.Y - B.Z};
	}
	else if (B.Y >= C.Z)
	{
		Q = {A.Y + B.X, 1.0f + B.Y - A.X - C.Z, B.Z + C.Y, A.Z - C.X};
	}
	else
	{
		Q = {A.Z + C.X, B.Z + C.Y, 1.0f + C.Z - A.X - B.Y, B.X - A.Y};
	}
	return Normalize(Q);
}

/** An axis-aligned box; empty until something is added. */
struct FBox
{
	FFloat3 Min{INFINITY, INFINITY, INFINITY};
	FFloat3 Max{-INFINITY, -INFINITY, -INFINITY};
	bool operator==(const FBox&) const = default;

	bool IsEmpty() const { return !(Min.X <= Max.X && Min.Y <= Max.Y && Min.Z <= Max.Z); }
	void Add(const FFloat3& P)
	{
		Min = {(std::min)(Min.X, P.X), (std::min)(Min.Y, P.Y), (std::min)(Min.Z, P.Z)};
		Max = {(std::max)(Max.X, P.X), (std::max)(Max.Y, P.Y), (std::max)(Max.Z, P.Z)};
	}
	FFloat3 Center() const { return IsEmpty() ? FFloat3{} : (Min + Max) * 0.5f; }
	float Diagonal() const { return IsEmpty() ? 0.0f : Length(Max - Min); }
};

struct FSphere
{
	FFloat3 Center;
	float Radius = 0.0f;
	bool operator==(const FSphere&) const = default;
};

} // namespace Exemplar
