// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Math.h"

namespace Exemplar
{

/** A vertex with its normal and tangent, which skinning transforms. A zero normal or tangent means that there is none.
 */
struct FSurfacePoint
{
	FFloat3 Position;
	FFloat3 Normal;
	FFloat4 Tangent; // W is the sign of the bitangent; no operator changes it
	bool operator==(const FSurfacePoint&) const = default;
};

/**
 * The normal under a linear map: by the cofactors, which are the inverse transpose times the determinant and need no
 * division. A tangent that is orthogonal to the normal stays so, and cross(M s, M t) of two tangents is this normal.
 */
constexpr FFloat3 TransformNormal(const FAffine& M, const FFloat3& N)
{
	const FFloat3 A{M.Rows[0].X, M.Rows[0].Y, M.Rows[0].Z};
	const FFloat3 B{M.Rows[1].X, M.Rows[1].Y, M.Rows[1].Z};
	const FFloat3 C{M.Rows[2].X, M.Rows[2].Y, M.Rows[2].Z};
	return {Dot(Cross(B, C), N), Dot(Cross(C, A), N), Dot(Cross(A, B), N)};
}

/** The surface point under an affine map. The resulting normal and tangent have unit length. */
inline FSurfacePoint TransformSurface(const FAffine& M, const FSurfacePoint& P)
{
	const FFloat3 Tangent = Normalize(TransformVector(M, {P.Tangent.X, P.Tangent.Y, P.Tangent.Z}));
	return {TransformPoint(M, P.Position), Normalize(TransformNormal(M, P.Normal)),
		{Tangent.X, Tangent.Y, Tangent.Z, P.Tangent.W}};
}

} // namespace Exemplar
