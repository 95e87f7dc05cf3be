// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Fit/Procrustes.h"
#include "Geometry/EigenMap.h"

#include <optional>

namespace Exemplar
{

struct FRigidMotion
{
	Eigen::Matrix3d Rotation = Eigen::Matrix3d::Identity();
	Eigen::Vector3d Translation = Eigen::Vector3d::Zero();
	Eigen::Vector3d operator()(const Eigen::Vector3d& V) const { return Rotation * V + Translation; }
};

/** The best rigid motion of some points; none if they are too few or on a line. */
inline std::optional<FRigidMotion> FitRigidMotion(
	std::span<const uint32_t> Points, std::span<const FDouble3> Rest, std::span<const FDouble3> Pose)
{
	if (Points.size() < 3)
	{
		return std::nullopt;
	}
	Eigen::Vector3d MeanRest = Eigen::Vector3d::Zero(), MeanPose = Eigen::Vector3d::Zero();
	for (const uint32_t Point : Points)
	{
		MeanRest += AsVector(Rest[Point]);
		MeanPose += AsVector(Pose[Point]);
	}
	MeanRest /= static_cast<double>(Points.size());
	MeanPose /= static_cast<double>(Points.size());
	Eigen::Matrix3d M = Eigen::Matrix3d::Zero();
	for (const uint32_t Point : Points)
	{
		M += (AsVector(Pose[Point]) - MeanPose) * (AsVector(Rest[Point]) - MeanRest).transpose();
	}
	const Eigen::Vector3d Sigma = M.jacobiSvd().singularValues();
	if (!(Sigma[1] > 1e-9 * Sigma[0]))
	{
		return std::nullopt;
	}
	FRigidMotion Out;
	Out.Rotation = NearestRotation(M);
	Out.Translation = MeanPose - Out.Rotation * MeanRest;
	return Out;
}

} // namespace Exemplar
