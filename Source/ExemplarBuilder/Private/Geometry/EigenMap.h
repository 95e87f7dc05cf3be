// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Math.h"
#include "Geometry/EigenLibrary.h"
#include "Geometry/Mesh.h"

#include <span>

namespace Exemplar
{

/** Views of plain arrays as Eigen types, without copies. */
using FPositionMatrix = Eigen::Matrix<double, Eigen::Dynamic, 3, Eigen::RowMajor>;
using FTriangleMatrix = Eigen::Matrix<int32_t, Eigen::Dynamic, 3, Eigen::RowMajor>;

inline Eigen::Map<const FPositionMatrix> AsMatrix(std::span<const FDouble3> Items)
{
	return {reinterpret_cast<const double*>(Items.data()), static_cast<Eigen::Index>(Items.size()), 3};
}
inline Eigen::Map<FPositionMatrix> AsMatrix(std::span<FDouble3> Items)
{
	return {reinterpret_cast<double*>(Items.data()), static_cast<Eigen::Index>(Items.size()), 3};
}
inline Eigen::Map<const FTriangleMatrix> AsMatrix(std::span<const FTriangle> Items)
{
	return {reinterpret_cast<const int32_t*>(Items.data()), static_cast<Eigen::Index>(Items.size()), 3};
}
inline Eigen::Map<const Eigen::Vector3d> AsVector(const FDouble3& Item)
{
	return Eigen::Map<const Eigen::Vector3d>(&Item.X);
}
inline Eigen::Map<Eigen::Vector3d> AsVector(FDouble3& Item)
{
	return Eigen::Map<Eigen::Vector3d>(&Item.X);
}
inline FDouble3 ToDouble3(const Eigen::Vector3d& V)
{
	return {V.x(), V.y(), V.z()};
}
inline FFloat3 ToFloat3(const FDouble3& V)
{
	return {static_cast<float>(V.X), static_cast<float>(V.Y), static_cast<float>(V.Z)};
}

} // namespace Exemplar
