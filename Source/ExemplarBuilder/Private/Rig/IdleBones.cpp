// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/IdleBones.h"

#include "Geometry/EigenLibrary.h"
#include "Geometry/EigenMap.h"
#include "Model/WeightRows.h"

#include <algorithm>

namespace Exemplar
{

namespace IdleBonesDetail
{

std::vector<uint8_t> FindHeld(const FRig& Rig)
{
	std::vector<uint8_t> Out(Rig.BoneCount, 0);
	for (const uint16_t Bone : Rig.Weights.Bones)
	{
		Out[Bone] = 1;
	}
	return Out;
}

/** The points in which each bone has the largest weight. */
std::vector<std::vector<uint32_t>> FindLed(const FRig& Rig)
{
	std::vector<std::vector<uint32_t>> Out(Rig.BoneCount);
	for (uint32_t Point = 0; Point < Rig.Weights.PointCount(); ++Point)
	{
		const auto First = Rig.Weights.Weights.begin() + Rig.Weights.Offsets[Point];
		const auto Last = Rig.Weights.Weights.begin() + Rig.Weights.Offsets[Point + 1];
		if (First != Last)
		{
			const auto Largest = std::max_element(First, Last);
			Out[Rig.Weights.Bones[static_cast<size_t>(Largest - Rig.Weights.Weights.begin())]].push_back(Point);
		}
	}
	return Out;
}

/** A cut through the points of a bone: those beyond it change hands. */
struct FCut
{
	Eigen::Vector3d Direction = Eigen::Vector3d::UnitX();
	double Offset = 0.0;

	bool IsBeyond(const FDouble3& P) const { return Direction.dot(AsVector(P)) > Offset; }
};

/** Across the longest extent, within the plane if asked for; or away from the plane. */
FCut CutOf(
	const FTriangleMesh& Rest, const FMirror& Mirror, std::span<const uint32_t> Points, bool bWithin, bool bAside)
{
	const Eigen::Vector3d Normal = AsVector(Mirror.Normal);
	FCut Out;
	Out.Direction = Normal;
	if (!bAside)
	{
		Eigen::Vector3d Mean = Eigen::Vector3d::Zero();
		for (const uint32_t Point : Points)
		{
			Mean += AsVector(Rest.Positions[Point]) / static_cast<double>(Points.size());
		}
		Eigen::Matrix3d Spread = Eigen::Matrix3d::Zero();
		for (const uint32_t Point : Points)
		{
			Eigen::Vector3d V = AsVector(Rest.Positions[Point]) - Mean;
			V -= bWithin ? Eigen::Vector3d(Normal * Normal.dot(V)) : Eigen::Vector3d(Eigen::Vector3d::Zero());
			Spread += V * V.transpose();
		}
		const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> Solver(Spread);
		Out.Direction = Solver.eigenvectors().col(2);
	}
	std::vector<double> Places;
	for (const uint32_t Point : Points)
	{
		Places.push_back(Out.Direction.dot(AsVector(Rest.Positions[Point])));
	}
	std::sort(Places.begin(), Places.end());
	const size_t Last = Places.size() - 1;
	Out.Offset = bAside ? (std::max)(Mirror.Offset, Places[3 * Last / 4]) : Places[Last / 2];
	return Out;
}

} // namespace IdleBonesDetail

bool HasIdleBones(const FRig& Rig)
{
	const std::vector<uint8_t> Held = IdleBonesDetail::FindHeld(Rig);
	return std::find(Held.begin(), Held.end(), 0) != Held.end();
}

void EmployIdleBones(const FTriangleMesh& Rest, const FMirror& Mirror, const std::vector<uint16_t>& Pairs, FRig& Rig)
{
	using namespace IdleBonesDetail;
	for (size_t Idle = 0; Idle < Rig.BoneCount; ++Idle)
	{
		const size_t Image = Pairs[Idle];
		const std::vector<uint8_t> Held = FindHeld(Rig);
		if (Held[Idle] != 0 || Held[Image] != 0)
		{
			continue;
		}
		const std::vector<std::vector<uint32_t>> Led = FindLed(Rig);
		size_t Donor = Rig.BoneCount;
		for (size_t Bone = 0; Bone < Rig.BoneCount; ++Bone)
		{
			const bool bMay = Led[Bone].size() > 3 && (Image != Idle || Pairs[Bone] == Bone);
			Donor = bMay && (Donor == Rig.BoneCount || Led[Bone].size() > Led[Donor].size()) ? Bone : Donor;
		}
		if (Donor == Rig.BoneCount)
		{
			continue;
		}
		const size_t DonorImage = Pairs[Donor];
		const FCut Cut = CutOf(Rest, Mirror, Led[Donor], Image == Idle, Image != Idle && DonorImage == Donor);
		FRigWeights Weights;
		std::vector<double> Sums(Rig.BoneCount);
		for (size_t Point = 0; Point < Rig.Weights.PointCount(); ++Point)
		{
			const FDouble3& P = Rest.Positions[Point];
			const bool bHere = Cut.IsBeyond(P), bThere = Cut.IsBeyond(Reflect(Mirror, P));
			std::fill(Sums.begin(), Sums.end(), 0.0);
			for (uint32_t Entry = Rig.Weights.Offsets[Point]; Entry < Rig.Weights.Offsets[Point + 1]; ++Entry)
			{
				const size_t Bone = Rig.Weights.Bones[Entry];
				const bool bOwn = Bone == Donor && bHere, bOther = Bone == DonorImage && bThere;
				Sums[bOwn ? Idle : (bOther ? Image : Bone)] += Rig.Weights.Weights[Entry];
			}
			AppendLargest(Sums, Rig.BoneCount, Weights);
		}
		Rig.Weights = std::move(Weights);
		for (size_t Pose = 0; Pose < Rig.PoseCount; ++Pose)
		{
			Rig.Transform(Idle, Pose) = Rig.Transform(Donor, Pose);
			Rig.Transform(Image, Pose) = Rig.Transform(DonorImage, Pose);
		}
	}
}

} // namespace Exemplar
