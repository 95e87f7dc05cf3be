// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/DependentBones.h"

#include "Fit/SimplexFit.h"
#include "Geometry/EigenLibrary.h"
#include "Geometry/EigenMap.h"
#include "Geometry/Measures.h"
#include "Model/WeightRows.h"

#include <algorithm>
#include <cmath>

namespace Exemplar
{

namespace DependentBonesDetail
{

using FRows = Eigen::Matrix<double, 3, 4, Eigen::RowMajor>;

/** Squared errors between blends of the candidates and a bone, at the bone's points: the source of the simplex fit. */
class FPredictionGram
{
public:
	FPredictionGram(
		const FRig& Rig, size_t Bone, const Eigen::Matrix4d& Spread, const std::vector<uint16_t>& Candidates)
		: Entries(static_cast<Eigen::Index>(Candidates.size()), static_cast<Eigen::Index>(Candidates.size()))
	{
		Entries.setZero();
		std::vector<FRows> Off(Candidates.size()), Spreads(Candidates.size());
		for (size_t Pose = 0; Pose < Rig.PoseCount; ++Pose)
		{
			const Eigen::Map<const FRows> Own(Rig.Transform(Bone, Pose).M.data());
			for (size_t Index = 0; Index < Candidates.size(); ++Index)
			{
				Off[Index] = Eigen::Map<const FRows>(Rig.Transform(Candidates[Index], Pose).M.data()) - Own;
				Spreads[Index] = Off[Index] * Spread;
			}
			for (size_t A = 0; A < Candidates.size(); ++A)
			{
				for (size_t B = 0; B < Candidates.size(); ++B)
				{
					Entries(static_cast<Eigen::Index>(A), static_cast<Eigen::Index>(B)) +=
						Spreads[A].cwiseProduct(Off[B]).sum();
				}
			}
		}
		ShiftValue = Entries.diagonal().mean() + (std::numeric_limits<double>::min)();
		Entries.array() += ShiftValue;
	}

