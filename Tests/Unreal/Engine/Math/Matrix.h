// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Math/Quat.h"

namespace UE::Math
{

/** Row vectors: v' = v M, A * B is first A, then B, the translation is the last row. */
template <typename T>
struct TMatrix
{
	T M[4][4];

	static const TMatrix Identity;

	TMatrix operator*(const TMatrix& Other) const
	{
		TMatrix Out;
		for (int Row = 0; Row < 4; ++Row)
		{
			for (int Column = 0; Column < 4; ++Column)
			{
				Out.M[Row][Column] = M[Row][0] * Other.M[0][Column] + M[Row][1] * Other.M[1][Column] +
					M[Row][2] * Other.M[2][Column] + M[Row][3] * Other.M[3][Column];
			}
		}
		return Out;
	}
	TVector4<T> TransformFVector4(const TVector4<T>& V) const
	{
		T Out[4];
		for (int Column = 0; Column < 4; ++Column)
		{
			Out[Column] = V.X * M[0][Column] + V.Y * M[1][Column] + V.Z * M[2][Column] + V.W * M[3][Column];
		}
		return {Out[0], Out[1], Out[2], Out[3]};
	}
	TVector4<T> TransformPosition(const TVector<T>& V) const { return TransformFVector4({V.X, V.Y, V.Z, T(1)}); }
	TVector4<T> TransformVector(const TVector<T>& V) const { return TransformFVector4({V.X, V.Y, V.Z, T(0)}); }
	TVector<T> GetOrigin() const { return {M[3][0], M[3][1], M[3][2]}; }
	T GetMaximumAxisScale() const
	{
		T Largest = 0;
		for (int Row = 0; Row < 3; ++Row)
		{
			Largest = FMath::Max(Largest, TVector<T>(M[Row][0], M[Row][1], M[Row][2]).SizeSquared());
		}
		return FMath::Sqrt(Largest);
	}
	/** Of the upper left 3x3. */
	T RotDeterminant() const
	{
		return M[0][0] * (M[1][1] * M[2][2] - M[1][2] * M[2][1]) - M[0][1] * (M[1][0] * M[2][2] - M[1][2] * M[2][0]) +
			M[0][2] * (M[1][0] * M[2][1] - M[1][1] * M[2][0]);
	}
	bool Equals(const TMatrix& Other, T Tolerance = UE_KINDA_SMALL_NUMBER) const
	{
		for (int Place = 0; Place < 16; ++Place)
		{
			if (FMath::Abs(M[Place / 4][Place % 4] - Other.M[Place / 4][Place % 4]) > Tolerance)
			{
				return false;
			}
		}
		return true;
	}
};
template <typename T>
const TMatrix<T> TMatrix<T>::Identity = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}};

} // namespace UE::Math

using FMatrix = UE::Math::TMatrix<double>;
using FMatrix44f = UE::Math::TMatrix<float>;
