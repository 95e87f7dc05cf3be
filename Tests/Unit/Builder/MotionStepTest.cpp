// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Fit/RefineRounds.h"
#include "Fit/RigExchange.h"
#include "Metrics/ErrorMeasures.h"
#include "Rig/BuildRig.h"
#include "TubeExamples.h"

#include <gtest/gtest.h>

namespace Exemplar
{
namespace MotionStepTest
{

using namespace TubeExamples;

TEST(MotionStep, BlocksOfLinearBlendingGiveItsMotions)
{
	const FTruth Truth;
	const FMotionData Data = MakeMotionData(Truth.Tube.Set.Rest.Positions, Truth.Tube.Set.Poses);
	const FWeightTable Weights = ReadWeights(Truth.Rig, 4);
	FBlockTable Blocks;
	for (size_t Point = 0; Point < Data.PointCount; ++Point)
	{
		for (size_t Slot = Point * Weights.Cap; Slot < Point * Weights.Cap + Weights.Sizes[Point]; ++Slot)
		{
			Blocks.Bones.push_back(Weights.Bones[Slot]);
			Blocks.Blocks.push_back(Weights.Weights[Slot] * Data.Rest[Point]);
		}
		Blocks.Offsets.push_back(static_cast<uint32_t>(Blocks.Bones.size()));
	}
	FMotionStepOptions Step;
	Step.Iterations = 4;
	FBoneMotions ByWeights = MotionsOfWeights(Data, Weights, 3), ByBlocks = ByWeights;
	SolveMotions(Data, Weights, Step, ByWeights, GetSerialExecutor());
	SolveMotions(Data, Blocks, Step, ByBlocks, GetSerialExecutor());
	EXPECT_EQ(ByWeights.Motions, ByBlocks.Motions);
}

TEST(MotionStep, BonesThatAreWorthLessThanMovingCostsStayAtRest)
{
	const FTruth Truth;
	const FMotionData Data = MakeMotionData(Truth.Tube.Set.Rest.Positions, Truth.Tube.Set.Poses);
	const FWeightTable Weights = ReadWeights(Truth.Rig, 4);
	const auto Solve = [&](double Cost)
	{
		FMotionStepOptions Step;
		Step.Iterations = 4;
		Step.MoveCost = Cost;
		FBoneMotions Bones = MotionsOfWeights(Data, Weights, 3);
		SolveMotions(Data, Weights, Step, Bones, GetSerialExecutor());
		return Bones;
	};
	const auto AtRest = [](const FBoneMotions& Bones)
	{ return std::count(Bones.Motions.begin(), Bones.Motions.end(), FMotion(FMotion::Identity())); };
	const auto ErrorOf = [&](const FBoneMotions& Bones)
	{
		double Sum = 0.0;
		for (const double Square : PointSquares(Data, Bones, Weights, GetSerialExecutor()))
		{
			Sum += Square;
		}
		return Sum;
	};
	const FBoneMotions Free = Solve(0.0), Little = Solve(1e-4), Dear = Solve(1e9);
	EXPECT_EQ(AtRest(Free), 0);
	EXPECT_EQ(static_cast<size_t>(AtRest(Dear)), Dear.Motions.size());
	EXPECT_GE(AtRest(Little), AtRest(Free));
	// Every bone at rest saved its cost, and the others made up for it as well as they could.
	EXPECT_LE(ErrorOf(Little), ErrorOf(Free) + 1e-4 * static_cast<double>(AtRest(Little)) + 1e-12);
}

} // namespace MotionStepTest
} // namespace Exemplar
