// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/BuildRig.h"

#include "Base/ThreadPool.h"
#include "Fit/Locality.h"
#include "Fit/PointGraph.h"
#include "Fit/RigExchange.h"
#include "FullSize.h"
#include "Metrics/ErrorMeasures.h"
#include "Rig/BoneMoves.h"
#include "Rig/BoneSearch.h"
#include "Sample/SampleCharacter.h"
#include "TubeExamples.h"

#include <gtest/gtest.h>
#include <set>

namespace Exemplar
{

namespace RefinementTest
{

using namespace TubeExamples;

FRig Refine(const FExampleSet& Set, const FRefineOptions& Options, FRig Start = {}, IExecutor* Executor = nullptr)
{
	FBuildContext Context;
	Context.Executor = Executor != nullptr ? Executor : Context.Executor;
	TResult<FRig> Result = RefineRig(Set, std::move(Start), Options, Context);
	EXPECT_TRUE(Result) << Result.GetError().Message;
	return Result ? std::move(Result).GetValue() : FRig{};
}

double Error(const FExampleSet& Set, const FRig& Rig)
{
	return MeasureRig(Set, Rig).GetValue().VertexRms;
}

FRefineOptions FastOptions(int BoneCount)
{
	FRefineOptions Options;
	Options.BoneCount = BoneCount;
	Options.Effort = ERefineEffort::Fast;
	return Options;
}

size_t LargestRow(const FRigWeights& Weights)
{
	size_t Largest = 0;
	for (size_t Point = 0; Point < Weights.PointCount(); ++Point)
	{
		Largest = (std::max)(Largest, static_cast<size_t>(Weights.Offsets[Point + 1] - Weights.Offsets[Point]));
	}
	return Largest;
}

std::set<uint16_t> BonesInUse(const FRigWeights& Weights)
{
	return {Weights.Bones.begin(), Weights.Bones.end()};
}

void ExpectRigid(const FRig& Rig)
{
	for (const FAffine3d& Motion : Rig.Transforms)
	{
		const FAffine3d Product = Compose(Motion, InverseRigid(Motion));
		for (size_t Entry = 0; Entry < 12; ++Entry)
		{
			EXPECT_NEAR(Product.M[Entry], Entry % 5 == 0 ? 1.0 : 0.0, 1e-9);
		}
	}
}

/** Cubes that do not touch, each flying and turning on its own; as many pieces as asked for. */
FExampleSet MakeCubes(size_t Count)
{
	FExampleSet Set;
	Set.Poses.resize(4);
	for (size_t Cube = 0; Cube < Count; ++Cube)
	{
		const int32_t First = static_cast<int32_t>(Set.Rest.Positions.size());
		const double At = 3.0 * static_cast<double>(Cube);
		for (int Corner = 0; Corner < 8; ++Corner)
		{
			Set.Rest.Positions.push_back(
				{At + (Corner & 1), static_cast<double>((Corner >> 1) & 1), static_cast<double>((Corner >> 2) & 1)});
		}
		for (const FTriangle& T : {FTriangle{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4}, {2, 6, 3},
				 {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}})
		{
			Set.Rest.Triangles.push_back({First + T[0], First + T[1], First + T[2]});
		}
		for (size_t Pose = 0; Pose < Set.Poses.size(); ++Pose)
		{
			const double Phase = static_cast<double>(Cube * 7 + Pose * 3 + 1);
			const FAffine3d Motion = Compose(Translation({0.3 * std::sin(Phase), std::cos(2.0 * Phase), 0.5}),
				RotationAbout({At, 0.5, 0.5}, {std::sin(3.0 * Phase), 1.0, std::cos(Phase)}, std::sin(5.0 * Phase)));
			for (size_t Corner = 0; Corner < 8; ++Corner)
			{
				Set.Poses[Pose].push_back(
					TransformPoint(Motion, Set.Rest.Positions[static_cast<size_t>(First) + Corner]));
			}
		}
	}
	return Set;
}

TEST(Refinement, RecoversATubeExactly)
{
	const FTube Tube = MakeTube(3, FTruth::Angles(), 0.6);
	FRefineOptions Options;
	Options.BoneCount = 3;
	const FRig Rig = Refine(Tube.Set, Options);
	EXPECT_LT(Error(Tube.Set, Rig), 0.01);
	EXPECT_EQ(Rig.BoneCount, 3u);
	ExpectRigid(Rig);
	ASSERT_FALSE(Rig.Figures.empty());
	EXPECT_NEAR(Rig.Figures.back().Figures.front().Value, Error(Tube.Set, Rig), 1e-9);
}

TEST(Refinement, ReproducesTheSampleCharacter)
{
	FULL_SIZE_TEST();
	FSampleOptions SampleOptions;
	SampleOptions.VertexCount = 2000;
	TResult<FSampleCharacter> Sample = BuildSample(SampleOptions, {});
	ASSERT_TRUE(Sample) << Sample.GetError().Message;
	const int Joints = static_cast<int>(Sample.GetValue().JointCount());
	TResult<FExampleSet> Set = BuildExampleSet(std::move(Sample).GetValue().Source, {}, {});
	ASSERT_TRUE(Set) << Set.GetError().Message;
	FRefineOptions Options;
	Options.BoneCount = Joints;
	const FRig Rig = Refine(Set.GetValue(), Options);
	EXPECT_LT(Error(Set.GetValue(), Rig), 0.01);
	EXPECT_EQ(Rig.BoneCount, static_cast<size_t>(Joints));
}

TEST(Refinement, TheObjectiveNeverRises)
{
	const FTube Tube = MakeTube(4, {20.0, 45.0, 70.0, -60.0}, 0.6, 0.01);
	const FMotionData Data = MakeMotionData(Tube.Set.Rest.Positions, Tube.Set.Poses);
	const FPointGraph Graph = MakePointGraph(Data, BuildPointNeighbors(Tube.Set.Rest));
	for (const double Smoothness : {0.0, 1e-5})
	{
		FMotionProblem Problem{Data, Graph, 3, 0, false, {}};
		Problem.Prior.Smoothness = Smoothness;
		Problem.Prior.Graph = Smoothness > 0.0 ? &Graph : nullptr;
		FWorkBudget Budget;
		FMotionSolution Solution;
		FGrowOptions Grow;
		Grow.BoneCount = 4;
		ASSERT_TRUE(GrowBones(Problem, Grow, Solution, Budget, {}));
		FRoundOptions One;
		One.MaxRounds = 3;
		double Before = Solution.Weights.Objective;
		for (int Round = 0; Round < 10; ++Round)
		{
			ASSERT_TRUE(RunRounds(Problem, One, Solution, Budget, {}));
			EXPECT_LE(Solution.Weights.Objective, Before);
			Before = Solution.Weights.Objective;
		}
		EXPECT_GT(Budget.Spent, 0.0);
		// What the Gram matrices say is what the points do.
		double Sum = 0.0;
		for (const double Square : PointSquares(Data, Solution.Bones, Solution.Weights, GetSerialExecutor()))
		{
			Sum += Square;
		}
		EXPECT_NEAR(Sum, Solution.Weights.Error, 1e-9);
	}
}

TEST(Refinement, AMotionStepReachesTheBestRigidMotionsForTrueWeights)
{
	const FTruth Truth;
	const FMotionData Data = MakeMotionData(Truth.Tube.Set.Rest.Positions, Truth.Tube.Set.Poses);
	const FWeightTable Weights = ReadWeights(Truth.Rig, 4);
	FBoneMotions Bones = MotionsOfWeights(Data, Weights, 3);
	FMotionStepOptions Step;
	Step.Iterations = 8;
	SolveMotions(Data, Weights, Step, Bones, GetSerialExecutor());
	FRig Found = Truth.Rig;
	WriteMotions(Data, Bones, Found);
	for (size_t Index = 0; Index < Found.Transforms.size(); ++Index)
	{
		for (size_t Entry = 0; Entry < 12; ++Entry)
		{
			EXPECT_NEAR(Found.Transforms[Index].M[Entry], Truth.Rig.Transforms[Index].M[Entry], 1e-6);
		}
	}
}

TEST(Refinement, PricesOfBonesAreWhatHappens)
{
	const FTube Tube = MakeTube(4, {20.0, 45.0, 70.0, -60.0}, 0.6, 0.01);
	const FMotionData Data = MakeMotionData(Tube.Set.Rest.Positions, Tube.Set.Poses);
	const FPointGraph Graph = MakePointGraph(Data, BuildPointNeighbors(Tube.Set.Rest));
	const FMotionProblem Problem{Data, Graph, 4, 0, false, {}};
	FWorkBudget Budget;
	FMotionSolution Solution;
	FGrowOptions Grow;
	Grow.BoneCount = 4;
	ASSERT_TRUE(GrowBones(Problem, Grow, Solution, Budget, {}));
	const std::vector<double> Removals = PriceRemovals(Data, Solution.Bones, Solution.Weights, {}, GetSerialExecutor());
	for (size_t Bone = 0; Bone < 4; ++Bone)
	{
		FMotionSolution Without = Solution;
		Without.Bones.Remove(Bone);
		Without.Weights.RemoveBone(Bone);
		SolveWeights(Problem, ESubsetSearch::Thorough, Without, {});
		// With three bones left and room for four nothing is heuristic but signs, which prices ignore.
		EXPECT_NEAR(Removals[Bone], Without.Weights.Error - Solution.Weights.Error,
			0.35 * (Without.Weights.Error - Solution.Weights.Error) + 1e-9);
	}
}

TEST(Refinement, GivesTheSameBytesForAnyThreadCount)
{
	const FTube Tube = MakeTube(4, {20.0, 45.0, 70.0, -60.0}, 0.6, 0.01);
	FRefineOptions Options = FastOptions(6);
	Options.Smoothness = 0.05;
	const std::unique_ptr<IExecutor> Two = MakeThreadPool(2), Five = MakeThreadPool(5);
	const FRig One = Refine(Tube.Set, Options);
	for (IExecutor* Pool : {Two.get(), Five.get()})
	{
		const FRig Other = Refine(Tube.Set, Options, {}, Pool);
		EXPECT_EQ(One.Transforms, Other.Transforms);
		EXPECT_EQ(One.Weights, Other.Weights);
		EXPECT_EQ(One.FaceLabels, Other.FaceLabels);
	}
}

TEST(Refinement, KeepsTheCapAndMoreInfluencesNeverHurtMuch)
{
	const FTube Tube = MakeTube(4, {20.0, 45.0, 70.0, -60.0}, 1.4, 0.02);
	double Last = 1e9;
	for (const int Cap : {1, 2, 4, 8})
	{
		FRefineOptions Options = FastOptions(8);
		Options.MaxInfluences = Cap;
		const FRig Rig = Refine(Tube.Set, Options);
		EXPECT_LE(LargestRow(Rig.Weights), static_cast<size_t>(Cap));
		const double Now = Error(Tube.Set, Rig);
		EXPECT_LT(Now, 1.05 * Last);
		Last = Now;
	}
}

TEST(Refinement, DeliversTheBonesAskedForOnManyPieces)
{
	const FExampleSet Cubes = MakeCubes(12);
	for (const int BoneCount : {1, 5, 12, 20})
	{
		FRefineOptions Options;
		Options.BoneCount = BoneCount;
		const FRig Rig = Refine(Cubes, Options);
		EXPECT_EQ(Rig.BoneCount, static_cast<size_t>(BoneCount));
		EXPECT_EQ(BonesInUse(Rig.Weights).size(), static_cast<size_t>(BoneCount));
		if (BoneCount >= 12)
		{
			EXPECT_LT(Error(Cubes, Rig), 0.01);
		}
	}
}

TEST(Refinement, AStillMeshGetsItsBonesToo)
{
	FExampleSet Set = MakeTube(2, {10.0}, 0.0).Set;
	Set.Poses = {Set.Rest.Positions};
	const FRig Rig = Refine(Set, FastOptions(4));
	EXPECT_EQ(BonesInUse(Rig.Weights).size(), 4u);
	EXPECT_LT(Error(Set, Rig), 1e-6);
}

TEST(Refinement, SaysWhichPointsNoBoneExplains)
{
	// The points of the last quarter flutter, each for itself.
	FTube Tube = MakeTube(3, FTruth::Angles(), 0.6);
	FRandomNumbers Random(11);
	std::set<uint32_t> Cloth;
	for (uint32_t Point = 0; Point < Tube.Set.PointCount(); ++Point)
	{
		if (Tube.Set.Rest.Positions[Point].X > 6.75)
		{
			Cloth.insert(Point);
			for (std::vector<FDouble3>& Pose : Tube.Set.Poses)
			{
				const FDouble3 Flutter = Random.Point();
				Pose[Point] = {Pose[Point].X + Flutter.X, Pose[Point].Y + Flutter.Y, Pose[Point].Z + Flutter.Z};
			}
		}
	}
	FRefineOptions Options = FastOptions(8);
	Options.UnexplainedError = 2.0;
	const FRig Rig = Refine(Tube.Set, Options);
	size_t Right = 0;
	for (const uint32_t Point : Rig.Unexplained)
	{
		Right += Cloth.count(Point);
	}
	EXPECT_GT(Right, Cloth.size() * 8 / 10);
	EXPECT_LT(Rig.Unexplained.size() - Right, Tube.Set.PointCount() / 20);
}

TEST(Refinement, BonesKeepToTheirPartOfTheSurface)
{
	FULL_SIZE_TEST();
	// Two ends of a long tube move alike; with permissions no point follows a bone of the other end.
	const FTube Tube = MakeTube(6, {30.0, 60.0, -45.0, 15.0}, 0.6, 0.003);
	FRefineOptions Options;
	Options.BoneCount = 10;
	Options.CandidateBones = 3;
	Options.MaxInfluences = 3;
	const FRig Rig = Refine(Tube.Set, Options);
	std::vector<double> Low(10, 1e9), High(10, -1e9);
	for (size_t Point = 0; Point < Tube.Set.PointCount(); ++Point)
	{
		for (uint32_t Entry = Rig.Weights.Offsets[Point]; Entry < Rig.Weights.Offsets[Point + 1]; ++Entry)
		{
			const size_t Bone = Rig.Weights.Bones[Entry];
			Low[Bone] = (std::min)(Low[Bone], Tube.Set.Rest.Positions[Point].X);
			High[Bone] = (std::max)(High[Bone], Tube.Set.Rest.Positions[Point].X);
		}
	}
	for (size_t Bone = 0; Bone < 10; ++Bone)
	{
		EXPECT_LT(High[Bone] - Low[Bone], 12.0); // the tube is 18 long, a bone leads a tenth of it
	}
}

TEST(Refinement, ImprovesAnArtistsRigWithoutMovingItsBones)
{
	FTruth Truth;
	FRig Start = Truth.Rig;
	// Rough weights, as bone heat would make them, and no motions.
	for (double& Weight : Start.Weights.Weights)
	{
		Weight = Weight > 0.5 ? 0.8 : (Weight < 0.5 ? 0.2 : 0.5);
	}
	Start.Transforms.clear();
	FRefineOptions Options;
	Options.bKeepBones = true;
	const FRig Rig = Refine(Truth.Tube.Set, Options, Start);
	EXPECT_LT(Error(Truth.Tube.Set, Rig), 0.05);
	EXPECT_EQ(Rig.Parents, Start.Parents);
	EXPECT_EQ(Rig.Joints, Start.Joints);
	// Bone b still leads where it led.
	for (size_t Point = 0; Point < Truth.Tube.Set.PointCount(); ++Point)
	{
		const double X = Truth.Tube.Set.Rest.Positions[Point].X;
		if (std::abs(X - 3.0) > 1.0 && std::abs(X - 6.0) > 1.0)
		{
			const uint16_t Expected = X < 3.0 ? 0 : (X < 6.0 ? 1 : 2);
			double Best = 0.0;
			uint16_t Leader = 99;
			for (uint32_t Entry = Rig.Weights.Offsets[Point]; Entry < Rig.Weights.Offsets[Point + 1]; ++Entry)
			{
				if (Rig.Weights.Weights[Entry] > Best)
				{
					Best = Rig.Weights.Weights[Entry];
					Leader = Rig.Weights.Bones[Entry];
				}
			}
			EXPECT_EQ(Leader, Expected);
		}
	}
}

TEST(Refinement, AffineBonesFitBetterAndMovedRestPositionsToo)
{
	FTube Tube = MakeTube(3, FTruth::Angles(), 0.6, 0.02);
	for (size_t Pose = 0; Pose < Tube.Set.PoseCount(); ++Pose)
	{
		for (FDouble3& P : Tube.Set.Poses[Pose])
		{
			P.Y *= 1.0 + 0.05 * static_cast<double>(Pose); // swells
		}
	}
	FRefineOptions Options = FastOptions(4);
	const double Rigid = Error(Tube.Set, Refine(Tube.Set, Options));
	Options.bAffineBones = true;
	EXPECT_LT(Error(Tube.Set, Refine(Tube.Set, Options)), 0.9 * Rigid);
	Options.bAffineBones = false;
	Options.bRefineRest = true;
	const FRig Moved = Refine(Tube.Set, Options);
	EXPECT_EQ(Moved.RestPositions.size(), Tube.Set.PointCount());
	EXPECT_LT(Error(Tube.Set, Moved), Rigid);
}

TEST(Refinement, RepeatedPosesCountAsOftenAsTheyOccur)
{
	const FTube Tube = MakeTube(3, {20.0, 60.0}, 0.6);
	const std::vector<std::vector<FDouble3>> Poses{Tube.Set.Poses[0], Tube.Set.Poses[1], Tube.Set.Poses[0]};
	const FMotionData Data = MakeMotionData(Tube.Set.Rest.Positions, Poses);
	EXPECT_EQ(Data.PoseCount, 2u);
	EXPECT_EQ(Data.PoseWeights, (std::vector<double>{2.0, 1.0}));
	EXPECT_EQ(Data.PoseOfExample, (std::vector<uint32_t>{0, 1, 0}));
	FExampleSet Set = Tube.Set;
	Set.Poses = Poses;
	const FRig Rig = Refine(Set, FastOptions(3));
	EXPECT_EQ(Rig.PoseCount, 3u);
	EXPECT_EQ(Rig.Transform(1, 0), Rig.Transform(1, 2));
}

TEST(Refinement, StopsWhenAskedTo)
{
	const FTube Tube = MakeTube(3, FTruth::Angles(), 0.6);
	int Calls = 0;
	const FProgressCallback Callback = [&](std::string_view, double) { return ++Calls < 5; };
	FBuildContext Context;
	Context.Progress = FProgress(Callback);
	const TResult<FRig> Result = RefineRig(Tube.Set, {}, FastOptions(8), Context);
	ASSERT_FALSE(Result);
	EXPECT_EQ(Result.GetError().Code, EErrorCode::Canceled);
}

TEST(Refinement, RefusesWhatDoesNotFit)
{
	const FTube Tube = MakeTube(2, {30.0}, 0.0);
	const auto Code = [&](const FRefineOptions& Options)
	{ return RefineRig(Tube.Set, {}, Options, {}).GetError().Code; };
	EXPECT_EQ(Code({}), EErrorCode::InvalidArgument); // no bones asked for, none in the start
	EXPECT_EQ(Code(FastOptions(100000)), EErrorCode::InvalidArgument);
	FRefineOptions Options = FastOptions(2);
	Options.MaxInfluences = 65;
	EXPECT_EQ(Code(Options), EErrorCode::InvalidArgument);
	Options = FastOptions(2);
	Options.Smoothness = -1.0;
	EXPECT_EQ(Code(Options), EErrorCode::InvalidArgument);
	Options = FastOptions(2);
	Options.bKeepBones = true;
	EXPECT_EQ(Code(Options), EErrorCode::Mismatch);
	EXPECT_EQ(RefineRig({}, {}, FastOptions(2), {}).GetError().Code, EErrorCode::Degenerate);
}

} // namespace RefinementTest
} // namespace Exemplar
