// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Fit/WeightFit.h"

#include "Fit/Locality.h"
#include "TubeExamples.h"

#include <gtest/gtest.h>
#include <map>

namespace Exemplar
{

namespace WeightFitTest
{

using namespace TubeExamples;

/** The largest difference of a weight. Points on a hinge stay put whichever bone they follow: they have none. */
double WorstDifference(const FTube& Tube, const FRigWeights& Found, const FRigWeights& Truth)
{
	double Worst = 0.0;
	for (size_t Point = 0; Point < Truth.PointCount(); ++Point)
	{
		const FDouble3& P = Tube.Set.Rest.Positions[Point];
		bool bOnHinge = false;
		for (const double Joint : Tube.Joints)
		{
			bOnHinge = bOnHinge || (std::abs(P.X - Joint) < 1e-6 && std::abs(P.Y) < 1e-6);
		}
		if (bOnHinge)
		{
			continue;
		}
		std::map<uint16_t, double> Difference;
		for (uint32_t Entry = Truth.Offsets[Point]; Entry < Truth.Offsets[Point + 1]; ++Entry)
		{
			Difference[Truth.Bones[Entry]] += Truth.Weights[Entry];
		}
		for (uint32_t Entry = Found.Offsets[Point]; Entry < Found.Offsets[Point + 1]; ++Entry)
		{
			Difference[Found.Bones[Entry]] -= Found.Weights[Entry];
		}
		for (const auto& [Bone, Value] : Difference)
		{
			Worst = (std::max)(Worst, std::abs(Value));
		}
	}
	return Worst;
}

FWeightFit Fit(const FTruth& Truth, const FWeightFitOptions& Options)
{
	TResult<FWeightFit> Result = FitWeights(Truth.Tube.Set, Truth.Rig, Options, {});
	EXPECT_TRUE(Result) << Result.GetError().Message;
	return Result ? std::move(Result).GetValue() : FWeightFit{};
}

/** Moves everything of one pose rigidly: the bones and where the points are. */
void MovePose(FTruth& Truth, size_t Pose, const FAffine3d& Motion)
{
	for (FDouble3& Point : Truth.Tube.Set.Poses[Pose])
	{
		Point = TransformPoint(Motion, Point);
	}
	for (size_t Bone = 0; Bone < Truth.Rig.BoneCount; ++Bone)
	{
		Truth.Rig.Transform(Bone, Pose) = Compose(Motion, Truth.Rig.Transform(Bone, Pose));
	}
}

TEST(WeightFit, TrueMotionsGiveTheTrueWeights)
{
	const FTruth Truth;
	FWeightFitOptions Options;
	Options.MinWeight = 0.0;
	const FWeightFit Fitted = Fit(Truth, Options);
	EXPECT_LT(WorstDifference(Truth.Tube, Fitted.Weights, Truth.Rig.Weights), 1e-8);
	EXPECT_LT(Fitted.VertexRms, 1e-6);
}

TEST(WeightFit, NoWeightIsBelowTheThresholdAndRowsAscendAndSumToOne)
{
	const FTruth Truth;
	FWeightFitOptions Options;
	Options.MinWeight = 0.02;
	const FRigWeights Weights = Fit(Truth, Options).Weights;
	ASSERT_EQ(Weights.PointCount(), Truth.Tube.Set.PointCount());
	for (size_t Point = 0; Point < Weights.PointCount(); ++Point)
	{
		double Sum = 0.0;
		for (uint32_t Entry = Weights.Offsets[Point]; Entry < Weights.Offsets[Point + 1]; ++Entry)
		{
			EXPECT_GE(Weights.Weights[Entry], 0.02);
			EXPECT_TRUE(Entry == Weights.Offsets[Point] || Weights.Bones[Entry - 1] < Weights.Bones[Entry]);
			Sum += Weights.Weights[Entry];
		}
		EXPECT_NEAR(Sum, 1.0, 1e-12);
	}
}

TEST(WeightFit, ACommonRigidMotionOfAPoseChangesNothing)
{
	FTruth Truth;
	FWeightFitOptions Options;
	Options.MaxInfluences = 2;
	const FWeightFit Before = Fit(Truth, Options);
	MovePose(Truth, 1, RotationAbout({1.0, 2.0, 3.0}, {1.0, -1.0, 0.5}, 2.0));
	const FWeightFit After = Fit(Truth, Options);
	EXPECT_LT(WorstDifference(Truth.Tube, After.Weights, Before.Weights), 1e-6);
}

TEST(WeightFit, RestrictingBonesNeverLowersTheError)
{
	const FTruth Truth;
	FWeightFitOptions Options;
	Options.MinWeight = 0.0;
	const FWeightFit Free = Fit(Truth, Options);
	Options.Allowed.assign(Truth.Tube.Set.PointCount() * 3, 1);
	for (size_t Point = 0; Point < Truth.Tube.Set.PointCount(); ++Point)
	{
		Options.Allowed[3 * Point + 2] = 0;
	}
	const FWeightFit Restricted = Fit(Truth, Options);
	for (size_t Point = 0; Point < Truth.Tube.Set.PointCount(); ++Point)
	{
		EXPECT_GE(Restricted.PointErrors[Point], Free.PointErrors[Point] - 1e-6);
	}
	for (const uint16_t Bone : Restricted.Weights.Bones)
	{
		EXPECT_NE(Bone, 2);
	}
	EXPECT_GT(Restricted.VertexRms, 1.0);
}

TEST(WeightFit, RefittedWeightsStayInsideTheInfluenceMaps)
{
	FTruth Truth;
	// The outer bones move alike: without maps a point of one end may follow the bone of the other.
	for (size_t Pose = 0; Pose < Truth.Rig.PoseCount; ++Pose)
	{
		Truth.Rig.Transform(2, Pose) = Truth.Rig.Transform(0, Pose);
	}
	const FWeightFit Free = Fit(Truth, {});
	const FInfluenceMaps Maps = BuildInfluenceMaps(Free.Weights, 3, BuildPointNeighbors(Truth.Tube.Set.Rest));
	FWeightFitOptions Options;
	Options.Allowed = Maps.Allowed;
	const FWeightFit Local = Fit(Truth, Options);
	for (size_t Point = 0; Point < Local.Weights.PointCount(); ++Point)
	{
		double Sum = 0.0;
		for (uint32_t Entry = Local.Weights.Offsets[Point]; Entry < Local.Weights.Offsets[Point + 1]; ++Entry)
		{
			EXPECT_TRUE(Maps.Allowed[Point * 3 + Local.Weights.Bones[Entry]]);
			Sum += Local.Weights.Weights[Entry];
		}
		EXPECT_NEAR(Sum, 1.0, 1e-12);
	}
	EXPECT_GE(Local.VertexRms, Free.VertexRms - 1e-12);
}

TEST(WeightFit, ATwinBoneFarAwayIsNoCandidate)
{
	// A fourth bone moves exactly as the first one but leads nowhere near the other end of the tube.
	FTruth Truth;
	for (size_t Pose = 0; Pose < Truth.Rig.PoseCount; ++Pose)
	{
		Truth.Rig.Transforms.push_back(Truth.Rig.Transform(0, Pose));
	}
	Truth.Rig.BoneCount = 4;
	FWeightFitOptions Options;
	Options.CandidateBones = 2;
	const FWeightFit Fitted = Fit(Truth, Options);
	const double End = 9.0;
	for (size_t Point = 0; Point < Truth.Tube.Set.PointCount(); ++Point)
	{
		if (Truth.Tube.Set.Rest.Positions[Point].X > End - 1.0)
		{
			for (uint32_t Entry = Fitted.Weights.Offsets[Point]; Entry < Fitted.Weights.Offsets[Point + 1]; ++Entry)
			{
				EXPECT_TRUE(Fitted.Weights.Bones[Entry] == 1 || Fitted.Weights.Bones[Entry] == 2);
			}
		}
	}
	EXPECT_LT(Fitted.VertexRms, 0.05);
}

TEST(WeightFit, ThePullDecidesWhatExamplesDoNotTell)
{
	// Bones 0 and 3 move alike: the examples cannot tell them apart, the given weights can.
	FTruth Truth;
	for (size_t Pose = 0; Pose < Truth.Rig.PoseCount; ++Pose)
	{
		Truth.Rig.Transforms.push_back(Truth.Rig.Transform(0, Pose));
	}
	Truth.Rig.BoneCount = 4;
	for (size_t Entry = 0; Entry < Truth.Rig.Weights.Bones.size(); ++Entry)
	{
		Truth.Rig.Weights.Bones[Entry] = Truth.Rig.Weights.Bones[Entry] == 0 ? 3 : Truth.Rig.Weights.Bones[Entry];
	}
	FWeightFitOptions Options;
	Options.Pull = 0.01;
	const FWeightFit Fitted = Fit(Truth, Options);
	EXPECT_LT(Fitted.VertexRms, 0.01);
	for (size_t Entry = 0; Entry < Fitted.Weights.Bones.size(); ++Entry)
	{
		EXPECT_TRUE(Fitted.Weights.Bones[Entry] != 0 || Fitted.Weights.Weights[Entry] < 0.02);
	}
}

TEST(WeightFit, SmoothnessFlattensStepsAndCostsError)
{
	const FTube Tube = MakeTube(3, FTruth::Angles(), 0.0);
	FTruth Truth;
	Truth.Tube.Set = Tube.Set;
	FWeightFitOptions Options;
	const auto LargestStep = [&](const FRigWeights& Weights)
	{
		double Largest = 0.0;
		for (const FTriangle& Triangle : Tube.Set.Rest.Triangles)
		{
			for (size_t Corner = 0; Corner < 3; ++Corner)
			{
				std::array<double, 3> Difference{};
				for (const auto& [Point, Sign] : {std::pair{Triangle[Corner], 1.0}, {Triangle[(Corner + 1) % 3], -1.0}})
				{
					const size_t Row = static_cast<size_t>(Point);
					for (uint32_t Entry = Weights.Offsets[Row]; Entry < Weights.Offsets[Row + 1]; ++Entry)
					{
						Difference[Weights.Bones[Entry]] += Sign * Weights.Weights[Entry];
					}
				}
				Largest = (std::max)(Largest, std::abs(Difference[1]));
			}
		}
		return Largest;
	};
	const FWeightFit Hard = Fit(Truth, Options);
	Options.Smoothness = 2.0;
	const FWeightFit Smooth = Fit(Truth, Options);
	EXPECT_GT(LargestStep(Hard.Weights), 0.99);
	EXPECT_LT(LargestStep(Smooth.Weights), 0.6);
	EXPECT_LT(Hard.VertexRms, 1e-4);
	EXPECT_GT(Smooth.VertexRms, Hard.VertexRms);
}

TEST(WeightFit, RefusesWhatDoesNotFit)
{
	FTruth Truth;
	FWeightFitOptions Options;
	Options.MaxInfluences = 0;
	EXPECT_EQ(FitWeights(Truth.Tube.Set, Truth.Rig, Options, {}).GetError().Code, EErrorCode::InvalidArgument);
	Options = {};
	Options.Allowed.assign(5, 1);
	EXPECT_EQ(FitWeights(Truth.Tube.Set, Truth.Rig, Options, {}).GetError().Code, EErrorCode::Mismatch);
	Options.Allowed.assign(3 * Truth.Tube.Set.PointCount(), 0);
	EXPECT_EQ(FitWeights(Truth.Tube.Set, Truth.Rig, Options, {}).GetError().Code, EErrorCode::InvalidArgument);
	Truth.Rig.Transforms.pop_back();
	EXPECT_EQ(FitWeights(Truth.Tube.Set, Truth.Rig, {}, {}).GetError().Code, EErrorCode::Mismatch);
	EXPECT_EQ(FitWeights({}, Truth.Rig, {}, {}).GetError().Code, EErrorCode::Degenerate);
}

} // namespace WeightFitTest
} // namespace Exemplar
