// Copyright (c) 2026 Exemplar contributors. MIT license.
// Stable: the affine matrix of the builder.

#pragma once

#include "Geometry/Mesh.h"

#include <array>
#include <cstddef>

namespace Exemplar
{

/** The builder's 3x4 affine matrix in rows, v' = M (v, 1). Row r, column c is M[4 r + c]. */
struct FAffine3d
{
	std::array<double, 12> M{1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0};
	bool operator==(const FAffine3d&) const = default;
};

constexpr FDouble3 TransformPoint(const FAffine3d& A, const FDouble3& V)
{
	return {A.M[0] * V.X + A.M[1] * V.Y + A.M[2] * V.Z + A.M[3], A.M[4] * V.X + A.M[5] * V.Y + A.M[6] * V.Z + A.M[7],
		A.M[8] * V.X + A.M[9] * V.Y + A.M[10] * V.Z + A.M[11]};
}
constexpr FDouble3 TransformVector(const FAffine3d& A, const FDouble3& V)
{
	return {A.M[0] * V.X + A.M[1] * V.Y + A.M[2] * V.Z, A.M[4] * V.X + A.M[5] * V.Y + A.M[6] * V.Z,
		A.M[8] * V.X + A.M[9] * V.Y + A.M[10] * V.Z};
}

/** The matrix product A B: first B, then A. */
constexpr FAffine3d Compose(const FAffine3d& A, const FAffine3d& B)
{
	FAffine3d Out;
	for (size_t Row = 0; Row < 12; Row += 4)
	{
		for (size_t Column = 0; Column < 4; ++Column)
		{
			Out.M[Row + Column] = A.M[Row] * B.M[Column] + A.M[Row + 1] * B.M[4 + Column] +
				A.M[Row + 2] * B.M[8 + Column] + (Column == 3 ? A.M[Row + 3] : 0.0);
		}
	}
	return Out;
}

/** The inverse of a rigid motion. */
constexpr FAffine3d InverseRigid(const FAffine3d& A)
{
	FAffine3d Out;
	for (size_t Row = 0; Row < 3; ++Row)
	{
		for (size_t Column = 0; Column < 3; ++Column)
		{
			Out.M[4 * Row + Column] = A.M[4 * Column + Row];
		}
		Out.M[4 * Row + 3] = -(A.M[Row] * A.M[3] + A.M[4 + Row] * A.M[7] + A.M[8 + Row] * A.M[11]);
	}
	return Out;
}

/** The inverse of any invertible matrix. */
constexpr FAffine3d Inverse(const FAffine3d& A)
{
	const std::array<double, 12>& M = A.M;
	const double C0 = M[5] * M[10] - M[6] * M[9], C1 = M[6] * M[8] - M[4] * M[10], C2 = M[4] * M[9] - M[5] * M[8];
	const double Scale = 1.0 / (M[0] * C0 + M[1] * C1 + M[2] * C2);
	FAffine3d Out{{C0 * Scale, (M[2] * M[9] - M[1] * M[10]) * Scale, (M[1] * M[6] - M[2] * M[5]) * Scale, 0.0,
		C1 * Scale, (M[0] * M[10] - M[2] * M[8]) * Scale, (M[2] * M[4] - M[0] * M[6]) * Scale, 0.0, C2 * Scale,
		(M[1] * M[8] - M[0] * M[9]) * Scale, (M[0] * M[5] - M[1] * M[4]) * Scale, 0.0}};
	const FDouble3 Place = TransformVector(Out, {M[3], M[7], M[11]});
	Out.M[3] = -Place.X, Out.M[7] = -Place.Y, Out.M[11] = -Place.Z;
	return Out;
}

} // namespace Exemplar
