// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/Joints.h"

#include "Geometry/EigenLibrary.h"
#include "Geometry/EigenMap.h"
#include "Geometry/Measures.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace Exemplar
{

namespace JointsDetail
{

constexpr double RelativeRank = 1e-3; // hinge axes that wobble by less than 1.8 degrees are hinges
constexpr double LeastBend = 2.0 * 3.14159265358979323846 / 180.0;
constexpr double LargestShift = 0.25;  // of the rest diagonal
constexpr double EstimateSpread = 0.2; // of the largest shift: how far off estimates are on the benchmark's sets

using FLinear = Eigen::Matrix<double, 3, 4, Eigen::RowMajor>;

FLinear Difference(const FAffine3d& A, const FAffine3d& B)
{
	return Eigen::Map<const FLinear>(A.M.data()) - Eigen::Map<const FLinear>(B.M.data());
}

double SquaredGap(std::span<const FAffine3d> A, std::span<const FAffine3d> B, std::span<const double> Weights,
	const Eigen::Vector3d& X)
{
	double Sum = 0.0;
	for (size_t Pose = 0; Pose < A.size(); ++Pose)
	{
		Sum += Weights[Pose] * (Difference(A[Pose], B[Pose]) * X.homogeneous()).squaredNorm();
	}
	return Sum;
}

/** The turn of bone A as bone B sees it. */
Eigen::Quaterniond TurnOf(const FAffine3d& A, const FAffine3d& B)
{
	const Eigen::Matrix3d Linear = Eigen::Map<const FLinear>(B.M.data()).leftCols<3>().transpose() *
		Eigen::Map<const FLinear>(A.M.data()).leftCols<3>();
	return Eigen::Quaterniond(Linear).normalized();
}

/**
 * What each pose counts: bends that differ by less than LeastBend are one, and share a weight of one; those that do not
 * differ from the rest's tell nothing and have none. A clip that stands idle, at rest or in a stance, then weighs the
 * same for any number of its frames.
 */
std::vector<double> WeighBends(std::span<const FAffine3d> A, std::span<const FAffine3d> B, double& Count)
{
	const double Same = std::cos(0.5 * LeastBend); // of half the angle between two turns
	std::vector<Eigen::Quaterniond> Bends{Eigen::Quaterniond::Identity()};
	std::vector<double> Members{0.0};
	std::vector<size_t> BendOf;
	for (size_t Pose = 0; Pose < A.size(); ++Pose)
	{
		const Eigen::Quaterniond Turn = TurnOf(A[Pose], B[Pose]);
		const auto Found = std::find_if(Bends.begin(), Bends.end(),
			[&](const Eigen::Quaterniond& Bend) { return std::abs(Bend.dot(Turn)) > Same; });
		BendOf.push_back(static_cast<size_t>(Found - Bends.begin()));
		if (Found == Bends.end())
		{
			Bends.push_back(Turn);
			Members.push_back(0.0);
		}
		Members[BendOf.back()] += 1.0;
	}
	std::vector<double> Weights;
	for (const size_t Bend : BendOf)
	{
		Weights.push_back(Bend == 0 ? 0.0 : 1.0 / Members[Bend]);
	}
	Count = static_cast<double>(Bends.size() - 1);
	return Weights;
}

/** Mean of summed homogeneous points; the origin for none. */
Eigen::Vector3d Center(const Eigen::Vector4d& Sum)
{
	return Sum.w() > 0.0 ? Eigen::Vector3d(Sum.head<3>() / Sum.w()) : Eigen::Vector3d::Zero();
}

/** Midpoint of the closest two points that the bones dominate; the centroids' midpoint if one dominates none. */
Eigen::Vector3d ClosestApproach(const FTriangleMesh& Rest, const std::vector<std::vector<uint32_t>>& Held, size_t A,
	size_t B, const Eigen::Vector3d& Fallback)
{
	double Best = std::numeric_limits<double>::infinity();
	Eigen::Vector3d Out = Fallback;
	for (const uint32_t P : Held[A])
	{
		const Eigen::Vector3d U = AsVector(Rest.Positions[P]);
		for (const uint32_t Q : Held[B])
		{
			const Eigen::Vector3d V = AsVector(Rest.Positions[Q]);
			if ((U - V).squaredNorm() < Best)
			{
				Best = (U - V).squaredNorm();
				Out = 0.5 * (U + V);
			}
		}
	}
	return Out;
}

} // namespace JointsDetail

FJointFit FitJoint(
	std::span<const FAffine3d> A, std::span<const FAffine3d> B, const FDouble3& Estimate, double MaxShift)
{
	using namespace JointsDetail;
	const Eigen::Vector3d Start = AsVector(Estimate);
	double Bends = 0.0;
	const std::vector<double> Weights = WeighBends(A, B, Bends);
	Eigen::Matrix3d H = Eigen::Matrix3d::Zero();
	Eigen::Vector3d Right = Eigen::Vector3d::Zero();
	for (size_t Pose = 0; Pose < A.size(); ++Pose)
	{
		const FLinear D = Difference(A[Pose], B[Pose]);
		H += Weights[Pose] * D.leftCols<3>().transpose() * D.leftCols<3>();
		Right -= Weights[Pose] * D.leftCols<3>().transpose() * (D * Start.homogeneous());
	}
	const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> Solver(H);
	const Eigen::Vector3d Values = Solver.eigenvalues(); // ascending
	const double Sine = std::sin(0.5 * LeastBend);
	const double Least = (std::max)(RelativeRank * Values[2], 4.0 * Sine * Sine * Bends);
	int Rank = 0;
	for (int Index = 0; Index < 3 && Bends > 0.0; ++Index)
	{
		Rank += Values[Index] >= Least;
	}
	const auto Solve = [&](int Dimensions, double Prior)
	{
		Eigen::Vector3d Shift = Eigen::Vector3d::Zero();
		for (int Index = 3 - Dimensions; Index < 3; ++Index)
		{
			const Eigen::Vector3d Axis = Solver.eigenvectors().col(Index);
			Shift += Axis * (Axis.dot(Right) / (Values[Index] + Prior));
		}
		return Shift;
	};
	FJointFit Fit{Estimate, 0, 0.0};
	Eigen::Vector3d X = Start;
	for (; Rank > 0; Rank = Rank == 3 ? 2 : 0)
	{
		// Bones that never meet have no joint to be found: the farther apart they stay, the more the estimate counts.
		const Eigen::Vector3d Free = Solve(Rank, 0.0);
		const double Spread = EstimateSpread * MaxShift;
		const Eigen::Vector3d Shift = Solve(Rank, SquaredGap(A, B, Weights, Start + Free) / (Spread * Spread));
		if (Shift.norm() <= MaxShift)
		{
			X = Start + Shift;
			break;
		}
	}
	Fit.Rank = Rank;
	Fit.Position = Rank > 0 ? ToDouble3(X) : Estimate;
	const std::vector<double> Alike(A.size(), 1.0);
	Fit.Gap = A.empty() ? 0.0 : std::sqrt(SquaredGap(A, B, Alike, X) / static_cast<double>(A.size()));
	return Fit;
}

std::vector<FDouble3> EstimateJoints(
	const FTriangleMesh& Rest, const FRigWeights& Weights, const std::vector<int32_t>& Parents)
{
	using namespace JointsDetail;
	// Sums over shared points and the points that each bone dominates, in one walk over the weights.
	const size_t BoneCount = Parents.size();
	std::vector<Eigen::Vector4d> Shared(BoneCount, Eigen::Vector4d::Zero()); // of a bone with its parent
	std::vector<Eigen::Vector4d> Centroids(BoneCount, Eigen::Vector4d::Zero());
	std::vector<std::vector<uint32_t>> Held(BoneCount);
	std::vector<double> Row(BoneCount, 0.0);
	const std::vector<double> Areas = VertexAreas(Rest.Positions, Rest.Triangles);
	for (size_t Point = 0; Point < Weights.PointCount(); ++Point)
	{
		const uint32_t Begin = Weights.Offsets[Point], End = Weights.Offsets[Point + 1];
		const Eigen::Vector4d P = AsVector(Rest.Positions[Point]).homogeneous();
		uint32_t Strongest = Begin;
		for (uint32_t Index = Begin; Index < End; ++Index)
		{
			Row[Weights.Bones[Index]] = Weights.Weights[Index];
			Centroids[Weights.Bones[Index]] += Areas[Point] * Weights.Weights[Index] * P;
			Strongest = Weights.Weights[Index] > Weights.Weights[Strongest] ? Index : Strongest;
		}
		if (Begin == End)
		{
			continue;
		}
		const int32_t Main = Weights.Bones[Strongest];
		Held[static_cast<size_t>(Main)].push_back(static_cast<uint32_t>(Point));
		for (uint32_t Index = Begin; Index < End; ++Index)
		{
			const int32_t Bone = Weights.Bones[Index];
			const int32_t Parent = Parents[static_cast<size_t>(Bone)];
			if (Parent != NoParent && (Main == Bone || Main == Parent))
			{
				Shared[static_cast<size_t>(Bone)] +=
					(std::min)(Row[static_cast<size_t>(Bone)], Row[static_cast<size_t>(Parent)]) * P;
			}
		}
		for (uint32_t Index = Begin; Index < End; ++Index)
		{
			Row[Weights.Bones[Index]] = 0.0;
		}
	}
	std::vector<FDouble3> Estimates(BoneCount);
	for (size_t Bone = 0; Bone < BoneCount; ++Bone)
	{
		const Eigen::Vector3d Own = Center(Centroids[Bone]);
		if (Parents[Bone] == NoParent)
		{
			Estimates[Bone] = ToDouble3(Own);
			continue;
		}
		const size_t Parent = static_cast<size_t>(Parents[Bone]);
		Estimates[Bone] = ToDouble3(Shared[Bone].w() > 0.0
				? Center(Shared[Bone])
				: ClosestApproach(Rest, Held, Bone, Parent, 0.5 * (Own + Center(Centroids[Parent]))));
	}
	return Estimates;
}

std::vector<FJointFit> FitJoints(const FTriangleMesh& Rest, const FRig& Rig, const std::vector<int32_t>& Parents)
{
	using namespace JointsDetail;
	const std::vector<FDouble3> Estimates = EstimateJoints(Rest, Rig.Weights, Parents);
	const double MaxShift = LargestShift * BoxDiagonal(Rest.Positions);
	std::vector<FJointFit> Joints(Rig.BoneCount);
	for (size_t Bone = 0; Bone < Rig.BoneCount; ++Bone)
	{
		const std::span<const FAffine3d> Own{&Rig.Transform(Bone, 0), Rig.PoseCount};
		Joints[Bone] = Parents[Bone] == NoParent
			? FJointFit{Estimates[Bone], 0, 0.0}
			: FitJoint(Own, {&Rig.Transform(static_cast<size_t>(Parents[Bone]), 0), Rig.PoseCount}, Estimates[Bone],
				  MaxShift);
	}
	return Joints;
}

} // namespace Exemplar
