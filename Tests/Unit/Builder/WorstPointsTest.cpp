// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/WorstPoints.h"

#include "Fit/RigExchange.h"
#include "Metrics/ErrorMeasures.h"
#include "Rig/BuildRig.h"
#include "TubeExamples.h"

#include <cmath>
#include <gtest/gtest.h>

namespace Exemplar
{
namespace WorstPointsTest
{

using namespace TubeExamples;

constexpr size_t Side = 21;

/** A sheet that waves everywhere, and a small flap at a corner that folds in one pose: hardly any of the mean square.
 */
FExampleSet MakeFlap()
{
	FExampleSet Set;
	for (size_t Pose = 0; Pose < 5; ++Pose)
	{
		std::vector<FDouble3> Points;
		for (size_t Index = 0; Index < Side * Side; ++Index)
		{
			const double X = static_cast<double>(Index % Side) / (Side - 1),
						 Z = static_cast<double>(Index / Side) / (Side - 1);
			const double Phase = static_cast<double>(Pose);
			FDouble3 P{X, Pose == 0 ? 0.0 : 0.08 * std::sin(6.0 * X + Phase) * std::cos(5.0 * Z - 0.7 * Phase), Z};
			const double Over = X + Z - 1.8;
			if (Pose == 3 && Over > 0.0)
			{
				P = {P.X - 0.5 * Over, P.Y + 0.7 * Over, P.Z - 0.5 * Over};
			}
			Points.push_back(P);
		}
		(Pose == 0 ? Set.Rest.Positions : Set.Poses.emplace_back()) = std::move(Points);
	}
	for (size_t Row = 0; Row + 1 < Side; ++Row)
	{
		for (size_t Column = 0; Column + 1 < Side; ++Column)
		{
			const auto At = [](size_t R, size_t C) { return static_cast<int32_t>(R * Side + C); };
			Set.Rest.Triangles.push_back({At(Row, Column), At(Row + 1, Column), At(Row + 1, Column + 1)});
			Set.Rest.Triangles.push_back({At(Row, Column), At(Row + 1, Column + 1), At(Row, Column + 1)});
		}
	}
	return Set;
}

FRefineOptions Options(int Bones, double Power)
{
	FRefineOptions Out;
	Out.BoneCount = Bones;
	Out.Effort = ERefineEffort::Fast;
	Out.Power = Power;
	return Out;
}

FErrorMeasures Refined(const FExampleSet& Set, const FRefineOptions& How, size_t* Bones = nullptr)
{
	const TResult<FRig> Rig = RefineRig(Set, {}, How, {});
	EXPECT_TRUE(Rig) << Rig.GetError().Message;
	if (Bones != nullptr && Rig)
	{
		*Bones = Rig->BoneCount;
	}
	return Rig ? MeasureRig(Set, *Rig).GetValue() : FErrorMeasures{};
}

TEST(WorstPoints, EmphasisOfAllPointsInAPoseIsThePoseMoreOften)
{
	const FTruth Truth;
	FMotionData Often = MakeMotionData(Truth.Tube.Set.Rest.Positions, Truth.Tube.Set.Poses), Emphasized = Often;
	constexpr double Extra = 3.0;
	Often.PoseWeights[1] += Extra;
	Emphasized.Emphasis.Offsets.assign(1, 0);
	for (size_t Point = 0; Point < Often.PointCount; ++Point)
	{
		Often.TargetSquares[Point] +=
			Extra * Often.Targets.row(static_cast<Eigen::Index>(Point)).middleCols<3>(3).squaredNorm();
		Emphasized.Emphasis.Poses.push_back(1);
		Emphasized.Emphasis.Counts.push_back(Extra);
		Emphasized.Emphasis.Offsets.push_back(static_cast<uint32_t>(Point + 1));
	}
	// Motions that are off, so that weights and motions have to compromise.
	FBoneMotions Bones = ReadMotions(Often, Truth.Rig);
	for (FMotion& Motion : Bones.Motions)
	{
		Motion.col(3) += 0.02 * Eigen::Vector3d(1.0, -1.0, 0.5) * Motion(0, 0);
	}
	FWeightTable A = ReadWeights(Truth.Rig, 4), B = A;
	SolveWeights(Often, Bones, {}, ESubsetSearch::Exchange, A, GetSerialExecutor());
	SolveWeights(Emphasized, Bones, {}, ESubsetSearch::Exchange, B, GetSerialExecutor());
	ASSERT_EQ(A.Bones, B.Bones);
	EXPECT_NEAR(A.Error, B.Error, 1e-9 * A.Error);
	for (size_t Slot = 0; Slot < A.Weights.size(); ++Slot)
	{
		EXPECT_NEAR(A.Weights[Slot], B.Weights[Slot], 1e-6);
	}
	FBoneMotions OfA = Bones, OfB = Bones;
	SolveMotions(Often, A, {}, OfA, GetSerialExecutor());
	SolveMotions(Emphasized, A, {}, OfB, GetSerialExecutor());
	for (size_t Index = 0; Index < OfA.Motions.size(); ++Index)
	{
		EXPECT_LT((OfA.Motions[Index] - OfB.Motions[Index]).norm(), 1e-9);
	}
}

TEST(WorstPoints, CountsFollowErrorsAndOnlyLargeOnes)
{
	const FExampleSet Set = MakeFlap();
	FMotionData Data = MakeMotionData(Set.Rest.Positions, Set.Poses);
	const TResult<FRig> Rig = RefineRig(Set, {}, Options(4, 2.0), {});
	ASSERT_TRUE(Rig);
	const FBoneMotions Bones = ReadMotions(Data, *Rig);
	const FWeightTable Weights = ReadWeights(*Rig, 4);
	const FRigError Error = MeasureErrors(Data, Bones, Weights, 0.0, 6.0, GetSerialExecutor());
	const FErrorMeasures Measured = MeasureRig(Set, *Rig).GetValue();
	EXPECT_NEAR(100.0 * Error.Largest, Measured.VertexMax, 1e-6);
	EXPECT_NEAR(Data.Percent(Error.Square), Measured.VertexRms, 1e-6);
	EXPECT_DOUBLE_EQ(Error.Stress, Error.Square);
	const double Level = 0.5 * Error.Largest;
	EmphasizeWorst(Bones, Weights, Level, 6.0, Data, GetSerialExecutor());
	ASSERT_FALSE(Data.Emphasis.IsEmpty());
	EXPECT_LT(Data.Emphasis.Poses.size(), Data.PointCount * Data.PoseCount / 4);
	for (size_t Point = 0; Point < Data.PointCount; ++Point)
	{
		for (size_t Entry = Data.Emphasis.Begin(Point); Entry < Data.Emphasis.End(Point); ++Entry)
		{
			const double Square = PairSquare(Data, Bones, Weights, Point, Data.Emphasis.Poses[Entry]);
			EXPECT_GT(Square, 0.25 * Level * Level);
			// From the least count, 0.5^4, 0.3 of the way to (error / level)^4, in logarithms.
			const double Expected = std::pow(0.5, 2.8) * std::pow(std::sqrt(Square) / Level, 1.2);
			EXPECT_NEAR(Data.Emphasis.Counts[Entry], Expected, 1e-6);
		}
	}
	EmphasizeWorst(Bones, Weights, 0.0, 6.0, Data, GetSerialExecutor());
	EXPECT_TRUE(Data.Emphasis.IsEmpty());
}

TEST(WorstPoints, APowerLowersTheLargestErrorAtNearlyTheSameMean)
{
	const FExampleSet Set = MakeFlap();
	const FErrorMeasures Square = Refined(Set, Options(6, 2.0)), Eighth = Refined(Set, Options(6, 8.0));
	EXPECT_LT(Eighth.VertexMax, 0.8 * Square.VertexMax);
	EXPECT_LT(Eighth.VertexRms, 1.021 * Square.VertexRms);
}

TEST(WorstPoints, BonesAreAddedUntilTheLargestErrorIsReachedOrTheCountIs)
{
	const FExampleSet Set = MakeFlap();
	const double Now = Refined(Set, Options(6, 2.0)).VertexMax;
	FRefineOptions How = Options(6, 2.0);
	How.MaxError = 0.4 * Now;
	How.MaxBones = 40;
	size_t Bones = 0;
	EXPECT_LE(Refined(Set, How, &Bones).VertexMax, How.MaxError);
	EXPECT_GT(Bones, 6u);
	EXPECT_LE(Bones, 40u);
	How.MaxError = 0.01 * Now;
	How.MaxBones = 9;
	Refined(Set, How, &Bones);
	EXPECT_EQ(Bones, 9u);
	How.MaxBones = 0;
	EXPECT_LT(Refined(Set, How, &Bones).VertexMax, Now);
	EXPECT_EQ(Bones, 6u) << "the count was given";
}

TEST(WorstPoints, AffineBonesHaveNone)
{
	FRefineOptions How = Options(3, 4.0);
	How.bAffineBones = true;
	const TResult<FRig> Refused = RefineRig(MakeFlap(), {}, How, {});
	ASSERT_FALSE(Refused);
	EXPECT_NE(Refused.GetError().Message.find("mean square"), std::string::npos);
}

} // namespace WorstPointsTest
} // namespace Exemplar
