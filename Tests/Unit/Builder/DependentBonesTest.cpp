// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/DependentBones.h"

#include "Model/Posing.h"
#include "TubeExamples.h"

#include <gtest/gtest.h>

namespace Exemplar
{
namespace DependentBonesTest
{

using namespace TubeExamples;

double LargestDifference(const FRig& A, const FRig& B, const std::vector<FDouble3>& Rest)
{
	double Largest = 0.0;
	for (size_t Pose = 0; Pose < A.PoseCount; ++Pose)
	{
		const std::vector<FDouble3> P = ReconstructPose(A, Rest, Pose), Q = ReconstructPose(B, Rest, Pose);
		for (size_t Point = 0; Point < P.size(); ++Point)
		{
			Largest = std::fmax(
				Largest, std::hypot(P[Point].X - Q[Point].X, P[Point].Y - Q[Point].Y, P[Point].Z - Q[Point].Z));
		}
	}
	return Largest;
}

TEST(DependentBones, ABoneThatBlendsTwoOthersGoesAndThePointsStay)
{
	// A fourth bone, number 1, moves as three tenths of the first and seven of the second, around the first hinge.
	FTruth Truth;
	FRig Rig;
	Rig.BoneCount = 4;
	Rig.PoseCount = FTruth::PoseCount;
	Rig.Transforms.resize(4 * Rig.PoseCount);
	for (size_t Pose = 0; Pose < Rig.PoseCount; ++Pose)
	{
		Rig.Transform(0, Pose) = Truth.Rig.Transform(0, Pose);
		Rig.Transform(2, Pose) = Truth.Rig.Transform(1, Pose);
		Rig.Transform(3, Pose) = Truth.Rig.Transform(2, Pose);
		for (size_t Index = 0; Index < 12; ++Index)
		{
			Rig.Transform(1, Pose).M[Index] =
				0.3 * Truth.Rig.Transform(0, Pose).M[Index] + 0.7 * Truth.Rig.Transform(1, Pose).M[Index];
		}
	}
	const std::vector<FDouble3>& Rest = Truth.Tube.Set.Rest.Positions;
	for (const FDouble3& P : Rest)
	{
		const double Weights[4] = {P.X < 2.5 ? 1.0 : (P.X < 2.7 ? 0.5 : 0.0),
			P.X < 2.5 || P.X > 3.5 ? 0.0 : (P.X < 2.7 || P.X > 3.3 ? 0.5 : 1.0),
			P.X > 3.5 && P.X < 5.9 ? 1.0 : (P.X > 3.3 && P.X < 6.1 ? 0.5 : 0.0),
			P.X > 6.1 ? 1.0 : (P.X > 5.9 ? 0.5 : 0.0)};
		for (uint16_t Bone = 0; Bone < 4; ++Bone)
		{
			if (Weights[Bone] > 0.0)
			{
				Rig.Weights.Bones.push_back(Bone);
				Rig.Weights.Weights.push_back(Weights[Bone]);
			}
		}
		Rig.Weights.Offsets.push_back(static_cast<uint32_t>(Rig.Weights.Bones.size()));
	}
	const FRig Before = Rig;
	const std::vector<FDependentBone> Removed = RemoveDependentBones(Truth.Tube.Set.Rest, 0.01, 4, Rig);
	ASSERT_EQ(Removed.size(), 1u);
	EXPECT_EQ(Removed[0].Bone, 1);
	EXPECT_LT(Removed[0].Error, 1e-4);
	ASSERT_EQ(Removed[0].Predictors.size(), 2u);
	double Shares[4] = {};
	for (const auto& [Bone, Share] : Removed[0].Predictors)
	{
		Shares[Bone] = Share;
	}
	EXPECT_NEAR(Shares[0], 0.3, 1e-4);
	EXPECT_NEAR(Shares[2], 0.7, 1e-4);
	EXPECT_EQ(Rig.BoneCount, 3u);
	EXPECT_EQ(Rig.Transforms.size(), 3 * Rig.PoseCount);
	EXPECT_LT(LargestDifference(Before, Rig, Rest), 1e-4);
}

TEST(DependentBones, IndependentBonesStayAndOneAlwaysDoes)
{
	FTruth Truth;
	FRig Rig = Truth.Rig;
	EXPECT_TRUE(RemoveDependentBones(Truth.Tube.Set.Rest, 0.5, 4, Rig).empty());
	EXPECT_EQ(Rig.Parents, Truth.Rig.Parents);
	EXPECT_EQ(RemoveDependentBones(Truth.Tube.Set.Rest, 1e9, 4, Rig).size(), 2u);
	EXPECT_EQ(Rig.BoneCount, 1u);
	EXPECT_TRUE(Rig.Parents.empty());
	for (const double Weight : Rig.Weights.Weights)
	{
		EXPECT_NEAR(Weight, 1.0, 1e-12);
	}
}

} // namespace DependentBonesTest
} // namespace Exemplar
