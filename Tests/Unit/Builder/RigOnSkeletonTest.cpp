// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Clips/Animation.h"
#include "Metrics/ErrorMeasures.h"
#include "Rig/BuildRig.h"
#include "Rig/GivenSkeleton.h"
#include "Rig/SkeletonStart.h"
#include "Sample/SampleCharacter.h"

#include "FullSize.h"
#include <algorithm>
#include <gtest/gtest.h>

namespace Exemplar
{
namespace RigOnSkeletonTest
{

/** The sample with few vertices, its named poses as examples, and its true skeleton. */
struct FSkeletonScene
{
	FSkeletonScene()
	{
		FSampleOptions Options;
		Options.VertexCount = 2000;
		TResult<FSampleCharacter> Sample = BuildSample(Options, {});
		Skeleton = Sample->Source.Rig->Skeleton;
		Examples = *BuildExampleSet(std::move(Sample->Source), {}, {});
	}

	FRigOptions Options() const
	{
		FRigOptions Out;
		Out.Refine.Effort = ERefineEffort::Fast;
		Out.Skeleton.Joints = Skeleton;
		return Out;
	}

	FSkeletonData Skeleton;
	FExampleSet Examples;
};

const FSkeletonScene& Scene()
{
	static const FSkeletonScene Out;
	return Out;
}

TEST(RigOnSkeleton, JointsHierarchyNamesAndRestStay)
{
	const TResult<FRigResult> Rig = BuildRig(Scene().Examples, Scene().Options(), {});
	ASSERT_TRUE(Rig) << Rig.GetError().Message;
	const TResult<FAnimation> Animation = MakeAnimation(Rig->Rig, 1.0);
	ASSERT_TRUE(Animation) << Animation.GetError().Message;
	EXPECT_EQ(Animation->Skeleton.Names, Scene().Skeleton.Names);
	EXPECT_EQ(Animation->Skeleton.Parents, Scene().Skeleton.Parents);
	const std::vector<FAffine3d> A = RestModel(Animation->Skeleton), B = RestModel(Scene().Skeleton);
	for (size_t Joint = 0; Joint < A.size(); ++Joint)
	{
		for (size_t Entry = 0; Entry < 12; ++Entry)
		{
			EXPECT_NEAR(A[Joint].M[Entry], B[Joint].M[Entry], 1e-5);
		}
	}
	const TResult<FErrorMeasures> Error = MeasureRig(Scene().Examples, Rig->Rig);
	ASSERT_TRUE(Error);
	EXPECT_LT(Error->VertexRms, 0.1); // % of the diagonal
	// The clip plays what the rig has, in the skeleton's own frames.
	const TResult<FRig> Played = RoundRig(Rig->Rig, *Animation);
	ASSERT_TRUE(Played);
	EXPECT_NEAR(MeasureRig(Scene().Examples, *Played)->VertexRms, Error->VertexRms, 1e-4);
}

TEST(RigOnSkeleton, ChosenOrientationsChangeTheFramesAndNotTheMotion)
{
	const FSkeletonData Flat = PlaceSkeleton(Scene().Skeleton, 1.0, {});
	for (const size_t Axis : {size_t{0}, size_t{1}})
	{
		FRigOptions Options = Scene().Options();
		Options.bConnected = true;
		Options.Orientation = Axis == 0 ? EJointOrientation::AlongX : EJointOrientation::AlongY;
		const TResult<FRigResult> Rig = BuildRig(Scene().Examples, Options, {});
		ASSERT_TRUE(Rig) << Rig.GetError().Message;
		const FAnimation Animation = *MakeAnimation(Rig->Rig, 1.0);
		const TResult<FRig> Played = RoundRig(Rig->Rig, Animation);
		ASSERT_TRUE(Played);
		for (size_t Index = 0; Index < Rig->Rig.Transforms.size(); ++Index)
		{
			for (size_t Entry = 0; Entry < 12; ++Entry)
			{
				EXPECT_NEAR(Rig->Rig.Transforms[Index].M[Entry], Played->Transforms[Index].M[Entry], 2e-5);
			}
		}
		// A joint with one child points that axis at it.
		const std::vector<FAffine3d> Rest = RestModel(Animation.Skeleton);
		const std::vector<int32_t>& Parents = Animation.Skeleton.Parents;
		for (size_t Joint = 1; Joint < Parents.size(); ++Joint)
		{
			const auto Parent = static_cast<size_t>(Parents[Joint]);
			if (std::count(Parents.begin(), Parents.end(), Parents[Joint]) == 1)
			{
				const FDouble3 Offset =
					TransformPoint(Inverse(Rest[Parent]), {Rest[Joint].M[3], Rest[Joint].M[7], Rest[Joint].M[11]});
				const double Along = Axis == 0 ? Offset.X : Offset.Y;
				EXPECT_NEAR(Along, std::hypot(Offset.X, Offset.Y, Offset.Z), 1e-5);
			}
		}
	}
	EXPECT_EQ(Flat.Parents, Scene().Skeleton.Parents);
}

TEST(RigOnSkeleton, HandlesOnTheFloorAndJointsOutsideLeadNoSkinAndAreReported)
{
	FRigOptions Options = Scene().Options();
	FSkeletonData& Joints = *Options.Skeleton.Joints;
	// A root on the floor above all, and a socket far outside.
	FSkeletonData More;
	More.Names = {"root"};
	More.Parents = {NoParent};
	More.RestLocal = {{}};
	for (size_t Joint = 0; Joint < Joints.JointCount(); ++Joint)
	{
		More.Names.push_back(Joints.Names[Joint]);
		More.Parents.push_back(Joints.Parents[Joint] + 1);
		More.RestLocal.push_back(Joints.RestLocal[Joint]);
	}
	More.Names.push_back("socket");
	More.Parents.push_back(2);
	More.RestLocal.push_back({{}, {0.0f, 0.0f, 3.0f}});
	Joints = More;
	const TResult<FRigResult> Rig = BuildRig(Scene().Examples, Options, {});
	ASSERT_TRUE(Rig) << Rig.GetError().Message;
	const auto& Unled = Rig->UnledJoints;
	EXPECT_TRUE(std::find(Unled.begin(), Unled.end(), 0) != Unled.end());
	EXPECT_TRUE(std::find(Unled.begin(), Unled.end(), More.JointCount() - 1) != Unled.end());
	for (size_t Pose = 0; Pose < Rig->Rig.PoseCount; ++Pose)
	{
		EXPECT_EQ(Rig->Rig.Transform(0, Pose), FAffine3d{}); // the handle stands still, the body moves
	}
	EXPECT_LT(MeasureRig(Scene().Examples, Rig->Rig)->VertexRms, 0.1);
}

TEST(RigOnSkeleton, ExtraBonesLowerTheErrorOfASkeletonThatLacksJoints)
{
	FULL_SIZE_TEST();
	// Without its lower legs and feet.
	FRigOptions Options = Scene().Options();
	FSkeletonData Fewer;
	std::vector<int32_t> NewOf(Scene().Skeleton.JointCount(), NoParent);
	std::vector<bool> bOut(NewOf.size(), false);
	for (size_t Joint = 0; Joint < NewOf.size(); ++Joint)
	{
		const int32_t Parent = Scene().Skeleton.Parents[Joint];
		bOut[Joint] = Scene().Skeleton.Names[Joint].starts_with("Shin") ||
			(Parent != NoParent && bOut[static_cast<size_t>(Parent)]);
		if (!bOut[Joint])
		{
			NewOf[Joint] = static_cast<int32_t>(Fewer.JointCount());
			Fewer.Names.push_back(Scene().Skeleton.Names[Joint]);
			Fewer.Parents.push_back(Parent == NoParent ? NoParent : NewOf[static_cast<size_t>(Parent)]);
			Fewer.RestLocal.push_back(Scene().Skeleton.RestLocal[Joint]);
		}
	}
	ASSERT_LT(Fewer.JointCount(), Scene().Skeleton.JointCount());
	Options.Skeleton.Joints = Fewer;
	const TResult<FRigResult> Plain = BuildRig(Scene().Examples, Options, {});
	Options.Skeleton.ExtraBones = 2;
	const TResult<FRigResult> More = BuildRig(Scene().Examples, Options, {});
	ASSERT_TRUE(Plain && More);
	EXPECT_EQ(More->ExtraJoints, 2u);
	EXPECT_EQ(More->Rig.BoneCount, Fewer.JointCount() + 2);
	EXPECT_EQ(More->Rig.Names.back(), "extra_2");
	EXPECT_LT(
		MeasureRig(Scene().Examples, More->Rig)->VertexRms, 0.9 * MeasureRig(Scene().Examples, Plain->Rig)->VertexRms);
}

TEST(RigOnSkeleton, ASkeletonInOtherUnitsIsRefusedWithTheRemedy)
{
	FRigOptions Options = Scene().Options();
	Options.Skeleton.Joints = PlaceSkeleton(Scene().Skeleton, 100.0, {});
	const TResult<FRigResult> Rig = BuildRig(Scene().Examples, Options, {});
	ASSERT_FALSE(Rig);
	EXPECT_NE(Rig.GetError().Message.find("--skeleton-scale, such as 0.01"), std::string::npos);
	Options.Skeleton.Joints->Parents[1] = NoParent;
	Options.Skeleton.Joints = PlaceSkeleton(*Options.Skeleton.Joints, 0.01, {});
	const TResult<FRigResult> Two = BuildRig(Scene().Examples, Options, {});
	ASSERT_FALSE(Two);
	EXPECT_NE(Two.GetError().Message.find("2 roots. Give them a common parent"), std::string::npos);
}

TEST(RigOnSkeleton, PlacingASkeletonTurnsAndScalesItAsTheExamples)
{
	FSkeletonData Chain;
	Chain.Names = {"a", "b"};
	Chain.Parents = {NoParent, 0};
	Chain.RestLocal = {{{}, {1.0f, 2.0f, 3.0f}, {2.0f, 2.0f, 2.0f}}, {{}, {0.0f, 0.0f, 1.0f}}};
	FNormalization Space;
	Space.bZUp = true;
	Space.Scale = 0.5;
	Space.Center = {1.0, 0.0, 0.0};
	const FSkeletonData Placed = PlaceSkeleton(Chain, 10.0, Space);
	const std::vector<FAffine3d> Model = RestModel(Placed);
	// b is at (1, 2, 5) in the file: (1, 5, -2) with y up, times ten, minus the center, times a half.
	EXPECT_NEAR(Model[1].M[3], 4.5, 1e-5);
	EXPECT_NEAR(Model[1].M[7], 25.0, 1e-5);
	EXPECT_NEAR(Model[1].M[11], -10.0, 1e-5);
	EXPECT_EQ(Placed.RestLocal[0].Scale, (FFloat3{1.0f, 1.0f, 1.0f}));
}

} // namespace RigOnSkeletonTest
} // namespace Exemplar
