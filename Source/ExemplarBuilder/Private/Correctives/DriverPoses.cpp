// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Correctives/DriverPoses.h"

#include "Fit/Procrustes.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace Exemplar
{

namespace DriverPosesDetail
{

Eigen::Matrix3d LinearPart(const FAffine3d& Map)
{
	return Eigen::Map<const Eigen::Matrix<double, 3, 4, Eigen::RowMajor>>(Map.M.data()).leftCols<3>();
}

/** The rotation nearest to a map that may stretch. */
Eigen::Quaterniond RotationPart(const FAffine3d& Map)
{
	return Eigen::Quaterniond(NearestRotation(LinearPart(Map)));
}

double Gaussian(double Dot, double Width)
{
	return std::exp(-4.0 * (1.0 - Dot * Dot) / (Width * Width));
}

} // namespace DriverPosesDetail

FDriverPoses ReadDriverPoses(std::span<const FAffine3d> Palettes, std::span<const int32_t> Parents)
{
	using namespace DriverPosesDetail;
	FDriverPoses Out;
	Out.JointCount = Parents.size();
	Out.Rotations.resize(Palettes.size());
	for (size_t First = 0; !Parents.empty() && First + Parents.size() <= Palettes.size(); First += Parents.size())
	{
		for (size_t Joint = 0; Joint < Parents.size(); ++Joint)
		{
			const Eigen::Quaterniond Own = RotationPart(Palettes[First + Joint]);
			const int32_t Parent = Parents[Joint];
			const Eigen::Quaterniond Above =
				Parent < 0 ? Eigen::Quaterniond::Identity() : RotationPart(Palettes[First + size_t(Parent)]);
			Out.Rotations[First + Joint] = (Above.conjugate() * Own).coeffs();
		}
	}
	return Out;
}

FDriverPoses JoinPoses(const FDriverPoses& A, const FDriverPoses& B)
{
	FDriverPoses Out = A;
	Out.Rotations.insert(Out.Rotations.end(), B.Rotations.begin(), B.Rotations.end());
	Out.Scalars.insert(Out.Scalars.end(), B.Scalars.begin(), B.Scalars.end());
	return Out;
}

FDriverPoses GatherPoses(const FDriverPoses& Poses, std::span<const uint32_t> Rows)
{
	FDriverPoses Out;
	Out.JointCount = Poses.JointCount;
	Out.ScalarCount = Poses.ScalarCount;
	for (const uint32_t Row : Rows)
	{
		const auto First = Poses.Rotations.begin() + std::ptrdiff_t(Row * Poses.JointCount);
		Out.Rotations.insert(Out.Rotations.end(), First, First + std::ptrdiff_t(Poses.JointCount));
		const auto FirstScalar = Poses.Scalars.begin() + std::ptrdiff_t(Row * Poses.ScalarCount);
		Out.Scalars.insert(Out.Scalars.end(), FirstScalar, FirstScalar + std::ptrdiff_t(Poses.ScalarCount));
	}
	return Out;
}

double RotationKernel(const Eigen::Vector4d& P, const Eigen::Vector4d& Q, double Width)
{
	using namespace DriverPosesDetail;
	return Gaussian(P.dot(Q), Width) - Gaussian(P.w(), Width) - Gaussian(Q.w(), Width) + 1.0;
}

double ScalarKernel(double A, double B, double Width)
{
	const auto Bell = [Width](double Distance) { return std::exp(-Distance * Distance / (Width * Width)); };
	return Bell(A - B) - Bell(A) - Bell(B) + 1.0;
}

Eigen::MatrixXd RotationKernels(const FDriverPoses& A, const FDriverPoses& B, size_t Joint, double Width)
{
	Eigen::MatrixXd Out(Eigen::Index(A.PoseCount()), Eigen::Index(B.PoseCount()));
	for (Eigen::Index Column = 0; Column < Out.cols(); ++Column)
	{
		for (Eigen::Index Row = 0; Row < Out.rows(); ++Row)
		{
			Out(Row, Column) = RotationKernel(A.Rotation(size_t(Row), Joint), B.Rotation(size_t(Column), Joint), Width);
		}
	}
	return Out;
}

double PoseDistance(const FDriverPoses& Poses, size_t A, size_t B)
{
	double Sum = 0.0;
	for (size_t Joint = 0; Joint < Poses.JointCount; ++Joint)
	{
		const double Dot = (std::min)(1.0, std::abs(Poses.Rotation(A, Joint).dot(Poses.Rotation(B, Joint))));
		const double Angle = 2.0 * std::acos(Dot);
		Sum += Angle * Angle;
	}
	for (size_t Index = 0; Index < Poses.ScalarCount; ++Index)
	{
		const double Difference = Poses.Scalar(A, Index) - Poses.Scalar(B, Index);
		Sum += Difference * Difference;
	}
	return std::sqrt(Sum / double((std::max)(size_t(1), Poses.JointCount)));
}

std::vector<uint32_t> GroupPoses(const FDriverPoses& Poses, size_t Count)
{
	// Seeds by farthest points, then every pose to its nearest seed: ties go to the lower number.
	std::vector<uint32_t> Groups(Poses.PoseCount(), 0);
	std::vector<double> Nearest(Poses.PoseCount(), (std::numeric_limits<double>::max)());
	size_t Seed = 0;
	for (uint32_t Group = 0; Group < (std::min)(Count, Poses.PoseCount()); ++Group)
	{
		for (size_t Pose = 0; Pose < Poses.PoseCount(); ++Pose)
		{
			const double Distance = PoseDistance(Poses, Pose, Seed);
			if (Distance < Nearest[Pose])
			{
				Nearest[Pose] = Distance;
				Groups[Pose] = Group;
			}
		}
		Seed = size_t(std::max_element(Nearest.begin(), Nearest.end()) - Nearest.begin());
		if (Nearest[Seed] == 0.0)
		{
			break;
		}
	}
	return Groups;
}

std::vector<uint32_t> GroupExamples(const FDriverPoses& Poses, std::span<const uint32_t> Clips)
{
	const size_t Count = Poses.PoseCount(), Largest = (std::max)(size_t(1), Count / 8);
	const std::vector<uint32_t> One(Count, 0);
	const std::span<const uint32_t> Given = Clips.empty() ? std::span<const uint32_t>(One) : Clips;
	std::vector<uint32_t> Groups(Count, 0);
	uint32_t Next = 0;
	const uint32_t ClipCount = Count == 0 ? 0 : 1 + *std::max_element(Given.begin(), Given.end());
	for (uint32_t Clip = 0; Clip < ClipCount; ++Clip)
	{
		std::vector<uint32_t> Members;
		for (uint32_t Pose = 0; Pose < Count; ++Pose)
		{
			if (Given[Pose] == Clip)
			{
				Members.push_back(Pose);
			}
		}
		const size_t Parts = (Members.size() + Largest - 1) / Largest;
		const std::vector<uint32_t> Inner = GroupPoses(GatherPoses(Poses, Members), (std::max)(size_t(1), Parts));
		uint32_t Used = 0;
		for (size_t Index = 0; Index < Members.size(); ++Index)
		{
			Groups[Members[Index]] = Next + Inner[Index];
			Used = (std::max)(Used, Inner[Index] + 1);
		}
		Next += Used;
	}
	return Groups;
}

} // namespace Exemplar
