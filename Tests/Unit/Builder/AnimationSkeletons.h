// Copyright (c) 2026 Exemplar contributors. MIT licence.

#pragma once

#include "AnimationSpace/AnimationVector.h"
#include "AnimationSpace/EigenBlocks.h"

#include <Eigen/Geometry>
#include <cmath>
#include <random>

namespace Exemplar::AnimationSkeletons
{

/** Numbers that are the same with every standard library. */
class FNumbers
{
public:
	explicit FNumbers(uint64_t Seed)
		: Engine(Seed)
	{
	}
	double Unit() { return static_cast<double>(Engine() >> 11) * 0x1.0p-53; }
	double Signed() { return 2.0 * Unit() - 1.0; }
	double Between(double Low, double High) { return Low + (High - Low) * Unit(); }
	size_t Below(size_t Count) { return static_cast<size_t>(Engine() % Count); }
	FDouble3 Point() { return {Signed(), Signed(), Signed()}; }
	Eigen::Vector3d Direction()
	{
		for (;;)
		{
			const Eigen::Vector3d D(Signed(), Signed(), Signed());
			if (D.norm() > 0.1 && D.norm() <= 1.0)
			{
				return D.normalized();
			}
		}
	}
	/** Uniform over all rotations (Shoemake 1992). */
	Eigen::Matrix3d AnyRotation()
	{
		const double A = Unit(), B = 2.0 * Pi * Unit(), C = 2.0 * Pi * Unit();
		return Eigen::Quaterniond(std::sqrt(1.0 - A) * std::sin(B), std::sqrt(1.0 - A) * std::cos(B),
			std::sqrt(A) * std::sin(C), std::sqrt(A) * std::cos(C))
			.toRotationMatrix();
	}
	Eigen::Matrix3d RotationBy(double MaxAngle)
	{
		return Eigen::AngleAxisd(Between(-MaxAngle, MaxAngle), Direction()).toRotationMatrix();
	}

private:
	static constexpr double Pi = 3.14159265358979323846;
	std::mt19937_64 Engine;
};

/** A tree of joints that turn about fixed points, with palettes (rest to pose) and bone frames of random poses. */
struct FTree
{
	std::vector<int32_t> Parents;
	std::vector<FAffine3d> RestLocal;
	std::vector<FAffine3d> RestModel;

	FTree(FNumbers& Numbers, size_t BoneCount)
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
	std::vector<FAffine3d> Pose(FNumbers& Numbers, double MaxAngle) const
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
