// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Clips/JointFrames.h"

#include "Fit/RigidError.h"
#include "Geometry/EigenMap.h"

#include <cmath>

namespace Exemplar
{

FAffine3d RotationOf(const FAffine3d& Matrix)
{
	const std::array<double, 12>& M = Matrix.M;
	const FMatrix3x3 R = BestRotation({M[0], M[1], M[2], M[4], M[5], M[6], M[8], M[9], M[10]});
	return {{R[0], R[1], R[2], 0.0, R[3], R[4], R[5], 0.0, R[6], R[7], R[8], 0.0}};
}

std::vector<FAffine3d> FramesAlongBones(std::span<const int32_t> Parents, std::span<const FDouble3> Joints, size_t Axis)
{
	const size_t Count = Parents.size();
	std::vector<size_t> Size(Count, 1), Next(Count, Count);
	for (size_t Joint = Count; Joint-- > 0;)
	{
		if (Parents[Joint] == NoParent)
		{
			continue;
		}
		const auto Parent = static_cast<size_t>(Parents[Joint]);
		Size[Parent] += Size[Joint];
		if (Next[Parent] == Count || Size[Joint] >= Size[Next[Parent]])
		{
			Next[Parent] = Joint;
		}
	}
	std::vector<FAffine3d> Out;
	std::vector<Eigen::Vector3d> Directions;
	for (size_t Joint = 0; Joint < Count; ++Joint)
	{
		Eigen::Vector3d Along = Next[Joint] < Count
			? Eigen::Vector3d(AsVector(Joints[Next[Joint]]) - AsVector(Joints[Joint]))
			: Eigen::Vector3d(Eigen::Vector3d::Zero());
		const double Length = Along.norm();
		Along = Length > 1e-9            ? Eigen::Vector3d(Along / Length)
			: Parents[Joint] == NoParent ? Eigen::Vector3d(Eigen::Vector3d::Zero())
										 : Directions[static_cast<size_t>(Parents[Joint])];
		Directions.push_back(Along);
		FAffine3d& Frame = Out.emplace_back();
		if (!(Along.norm() > 0.5))
		{
			continue;
		}
		const Eigen::Vector3d Front = std::abs(Along.z()) < 0.99 ? Eigen::Vector3d::UnitZ() : Eigen::Vector3d::UnitY();
		const Eigen::Vector3d Third = (Front - Along.dot(Front) * Along).normalized();
		const Eigen::Vector3d Other = Axis == 0 ? Third.cross(Along) : Along.cross(Third);
		const Eigen::Vector3d Columns[3] = {Axis == 0 ? Along : Other, Axis == 0 ? Other : Along, Third};
		for (size_t Row = 0; Row < 3; ++Row)
		{
			for (size_t Column = 0; Column < 3; ++Column)
			{
				Frame.M[4 * Row + Column] = Columns[Column][static_cast<Eigen::Index>(Row)];
			}
		}
	}
	return Out;
}

} // namespace Exemplar