	int Count() const { return static_cast<int>(Entries.rows()); }
	const double* Row(int Index) const { return Entries.row(Index).data(); }
	double Diagonal(int Index) const { return Entries(Index, Index); }
	double Shift() const { return ShiftValue; }

private:
	Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> Entries;
	double ShiftValue = 0.0;
};

/** Bones that share a point with each bone, and the spread of its points by squared weight. */
void CollectNeighbors(const FTriangleMesh& Rest, const FRig& Rig, std::vector<std::vector<uint16_t>>& Neighbors,
	std::vector<Eigen::Matrix4d>& Spreads)
{
	std::vector<uint8_t> Shared(Rig.BoneCount * Rig.BoneCount, 0);
	Spreads.assign(Rig.BoneCount, Eigen::Matrix4d::Zero());
	for (size_t Point = 0; Point < Rig.Weights.PointCount(); ++Point)
	{
		const Eigen::Vector4d P = AsVector(Rest.Positions[Point]).homogeneous();
		for (uint32_t A = Rig.Weights.Offsets[Point]; A < Rig.Weights.Offsets[Point + 1]; ++A)
		{
			const double Weight = Rig.Weights.Weights[A];
			Spreads[Rig.Weights.Bones[A]] += Weight * Weight * P * P.transpose();
			for (uint32_t B = Rig.Weights.Offsets[Point]; B < Rig.Weights.Offsets[Point + 1]; ++B)
			{
				Shared[Rig.Weights.Bones[A] * Rig.BoneCount + Rig.Weights.Bones[B]] = 1;
			}
		}
	}
	Neighbors.assign(Rig.BoneCount, {});
	for (size_t A = 0; A < Rig.BoneCount; ++A)
	{
		for (size_t B = 0; B < Rig.BoneCount; ++B)
		{
			if (A != B && Shared[A * Rig.BoneCount + B] != 0)
			{
				Neighbors[A].push_back(static_cast<uint16_t>(B));
			}
		}
	}
}

/** Takes a bone out; its weights go to the predictors. */
void RemoveBone(const FDependentBone& Dependent, size_t InfluenceCap, FRig& Rig)
{
	FRigWeights Weights;
	std::vector<double> Sums(Rig.BoneCount - 1);
	const auto Number = [&](uint16_t Bone) { return size_t{Bone} - (Bone > Dependent.Bone ? 1 : 0); };
	for (size_t Point = 0; Point < Rig.Weights.PointCount(); ++Point)
	{
		std::fill(Sums.begin(), Sums.end(), 0.0);
		for (uint32_t Index = Rig.Weights.Offsets[Point]; Index < Rig.Weights.Offsets[Point + 1]; ++Index)
		{
			const uint16_t Bone = Rig.Weights.Bones[Index];
			if (Bone != Dependent.Bone)
			{
				Sums[Number(Bone)] += Rig.Weights.Weights[Index];
				continue;
			}
			for (const auto& [Predictor, Share] : Dependent.Predictors)
			{
				Sums[Number(Predictor)] += Share * Rig.Weights.Weights[Index];
			}
		}
		AppendLargest(Sums, InfluenceCap, Weights);
	}
	Rig.Weights = std::move(Weights);
	const auto First = Rig.Transforms.begin() + static_cast<std::ptrdiff_t>(Dependent.Bone * Rig.PoseCount);
	Rig.Transforms.erase(First, First + static_cast<std::ptrdiff_t>(Rig.PoseCount));
	--Rig.BoneCount;
}

} // namespace DependentBonesDetail

std::vector<FDependentBone> RemoveDependentBones(
	const FTriangleMesh& Rest, double Tolerance, size_t InfluenceCap, FRig& Rig)
{
	using namespace DependentBonesDetail;
	std::vector<FDependentBone> Removed;
	if (Rest.Positions.empty() || Rig.PoseCount == 0)
	{
		return Removed;
	}
	const double Unit = 100.0 / BoxDiagonal(Rest.Positions);
	std::vector<uint16_t> Original(Rig.BoneCount);
	for (size_t Bone = 0; Bone < Rig.BoneCount; ++Bone)
	{
		Original[Bone] = static_cast<uint16_t>(Bone);
	}
	while (Rig.BoneCount > 1)
	{
		std::vector<std::vector<uint16_t>> Neighbors;
		std::vector<Eigen::Matrix4d> Spreads;
		CollectNeighbors(Rest, Rig, Neighbors, Spreads);
		FDependentBone Best;
		Best.Error = std::numeric_limits<double>::infinity();
		for (size_t Bone = 0; Bone < Rig.BoneCount; ++Bone)
		{
			const double Mass = Spreads[Bone](3, 3) * static_cast<double>(Rig.PoseCount);
			if (Neighbors[Bone].empty() || !(Mass > 0.0))
			{
				continue;
			}
			FPredictionGram Gram(Rig, Bone, Spreads[Bone], Neighbors[Bone]);
			FSupport Support;
			const double Square = TSimplexFit<FPredictionGram>(Gram, static_cast<int>(InfluenceCap))
									  .Solve(Support, ESubsetSearch::Thorough);
			const double Error = Unit * std::sqrt(Square / Mass);
			if (Error < Best.Error)
			{
				Best = {static_cast<uint16_t>(Bone), Error, {}};
				for (size_t Index = 0; Index < static_cast<size_t>(Support.Size); ++Index)
				{
					Best.Predictors.emplace_back(
						Neighbors[Bone][static_cast<size_t>(Support.Bones[Index])], Support.Weights[Index]);
				}
			}
		}
		if (!(Best.Error <= Tolerance))
		{
			break;
		}
		RemoveBone(Best, InfluenceCap, Rig);
		FDependentBone Told = Best;
		Told.Bone = Original[Best.Bone];
		for (auto& [Predictor, Share] : Told.Predictors)
		{
			Predictor = Original[Predictor];
		}
		Original.erase(Original.begin() + Best.Bone);
		Removed.push_back(std::move(Told));
	}
	if (!Removed.empty())
	{
		Rig.Parents.clear();
		Rig.Joints.clear();
		Rig.FaceLabels.clear();
		Rig.Root = NoParent;
	}
	return Removed;
}

} // namespace Exemplar
