// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Geometry/EigenLibrary.h"

namespace Exemplar
{

/** The proper rotation R that maximizes tr(R^T M), for M = sum q p^T over centered pairs (Kabsch 1976). */
inline Eigen::Matrix3d NearestRotation(const Eigen::Matrix3d& M)
{
	const Eigen::JacobiSVD<Eigen::Matrix3d> Svd(M, Eigen::ComputeFullU | Eigen::ComputeFullV);
	Eigen::Vector3d Signs = Eigen::Vector3d::Ones();
	Signs[2] = Svd.matrixU().determinant() * Svd.matrixV().determinant() < 0.0 ? -1.0 : 1.0;
	return Svd.matrixU() * Signs.asDiagonal() * Svd.matrixV().transpose();
}

} // namespace Exemplar
