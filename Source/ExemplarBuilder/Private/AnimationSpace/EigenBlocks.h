// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Geometry/Affine3d.h"
#include "Geometry/EigenLibrary.h"

namespace Exemplar
{

/** Views of the builder's affine matrices and homogeneous blocks as Eigen's types. */
using FRow34Map = Eigen::Map<const Eigen::Matrix<double, 3, 4, Eigen::RowMajor>>;
using FBlock4Map = Eigen::Map<const Eigen::Matrix<double, 4, 4, Eigen::RowMajor>>;

inline FRow34Map AsRows(const FAffine3d& A)
{
	return FRow34Map(A.M.data());
}
inline Eigen::Matrix4d ToMatrix4(const FAffine3d& A)
{
	Eigen::Matrix4d Out = Eigen::Matrix4d::Identity();
	Out.topRows<3>() = AsRows(A);
	return Out;
}
inline FAffine3d ToAffine3d(const Eigen::Matrix3d& Linear, const Eigen::Vector3d& Translation)
{
	FAffine3d Out;
	Eigen::Map<Eigen::Matrix<double, 3, 4, Eigen::RowMajor>> Rows(Out.M.data());
	Rows.leftCols<3>() = Linear;
	Rows.col(3) = Translation;
	return Out;
}

/** The linear part of a joint's rest, Turn times a diagonal of positive scales, as FBoneTransform has it. */
struct FRestTurn
{
	Eigen::Matrix3d Turn;
	Eigen::Vector3d Scale;
};

inline FRestTurn SplitRest(const FAffine3d& Rest)
{
	FRestTurn Out{AsRows(Rest).leftCols<3>(), Eigen::Vector3d::Ones()};
	for (Eigen::Index Column = 0; Column < 3; ++Column)
	{
		if (const double Length = Out.Turn.col(Column).norm(); Length > 0.0)
		{
			Out.Scale[Column] = Length;
			Out.Turn.col(Column) /= Length;
		}
	}
	return Out;
}

inline Eigen::Map<const Eigen::Vector4d> AsVector(const FDouble4& V)
{
	return Eigen::Map<const Eigen::Vector4d>(&V.X);
}
inline FDouble4 ToDouble4(const Eigen::Vector4d& V)
{
	return {V[0], V[1], V[2], V[3]};
}

} // namespace Exemplar
