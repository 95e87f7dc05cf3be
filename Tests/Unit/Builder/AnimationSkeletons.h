// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "AnimationSpace/AnimationVector.h"
#include "AnimationSpace/EigenBlocks.h"
#include "AnimationSpace/MetricBlocks.h"
#include "Geometry/EigenLibrary.h"
#include "RandomNumbers.h"

#include <cmath>
#include <numeric>

namespace Exemplar::AnimationSkeletons
{

/** The whole matrix P of a metric. */
inline Eigen::MatrixXd DenseMetric(const FPoseMetric& Metric)
{
	std::vector<uint16_t> All(Metric.BoneCount);
	std::iota(All.begin(), All.end(), uint16_t{0});
	return LocalMetric(Metric, All);
}

/** A tree of joints that turn about fixed points, with palettes (rest to pose) and bone frames of random poses. */
struct FTree
{
	std::vector<int32_t> Parents;
	std::vector<FAffine3d> RestLocal;
	std::vector<FAffine3d> RestModel;

	FTree(FRandomNumbers& Numbers, size_t BoneCount)
	{
		for (size_t Bone = 0; Bone < BoneCount; ++Bone)
		{
			Parents.push_back(
				Bone == 0 ? -1 : static_cast<int32_t>(Bone - 1 - Numbers.Below((std::min)(Bone, size_t{2}))));
			const FDouble3 T = Numbers.Point();
			RestLocal.push_back(
				ToAffine3d(Bone == 0 ? Eigen::Matrix3d(Eigen::Matrix3d::Identity()) : Numbers.RotationBy(2.0),
					Bone == 0 ? Eigen::Vector3d(Eigen::Vector3d::Zero()) : Eigen::Vector3d(T.X, T.Y, T.Z)));
			RestModel.push_back(Bone == 0 ? RestLocal[0] : Compose(RestModel[Parents[Bone]], RestLocal[Bone]));
		}
	}
	FDouble3 Joint(size_t Bone) const { return {RestModel[Bone].M[3], RestModel[Bone].M[7], RestModel[Bone].M[11]}; }
	/** G_j of a pose that turns every joint but the root by up to MaxAngle. */
	std::vector<FAffine3d> Pose(FRandomNumbers& Numbers, double MaxAngle) const
	{
		std::vector<FAffine3d> Out{RestModel[0]};
		for (size_t Bone = 1; Bone < Parents.size(); ++Bone)
		{
			const FAffine3d Turn = ToAffine3d(Numbers.RotationBy(MaxAngle), Eigen::Vector3d::Zero());
			Out.push_back(Compose(Out[Parents[Bone]], Compose(RestLocal[Bone], Turn)));
		}
		return Out;
	}
	std::vector<FAffine3d> ToPalette(const std::vector<FAffine3d>& Model) const
	{
		std::vector<FAffine3d> Out;
		for (size_t Bone = 0; Bone < Model.size(); ++Bone)
		{
			Out.push_back(Compose(Model[Bone], InverseRigid(RestModel[Bone])));
		}
		return Out;
	}
};

inline double Distance(const FDouble3& A, const FDouble3& B)
{
	return std::hypot(A.X - B.X, A.Y - B.Y, A.Z - B.Z);
}

} // namespace Exemplar::AnimationSkeletons
