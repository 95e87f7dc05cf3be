// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/Symmetry.h"

#include "Geometry/ClosestPoint.h"
#include "Geometry/EigenLibrary.h"
#include "Geometry/EigenMap.h"
#include "Geometry/Measures.h"
#include "Model/WeightRows.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace Exemplar
{

namespace SymmetryDetail
{

constexpr size_t SampleCount = 1500;
constexpr int Refinements = 15;

struct FPlane
{
	Eigen::Vector3d Normal;
	double Offset;
	Eigen::Vector3d Reflect(const Eigen::Vector3d& P) const { return P - 2.0 * (Normal.dot(P) - Offset) * Normal; }
};

/** Closest points of the samples' mirror images, then the best reflection for these pairs; returns the RMS distance. */
double RefinePlane(const FTriangleMesh& Rest, const FClosestPointFinder& Finder, const std::vector<uint32_t>& Samples,
	FPlane& Plane, const FBuildContext& Context)
{
	double Rms = 0.0;
	std::vector<FDouble3> Images(Samples.size());
	for (int Round = 0; Round <= Refinements; ++Round)
	{
		for (size_t Index = 0; Index < Samples.size(); ++Index)
		{
			Images[Index] = ToDouble3(Plane.Reflect(AsVector(Rest.Positions[Samples[Index]])));
		}
		const std::vector<FClosestPoint> Hits = Finder.Find(Images, *Context.Executor);
		const double Count = static_cast<double>(Samples.size());
		Eigen::Vector3d MeanP = Eigen::Vector3d::Zero(), MeanQ = Eigen::Vector3d::Zero();
		Eigen::Matrix3d Cross = Eigen::Matrix3d::Zero();
		double Sum = 0.0;
		for (size_t Index = 0; Index < Samples.size(); ++Index)
		{
			const Eigen::Vector3d P = AsVector(Rest.Positions[Samples[Index]]), Q = AsVector(Hits[Index].Position);
			MeanP += P / Count;
			MeanQ += Q / Count;
			Sum += Hits[Index].Distance * Hits[Index].Distance;
		}
		for (size_t Index = 0; Index < Samples.size(); ++Index)
		{
			Cross += (AsVector(Rest.Positions[Samples[Index]]) - MeanP) *
				(AsVector(Hits[Index].Position) - MeanQ).transpose();
		}
		const double Before = Rms;
		Rms = std::sqrt(Sum / Count);
		if (Round == Refinements || (Round > 0 && std::abs(Before - Rms) <= 1e-6 * Rms))
		{
			break;
		}
		// tr((I - 2 n n^T) C) is largest for the eigenvector of the smallest eigenvalue of C + C^T.
		const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> Solver(Cross + Cross.transpose());
		Eigen::Vector3d Normal = Solver.eigenvectors().col(0);
		Plane.Normal = Normal.dot(Plane.Normal) < 0.0 ? Eigen::Vector3d(-Normal) : Normal;
		Plane.Offset = 0.5 * Plane.Normal.dot(MeanP + MeanQ);
	}
	return Rms;
}

} // namespace SymmetryDetail

FDouble3 Reflect(const FMirror& Mirror, const FDouble3& Point)
{
	return ToDouble3(SymmetryDetail::FPlane{AsVector(Mirror.Normal), Mirror.Offset}.Reflect(AsVector(Point)));
}

TResult<FMirror> FindMirror(const FTriangleMesh& Rest, double Tolerance, const FBuildContext& Context)
{
	using namespace SymmetryDetail;
	if (Rest.Triangles.empty())
	{
		return FError{EErrorCode::Degenerate, "A mesh without triangles has no mirror plane."};
	}
	const FClosestPointFinder Finder(Rest.Positions, Rest.Triangles);
	const Eigen::Map<const FPositionMatrix> Positions = AsMatrix(Rest.Positions);
	const double Diagonal = BoxDiagonal(Rest.Positions);
	const std::vector<double> Areas = VertexAreas(Rest.Positions, Rest.Triangles);
	const Eigen::Map<const Eigen::VectorXd> Masses(Areas.data(), static_cast<Eigen::Index>(Areas.size()));
	if (!(Masses.sum() > 0.0))
	{
		return FError{EErrorCode::Degenerate, "A mesh without area has no mirror plane."};
	}
	const Eigen::RowVector3d Center = (Masses.transpose() * Positions) / Masses.sum();
	const FPositionMatrix Centered = Positions.rowwise() - Center;
	const Eigen::Matrix3d Inertia = Centered.transpose() * Masses.asDiagonal() * Centered;
	const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> Axes(Inertia);

	std::vector<uint32_t> Samples;
	const size_t Stride = (std::max)(size_t{1}, Rest.Positions.size() / SampleCount);
	for (size_t Point = 0; Point < Rest.Positions.size(); Point += Stride)
	{
		Samples.push_back(static_cast<uint32_t>(Point));
	}
	FPlane Best{Eigen::Vector3d::UnitX(), 0.0};
	double Least = std::numeric_limits<double>::infinity();
	for (int Guess = 0; Guess < 6; ++Guess)
	{
		FPlane Plane{
			Guess < 3 ? Eigen::Vector3d::Unit(Guess) : Eigen::Vector3d(Axes.eigenvectors().col(Guess - 3)), 0.0};
		Plane.Offset = Plane.Normal.dot(Center);
		const double Rms = RefinePlane(Rest, Finder, Samples, Plane, Context);
		if (Rms < Least - 1e-4 * Diagonal) // of equally good planes the first: characters are symmetric about x = 0
		{
			Least = Rms;
			Best = Plane;
		}
		if (!Context.Progress.Report(static_cast<double>(Guess + 1) / 7.0))
		{
			return Context.Progress.CanceledError();
		}
	}

	FMirror Mirror;
	Mirror.Normal = ToDouble3(Best.Normal);
	Mirror.Offset = Best.Offset;
	std::vector<FDouble3> Images;
	for (const FDouble3& P : Rest.Positions)
	{
		Images.push_back(Reflect(Mirror, P));
	}
	double Sum = 0.0;
	for (const FClosestPoint& Hit : Finder.Find(Images, *Context.Executor))
	{
		const FTriangle& Triangle = Rest.Triangles[static_cast<size_t>(Hit.Where.Triangle)];
		Mirror.Points.push_back({static_cast<uint32_t>(Triangle[0]), static_cast<uint32_t>(Triangle[1]),
			static_cast<uint32_t>(Triangle[2])});
		Mirror.Shares.push_back(Hit.Where.Weights);
		Sum += Hit.Distance * Hit.Distance;
	}
	Images.clear();
	for (const FTriangle& Triangle : Rest.Triangles)
	{
		const FSurfaceCoordinate Middle{
			static_cast<int32_t>(&Triangle - Rest.Triangles.data()), {1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0}};
		Images.push_back(Reflect(Mirror, PointAt(Rest.Positions, Rest.Triangles, Middle)));
	}
	for (const FClosestPoint& Hit : Finder.Find(Images, *Context.Executor))
	{
		Mirror.Faces.push_back(static_cast<uint32_t>(Hit.Where.Triangle));
	}
	Mirror.Error = 100.0 * std::sqrt(Sum / static_cast<double>(Rest.Positions.size())) / Diagonal;
	if (!(Mirror.Error <= Tolerance))
	{
		return FError{EErrorCode::Degenerate,
			"The rest mesh has no mirror symmetry: even for the best plane mirror images are " +
				std::to_string(Mirror.Error) + " % of the diagonal off the surface. Build it without symmetry."};
	}
	return Mirror;
}

FExampleSet AddMirroredPoses(const FExampleSet& Examples, const FMirror& Mirror)
{
	FExampleSet Out;
	Out.Rest = Examples.Rest;
	Out.Poses = Examples.Poses;
	for (const std::vector<FDouble3>& Pose : Examples.Poses)
	{
		// Each point goes where the mirror image of its partner goes.
		std::vector<FDouble3> Mirrored(Pose.size());
		for (size_t Point = 0; Point < Pose.size(); ++Point)
		{
			Eigen::Vector3d Image = Eigen::Vector3d::Zero();
			for (size_t Corner = 0; Corner < 3; ++Corner)
			{
				Image += Mirror.Shares[Point][Corner] * AsVector(Pose[Mirror.Points[Point][Corner]]);
			}
			Mirrored[Point] = Reflect(Mirror, ToDouble3(Image));
		}
		Out.Poses.push_back(std::move(Mirrored));
	}
	return Out;
}

std::vector<uint16_t> PairBones(
	const FTriangleMesh& Rest, const FMirror& Mirror, const FRigWeights& Weights, size_t BoneCount)
{
	const std::vector<double> Areas = VertexAreas(Rest.Positions, Rest.Triangles);
	std::vector<double> Overlap(BoneCount * BoneCount, 0.0);
	for (size_t Point = 0; Point < Weights.PointCount(); ++Point)
	{
		for (uint32_t Own = Weights.Offsets[Point]; Own < Weights.Offsets[Point + 1]; ++Own)
		{
			for (size_t Corner = 0; Corner < 3; ++Corner)
			{
				const uint32_t Image = Mirror.Points[Point][Corner];
				for (uint32_t Other = Weights.Offsets[Image]; Other < Weights.Offsets[Image + 1]; ++Other)
				{
					const double Shared =
						Areas[Point] * Mirror.Shares[Point][Corner] * Weights.Weights[Own] * Weights.Weights[Other];
					const size_t A = Weights.Bones[Own], B = Weights.Bones[Other];
					Overlap[A * BoneCount + B] += Shared;
					Overlap[B * BoneCount + A] += Shared;
				}
			}
		}
	}
	// Greedy: the pairs that share most first; a bone that is left over is its own partner.
	std::vector<std::tuple<double, uint16_t, uint16_t>> Pairs;
	for (size_t A = 0; A < BoneCount; ++A)
	{
		for (size_t B = A; B < BoneCount; ++B)
		{
			Pairs.emplace_back(-Overlap[A * BoneCount + B], static_cast<uint16_t>(A), static_cast<uint16_t>(B));
		}
	}
	std::sort(Pairs.begin(), Pairs.end());
	std::vector<uint16_t> Partner(BoneCount, 0xffff);
	for (const auto& [Minus, A, B] : Pairs)
	{
		if (Minus < 0.0 && Partner[A] == 0xffff && Partner[B] == 0xffff)
		{
			Partner[A] = B;
			Partner[B] = A;
		}
	}
	for (size_t Bone = 0; Bone < BoneCount; ++Bone)
	{
		Partner[Bone] = Partner[Bone] == 0xffff ? static_cast<uint16_t>(Bone) : Partner[Bone];
	}
	return Partner;
}

void SymmetrizeWeights(const FMirror& Mirror, const std::vector<uint16_t>& Pairs, size_t InfluenceCap, FRig& Rig)
{
	FRigWeights Mean;
	std::vector<double> Sums(Rig.BoneCount, 0.0);
	for (size_t Point = 0; Point < Rig.Weights.PointCount(); ++Point)
	{
		std::fill(Sums.begin(), Sums.end(), 0.0);
		for (uint32_t Index = Rig.Weights.Offsets[Point]; Index < Rig.Weights.Offsets[Point + 1]; ++Index)
		{
			Sums[Rig.Weights.Bones[Index]] += 0.5 * Rig.Weights.Weights[Index];
		}
		for (size_t Corner = 0; Corner < 3; ++Corner)
		{
			const uint32_t Image = Mirror.Points[Point][Corner];
			for (uint32_t Index = Rig.Weights.Offsets[Image]; Index < Rig.Weights.Offsets[Image + 1]; ++Index)
			{
				Sums[Pairs[Rig.Weights.Bones[Index]]] +=
					0.5 * Mirror.Shares[Point][Corner] * Rig.Weights.Weights[Index];
			}
		}
		AppendLargest(Sums, InfluenceCap, Mean);
	}
	Rig.Weights = std::move(Mean);
}

void SymmetrizeJoints(const FMirror& Mirror, const std::vector<uint16_t>& Pairs, FRig& Rig)
{
	const std::vector<FDouble3> Joints = Rig.Joints;
	for (size_t Bone = 0; Bone < Rig.BoneCount; ++Bone)
	{
		const int32_t Parent = Rig.Parents[Bone];
		const size_t Image = Pairs[Bone];
		const bool bSameEdge = Parent == NoParent
			? Rig.Parents[Image] == NoParent
			: Rig.Parents[Image] == static_cast<int32_t>(Pairs[static_cast<size_t>(Parent)]);
		if (bSameEdge)
		{
			const FDouble3 Other = Reflect(Mirror, Joints[Image]);
			Rig.Joints[Bone] = {
				0.5 * (Joints[Bone].X + Other.X), 0.5 * (Joints[Bone].Y + Other.Y), 0.5 * (Joints[Bone].Z + Other.Z)};
		}
	}
}

} // namespace Exemplar
