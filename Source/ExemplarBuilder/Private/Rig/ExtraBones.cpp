// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/ExtraBones.h"

#include "Fit/Locality.h"
#include "Fit/PointGraph.h"
#include "Fit/RefineRounds.h"
#include "Fit/RigExchange.h"
#include "Geometry/EigenMap.h"
#include "Rig/BoneMoves.h"

#include <algorithm>

namespace Exemplar
{

namespace ExtraBonesDetail
{

/** The bone with the most weight in the rows of some points, and the centroid of those points, both by Share. */
void PlaceBone(const FExampleSet& Examples, const FRigWeights& Before, std::span<const double> Share, FRig& Rig)
{
	std::vector<double> Led(Rig.BoneCount, 0.0);
	Eigen::Vector3d Center = Eigen::Vector3d::Zero();
	double Sum = 0.0;
	for (size_t Point = 0; Point < Share.size(); ++Point)
	{
		Sum += Share[Point];
		Center += Share[Point] * AsVector(Examples.Rest.Positions[Point]);
		for (uint32_t Entry = Before.Offsets[Point]; Entry < Before.Offsets[Point + 1]; ++Entry)
		{
			Led[Before.Bones[Entry]] += Share[Point] * Before.Weights[Entry];
		}
	}
	Rig.Parents.push_back(static_cast<int32_t>(std::max_element(Led.begin(), Led.end()) - Led.begin()));
	Rig.Joints.push_back(Sum > 0.0 ? ToDouble3(Center / Sum) : Rig.Joints[static_cast<size_t>(Rig.Parents.back())]);
}

} // namespace ExtraBonesDetail

bool AddExtraBone(const FExampleSet& Examples, const FRefineOptions& Options, FRig& Rig, const FBuildContext& Context)
{
	const FMotionData Data = MakeMotionData(Examples.Rest.Positions, Examples.Poses);
	const FPointGraph Graph = MakePointGraph(Data, BuildPointNeighbors(Examples.Rest));
	const size_t Cap = static_cast<size_t>(Options.MaxInfluences), Before = Rig.BoneCount;
	FMotionSolution Solution;
	Solution.Bones = ReadMotions(Data, Rig);
	Solution.Weights = ReadWeights(Rig, Cap);
	Solution.Weights.Residuals = PointSquares(Data, Solution.Bones, Solution.Weights, *Context.Executor);
	const FBoneProposals Proposals = ProposeBones(Data, Graph, Solution.Weights, Before + 1, true);
	const std::vector<double> Gains =
		PriceCandidates(Data, Solution.Bones, Solution.Weights, Proposals, *Context.Executor);
	const auto Best = std::max_element(Gains.begin(), Gains.end());
	if (Best == Gains.end() || !(*Best > 0.0))
	{
		return false;
	}
	const size_t Chosen = static_cast<size_t>(Best - Gains.begin());
	Solution.Bones.Append({&Proposals.Bones.At(Chosen, 0), Data.PoseCount});
	// The new bone may win points where it was proposed; the others keep the bones they have.
	const std::vector<uint8_t>& Reach = Proposals.Reach[Chosen / 2];
	std::vector<uint8_t> Allowed(Data.PointCount * (Before + 1), 0);
	for (size_t Point = 0; Point < Data.PointCount; ++Point)
	{
		for (uint32_t Entry = Rig.Weights.Offsets[Point]; Entry < Rig.Weights.Offsets[Point + 1]; ++Entry)
		{
			Allowed[Point * (Before + 1) + Rig.Weights.Bones[Entry]] = 1;
		}
		Allowed[Point * (Before + 1) + Before] = Reach.empty() ? 1 : Reach[Point];
	}
	FWeightPrior Prior;
	Prior.Allowed = Allowed;
	SolveWeights(Data, Solution.Bones, Prior, ESubsetSearch::Exchange, Solution.Weights, *Context.Executor);
	std::vector<double> Share(Data.PointCount, 0.0);
	const FRigWeights After = WriteWeights(Solution.Weights);
	for (size_t Point = 0; Point < Data.PointCount; ++Point)
	{
		for (uint32_t Entry = After.Offsets[Point]; Entry < After.Offsets[Point + 1]; ++Entry)
		{
			Share[Point] += After.Bones[Entry] == Before ? After.Weights[Entry] : 0.0;
		}
	}
	ExtraBonesDetail::PlaceBone(Examples, Rig.Weights, Share, Rig);
	Rig.BoneCount = Before + 1;
	Rig.Transforms.resize(Rig.BoneCount * Rig.PoseCount);
	WriteMotions(Data, Solution.Bones, Rig);
	Rig.Weights = After;
	return true;
}

} // namespace Exemplar
