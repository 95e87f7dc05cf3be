// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/GivenSkeleton.h"

#include "Clips/Animation.h"
#include "Clips/JointFrames.h"
#include "Geometry/EigenMap.h"

namespace Exemplar
{

FSkeletonData PlaceSkeleton(const FSkeletonData& Skeleton, double Scale, const FNormalization& Normalization)
{
	FSkeletonData Out = Skeleton;
	const FAffine3d Turn =
		Normalization.bZUp ? FAffine3d{{1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, -1.0, 0.0, 0.0}} : FAffine3d{};
	std::vector<FAffine3d> Placed;
	for (const FAffine3d& Model : RestModel(Skeleton))
	{
		const FDouble3 P = TransformVector(Turn, {Model.M[3], Model.M[7], Model.M[11]});
		FAffine3d& Own = Placed.emplace_back(Compose(Turn, RotationOf(Model)));
		Own.M[3] = (P.X * Scale - Normalization.Center.X) * Normalization.Scale;
		Own.M[7] = (P.Y * Scale - Normalization.Center.Y) * Normalization.Scale;
		Own.M[11] = (P.Z * Scale - Normalization.Center.Z) * Normalization.Scale;
	}
	for (size_t Joint = 0; Joint < Placed.size(); ++Joint)
	{
		const int32_t Parent = Skeleton.Parents[Joint];
		const FAffine3d Local = Parent == NoParent
			? Placed[Joint]
			: Compose(InverseRigid(Placed[static_cast<size_t>(Parent)]), Placed[Joint]);
		const Eigen::Map<const Eigen::Matrix<double, 3, 4, Eigen::RowMajor>> M(Local.M.data());
		const Eigen::Quaterniond Q = Eigen::Quaterniond(Eigen::Matrix3d(M.leftCols<3>())).normalized();
		Out.RestLocal[Joint] = {{static_cast<float>(Q.x()), static_cast<float>(Q.y()), static_cast<float>(Q.z()),
									static_cast<float>(Q.w())},
			ToFloat3({Local.M[3], Local.M[7], Local.M[11]}), {1.0f, 1.0f, 1.0f}};
	}
	return Out;
}

} // namespace Exemplar
