// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/BoneMoves.h"

#include "Fit/PointGram.h"
#include "Fit/PointGraph.h"
#include "Fit/Procrustes.h"

#include <algorithm>
#include <numeric>

namespace Exemplar
{

std::vector<FMotion> FitRigid(const FMotionData& Data, std::span<const uint32_t> Points)
{
	Eigen::Vector3d RestMean = Eigen::Vector3d::Zero();
	double Count = 0.0;
	for (const uint32_t Point : Points)
	{
		RestMean += Data.PointWeights[Point] * Data.Rest[Point].head<3>();
		Count += Data.PointWeights[Point];
	}
	RestMean /= Count;
	std::vector<FMotion> Motions(Data.PoseCount);
	for (size_t Pose = 0; Pose < Data.PoseCount; ++Pose)
	{
		Eigen::Vector3d Mean = Eigen::Vector3d::Zero();
		Eigen::Matrix3d M = Eigen::Matrix3d::Zero();
		for (const uint32_t Point : Points)
		{
			const Eigen::Vector3d Target = Data.PointWeights[Point] *
				Data.Targets.block<1, 3>(static_cast<Eigen::Index>(Point), static_cast<Eigen::Index>(3 * Pose))
					.transpose();
			Mean += Target;
			M += Target * (Data.Rest[Point].head<3>() - RestMean).transpose();
		}
		const Eigen::Matrix3d R = NearestRotation(M);
		Motions[Pose] << R, Mean / Count - R * RestMean;
	}
	return Motions;
}

namespace BoneMovesDetail
{

constexpr size_t PriceChunk = 128;

/** Calls Body(Fit, Gram, Point, Prices) for every point and sums what it adds to Prices, in a fixed order. */
template <typename FBody>
std::vector<double> PriceByPoint(const FMotionData& Data, const FBoneMotions& All, size_t Cap, size_t PriceCount,
	std::span<const uint8_t> Allowed, IExecutor& Executor, FBody Body)
{
	const FBoneForms Forms(Data, All);
	std::vector<std::vector<double>> Parts((Data.PointCount + PriceChunk - 1) / PriceChunk);
	ParallelFor(Executor, Data.PointCount, PriceChunk,
		[&](size_t Begin, size_t End)
		{
			std::vector<double>& Prices = Parts[Begin / PriceChunk];
			Prices.assign(PriceCount, 0.0);
			const FRowMatrix Projected =
				Data.Targets.middleRows(static_cast<Eigen::Index>(Begin), static_cast<Eigen::Index>(End - Begin)) *
				Forms.Projection;
			FPointGram Gram(Forms);
			TSimplexFit<FPointGram> Fit(Gram, static_cast<int>(Cap));
			for (size_t Point = Begin; Point < End; ++Point)
			{
				Gram.Begin(Data, Point, Projected.row(static_cast<Eigen::Index>(Point - Begin)).data(), {},
					Allowed.empty() ? nullptr : &Allowed[Point * All.BoneCount]);
				Body(Fit, Gram, Point, Prices);
			}
		});
	std::vector<double> Sums(PriceCount, 0.0);
	for (const std::vector<double>& Part : Parts)
	{
		for (size_t Index = 0; Index < PriceCount; ++Index)
		{
			Sums[Index] += Part[Index];
		}
	}
	return Sums;
}

} // namespace BoneMovesDetail

std::vector<double> PriceCandidates(const FMotionData& Data, const FBoneMotions& Bones, const FWeightTable& Weights,
	const FBoneProposals& Proposals, IExecutor& Executor)
{
	using namespace BoneMovesDetail;
	const FBoneMotions& Candidates = Proposals.Bones;
	FBoneMotions All = Bones;
	All.Motions.insert(All.Motions.end(), Candidates.Motions.begin(), Candidates.Motions.end());
	All.BoneCount += Candidates.BoneCount;
	const int First = static_cast<int>(Bones.BoneCount), Last = static_cast<int>(All.BoneCount);
	return PriceByPoint(Data, All, Weights.Cap, Candidates.BoneCount, {}, Executor,
		[&](auto& Fit, FPointGram& Gram, size_t Point, std::vector<double>& Prices)
		{
			FSupport Support = Weights.Support(Point);
			const double Value = Fit.Refit(Support);
			std::vector<double> Best(Candidates.BoneCount, 0.0), Sums(Candidates.BoneCount);
			const bool bRoom = static_cast<size_t>(Support.Size) < Weights.Cap;
			for (int Out = bRoom ? -1 : 0; Out < (bRoom ? 0 : Support.Size); ++Out)
			{
				if (Fit.PriceEntries(Support, Out, First, Last, Sums.data()))
				{
					for (size_t Index = 0; Index < Best.size(); ++Index)
					{
						Best[Index] = (std::max)(Best[Index], Sums[Index]);
					}
				}
			}
			for (size_t Index = 0; Index < Best.size(); ++Index)
			{
				if (Best[Index] * Value > 1.0 && (Proposals.Reach.empty() || Proposals.Reach[Index / 2][Point]))
				{
					Prices[Index] += Data.PointWeights[Point] * (Value - (std::max)(1.0 / Best[Index], Gram.Shift()));
				}
			}
		});
}

std::vector<double> PriceRemovals(const FMotionData& Data, const FBoneMotions& Bones, const FWeightTable& Weights,
	std::span<const uint8_t> Allowed, IExecutor& Executor)
{
	using namespace BoneMovesDetail;
	return PriceByPoint(Data, Bones, Weights.Cap, Bones.BoneCount, Allowed, Executor,
		[&](auto& Fit, FPointGram& Gram, size_t Point, std::vector<double>& Prices)
		{
			const FSupport Support = Weights.Support(Point);
			FSupport Whole = Support;
			const double Value = Fit.Refit(Whole);
			std::vector<double> Sums(Bones.BoneCount);
			for (int Out = 0; Out < Support.Size; ++Out)
			{
				double Best = 0.0;
				const int Leaving = Support.Bones[static_cast<size_t>(Out)];
				if (Fit.PriceEntries(Support, Out, 0, Gram.Count(), Sums.data()))
				{
					for (int Bone = 0; Bone < Gram.Count(); ++Bone)
					{
						if (Bone != Leaving)
						{
							Best = (std::max)(Best, Sums[static_cast<size_t>(Bone)]);
						}
					}
				}
				// Without a new bone: the remaining bones share the weight, or the best single bone takes it.
				for (int Bone = 0; Bone < Gram.Count(); ++Bone)
				{
					if (Bone != Leaving)
					{
						Best = (std::max)(Best, 1.0 / Gram.Diagonal(Bone));
					}
				}
				if (Support.Size > 1)
				{
					FSupport Fewer = Support;
					Fewer.Size = 0;
					for (int Index = 0; Index < Support.Size; ++Index)
					{
						if (Index != Out)
						{
							Fewer.Bones[static_cast<size_t>(Fewer.Size)] = Support.Bones[static_cast<size_t>(Index)];
							Fewer.Weights[static_cast<size_t>(Fewer.Size++)] = 1.0 / (Support.Size - 1);
						}
					}
					Best = (std::max)(Best, 1.0 / Fit.Refit(Fewer));
				}
				Prices[static_cast<size_t>(Leaving)] += Data.PointWeights[Point] * (std::max)(0.0, 1.0 / Best - Value);
			}
		});
}

FBoneProposals ProposeBones(
	const FMotionData& Data, const FPointGraph& Graph, const FWeightTable& Weights, size_t BoneCount, bool bLocal)
{
	constexpr size_t Peaks = 16;
	constexpr int Smoothings = 3;
	// One bad point is noise; a bad neighborhood needs a bone.
	std::vector<double> Need = Weights.Residuals, Next(Data.PointCount);
	for (int Pass = 0; Pass < Smoothings; ++Pass)
	{
		for (size_t Point = 0; Point < Data.PointCount; ++Point)
		{
			double Sum = Need[Point];
			for (uint32_t Edge = Graph.Offsets[Point]; Edge < Graph.Offsets[Point + 1]; ++Edge)
			{
				Sum += Need[Graph.Neighbors[Edge]];
			}
			Next[Point] = Sum / (1.0 + Graph.Offsets[Point + 1] - Graph.Offsets[Point]);
		}
		Need.swap(Next);
	}
	const auto Region = [&](size_t Divisor)
	{
		return (std::clamp)(
			Data.PointCount / (Divisor * BoneCount), (std::min)(size_t{4}, Data.PointCount), Data.PointCount);
	};
	FBoneProposals Proposals;
	Proposals.Bones.PoseCount = Data.PoseCount;
	std::vector<uint8_t> Covered(Data.PointCount, 0);
	for (size_t Peak = 0; Peak < Peaks; ++Peak)
	{
		size_t Seed = Data.PointCount;
		for (size_t Point = 0; Point < Data.PointCount; ++Point)
		{
			if (!Covered[Point] && (Seed == Data.PointCount || Need[Point] > Need[Seed]))
			{
				Seed = Point;
			}
		}
		if (Seed == Data.PointCount)
		{
			break;
		}
		constexpr size_t ReachFactor = 6; // a bone's share of the points is twice a large neighborhood; twice around it
		const std::vector<uint32_t> Near =
			NearestPoints(Graph, static_cast<uint32_t>(Seed), bLocal ? ReachFactor * Region(2) : Region(2));
		Proposals.Bones.Append(FitRigid(Data, {Near.data(), (std::min)(Near.size(), Region(8))}));
		Proposals.Bones.Append(FitRigid(Data, {Near.data(), (std::min)(Near.size(), Region(2))}));
		if (bLocal)
		{
			std::vector<uint8_t>& Reach = Proposals.Reach.emplace_back(Data.PointCount, uint8_t{0});
			for (const uint32_t Point : Near)
			{
				Reach[Point] = 1;
			}
		}
		for (size_t Index = 0; Index < (std::min)(Near.size(), Region(4)); ++Index)
		{
			Covered[Near[Index]] = 1;
		}
	}
	return Proposals;
}

} // namespace Exemplar
