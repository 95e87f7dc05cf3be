// Copyright (c) 2026 Exemplar contributors. MIT license.
// Stable: the affine matrix of the builder.

#pragma once

#include "Geometry/Mesh.h"

#include <array>
#include <cstddef>

namespace Exemplar
{

/** The builder's 3x4 affine matrix in rows, v' = M (v, 1). Row r, column c stands at M[4 r + c]. */
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

} // namespace Exemplar
