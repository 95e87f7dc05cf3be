// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Pose/PoseJobs.h"

#include "Pose/DualQuaternion.h"
#include "Pose/Twist.h"
#include "RandomSkin.h"

#include <gtest/gtest.h>

namespace Exemplar
{
namespace PoseJobsTest
{

float LargestDifference(const FAffine& A, const FAffine& B)
{
	float Largest = 0.0f;
	for (int Row = 0; Row < 3; ++Row)
	{
		const FFloat4 D = A.Rows[Row] - B.Rows[Row];
		Largest = (std::max)({Largest, std::abs(D.X), std::abs(D.Y), std::abs(D.Z), std::abs(D.W)});
	}
	return Largest;
}

TEST(RestPose, PaletteOfTheRestPoseIsTheIdentity)
{
	FTestRandom Random(1);
	const FSkeletonData Skeleton = MakeRandomSkeleton(Random, 40);
	const TResult<FRestPose> Rest = MakeRestPose(Skeleton);
	ASSERT_TRUE(Rest);
	for (const FAffine& T : MakePalette(*Rest, Skeleton.RestLocal))
	{
		EXPECT_LT(LargestDifference(T, FAffine{}), 1e-5f);
	}
}

TEST(RestPose, RefusesParentsAfterChildrenAndJointsWithoutSize)
{
	FTestRandom Random(2);
	FSkeletonData Skeleton = MakeRandomSkeleton(Random, 5);
	Skeleton.RestLocal[3].Scale = {0.0f, 1.0f, 1.0f};
	EXPECT_EQ(MakeRestPose(Skeleton).GetError().Code, EErrorCode::Degenerate);
	Skeleton.RestLocal[3].Scale = {1.0f, 1.0f, 1.0f};
	Skeleton.Parents[2] = 3;
	EXPECT_EQ(MakeRestPose(Skeleton).GetError().Code, EErrorCode::Malformed);
}

TEST(PoseJobs, JobsRefuseSpansThatDoNotFit)
{
	std::vector<FBoneTransform> Local(3);
	std::vector<FAffine> Model(3), Short(2);
	const std::vector<int32_t> Parents{NoParent, 0, 1}, Cycle{NoParent, 2, 1};
	EXPECT_TRUE((FLocalToModelJob{Parents, Local, Model}.Run()));
	EXPECT_FALSE((FLocalToModelJob{Parents, Local, Short}.Run()));
	EXPECT_FALSE((FLocalToModelJob{Cycle, Local, Model}.Run()));
	const std::vector<uint16_t> Bones{0, 2}, Outside{0, 3};
	EXPECT_TRUE((FPaletteJob{Model, Model, Bones, Short}.Run()));
	EXPECT_FALSE((FPaletteJob{Model, Model, Outside, Short}.Run()));
	EXPECT_FALSE((FPaletteJob{Model, Model, {}, Short}.Run()));
	const std::vector<FPoseLayer> Negative{{Local, -1.0f, {}}};
	EXPECT_FALSE((FBlendPosesJob{Negative, {}, Local, Local}.Run()));
}

TEST(BlendPoses, OnePoseComesOutAsItWasAndWeightsFillUpWithTheRestPose)
{
	FTestRandom Random(3);
	const FSkeletonData Skeleton = MakeRandomSkeleton(Random, 12);
	const std::vector<FBoneTransform> Pose = MakeRandomPose(Random, Skeleton.RestLocal, 1.0f, true);
	std::vector<FBoneTransform> Out(12);
	const std::vector<FPoseLayer> Full{{Pose, 3.0f, {}}};
	ASSERT_TRUE((FBlendPosesJob{Full, {}, Skeleton.RestLocal, Out}.Run()));
	for (size_t Joint = 0; Joint < 12; ++Joint)
	{
		EXPECT_NEAR(std::abs(Dot(Out[Joint].Rotation, Pose[Joint].Rotation)), 1.0f, 1e-6f);
		EXPECT_LT(Distance(Out[Joint].Scale, Pose[Joint].Scale), 1e-6f);
	}
	const std::vector<FPoseLayer> Nothing{{Pose, 0.0f, {}}};
	ASSERT_TRUE((FBlendPosesJob{Nothing, {}, Skeleton.RestLocal, Out}.Run()));
	EXPECT_LT(Distance(Out[5].Translation, Skeleton.RestLocal[5].Translation), 1e-7f);
}

TEST(BlendPoses, SignsOfQuaternionsDoNotMatterAndMasksActPerJoint)
{
	FTestRandom Random(4);
	const FSkeletonData Skeleton = MakeRandomSkeleton(Random, 8);
	const std::vector<FBoneTransform> A = MakeRandomPose(Random, Skeleton.RestLocal, 0.8f);
	std::vector<FBoneTransform> B = MakeRandomPose(Random, Skeleton.RestLocal, 0.8f);
	std::vector<float> Mask(8, 1.0f);
	Mask[3] = 0.0f;
	std::vector<FBoneTransform> First(8), Second(8);
	const std::vector<FPoseLayer> Layers{{A, 0.5f, {}}, {B, 0.5f, Mask}};
	ASSERT_TRUE((FBlendPosesJob{Layers, {}, A, First}.Run()));
	for (FBoneTransform& Joint : B)
	{
		Joint.Rotation = {-Joint.Rotation.X, -Joint.Rotation.Y, -Joint.Rotation.Z, -Joint.Rotation.W};
	}
	ASSERT_TRUE((FBlendPosesJob{Layers, {}, A, Second}.Run()));
	for (size_t Joint = 0; Joint < 8; ++Joint)
	{
		EXPECT_NEAR(Dot(First[Joint].Rotation, Second[Joint].Rotation), 1.0f, 1e-6f);
		// Half way: the same angle to both, unless the joint is masked.
		const float ToA = std::abs(Dot(First[Joint].Rotation, A[Joint].Rotation));
		const float ToB = std::abs(Dot(First[Joint].Rotation, B[Joint].Rotation));
		EXPECT_NEAR(ToA, Joint == 3 ? 1.0f : ToB, 1e-5f);
	}
}

TEST(BlendPoses, AnAdditiveLayerOfTheDifferenceToRestGivesThePose)
{
	FTestRandom Random(5);
	const FSkeletonData Skeleton = MakeRandomSkeleton(Random, 8);
	const std::vector<FBoneTransform> Pose = MakeRandomPose(Random, Skeleton.RestLocal, 1.0f, true);
	std::vector<FBoneTransform> Difference, Out(8);
	for (size_t Joint = 0; Joint < 8; ++Joint)
	{
		Difference.push_back(DifferenceToRest(Pose[Joint], Skeleton.RestLocal[Joint]));
	}
	const std::vector<FPoseLayer> Additive{{Difference, 1.0f, {}}};
	ASSERT_TRUE((FBlendPosesJob{{}, Additive, Skeleton.RestLocal, Out}.Run()));
	for (size_t Joint = 0; Joint < 8; ++Joint)
	{
		EXPECT_NEAR(std::abs(Dot(Out[Joint].Rotation, Pose[Joint].Rotation)), 1.0f, 1e-6f);
		EXPECT_LT(Distance(Out[Joint].Scale, Pose[Joint].Scale), 1e-5f);
	}
}

TEST(Twist, WhatIsLeftWithoutTheTwistHasNone)
{
	FTestRandom Random(6);
	for (int Round = 0; Round < 200; ++Round)
	{
		const FFloat3 Axis = Random.Direction();
		const FRotation R = Random.Rotation(PiF);
		const FRotation Swing = Compose(R, Inverse(RotationAboutAxis(Axis, TwistAngle(R, Axis))));
		EXPECT_NEAR(TwistAngle(Swing, Axis), 0.0f, 1e-3f);
		const float Angle = Random.Uniform(-3.1f, 3.1f);
		EXPECT_NEAR(TwistAngle(RotationAboutAxis(Axis, Angle), Axis), Angle, 2e-5f);
	}
}

TEST(Twist, ATwistOfManyTurnsIsFollowedFrameByFrame)
{
	const std::vector<FBoneTransform> Rest(1);
	std::vector<FBoneTransform> Pose(1);
	const std::vector<FFloat3> Axes{{0.0f, 1.0f, 0.0f}};
	std::vector<float> Twists{0.0f};
	for (int Degrees = 0; Degrees <= 900; Degrees += 30)
	{
		const float Angle = static_cast<float>(Degrees) * PiF / 180.0f;
		Pose[0].Rotation = RotationAboutAxis(Axes[0], Angle);
		ASSERT_TRUE((FTwistJob{Pose, Rest, Axes, Twists}.Run()));
		EXPECT_NEAR(Twists[0], Angle, 1e-3f);
	}
	// A swing of half a turn leaves the twist open: the last one is kept.
	Pose[0].Rotation = {1.0f, 0.0f, 0.0f, 0.0f};
	const float Before = Twists[0];
	ASSERT_TRUE((FTwistJob{Pose, Rest, Axes, Twists}.Run()));
	EXPECT_EQ(Twists[0], Before);
}

TEST(DualQuaternion, RigidPartAfterStretchIsTheMatrixAgain)
{
	FTestRandom Random(7);
	for (const bool bScale : {false, true})
	{
		const FSkeletonData Skeleton = MakeRandomSkeleton(Random, 30);
		const FRestPose Rest = *MakeRestPose(Skeleton);
		const std::vector<FAffine> Palette = MakePalette(Rest, MakeRandomPose(Random, Rest.Local, PiF, false, bScale));
		std::vector<FDualQuaternion> Rigid(30);
		std::vector<FAffine> Stretches(30);
		bool bHasStretch = !bScale;
		const FDualQuaternionPaletteJob Job{Palette, Rest.Parents, Rest.Centers, Rigid, Stretches, &bHasStretch};
		ASSERT_TRUE(Job.Run());
		EXPECT_EQ(bHasStretch, bScale);
		for (size_t Joint = 0; Joint < 30; ++Joint)
		{
			EXPECT_LT(LargestDifference(Compose(ToAffine(Rigid[Joint]), Stretches[Joint]), Palette[Joint]), 3e-5f);
			EXPECT_LT(Distance(TransformPoint(Stretches[Joint], Rest.Centers[Joint]), Rest.Centers[Joint]), 1e-5f);
			EXPECT_NEAR(Dot(Rigid[Joint].Real, Rigid[Joint].Dual), 0.0f, 1e-5f);
			const int32_t Parent = Rest.Parents[Joint];
			EXPECT_TRUE(Parent == NoParent || Dot(Rigid[Parent].Real, Rigid[Joint].Real) >= 0.0f);
		}
	}
}

TEST(DualQuaternion, PolarPartsOfAMirroredMapAreARotationAndAStretch)
{
	FTestRandom Random(8);
	const FAffine M = ToAffine(Random.Rotation(2.0f), {}, {-1.5f, 0.7f, 1.1f});
	const FPolarParts Parts = DecomposePolar(M);
	EXPECT_LT(LargestDifference(Compose(ToAffine(Parts.Rotation), Parts.Stretch), M), 1e-5f);
	EXPECT_EQ(Parts.Stretch.Rows[0].Y, Parts.Stretch.Rows[1].X);
}

} // namespace PoseJobsTest
} // namespace Exemplar
