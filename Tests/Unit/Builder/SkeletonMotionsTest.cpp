// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/SkeletonMotions.h"

#include "Clips/MotionClip.h"
#include "Metrics/ErrorMeasures.h"
#include "Model/Posing.h"
#include "TubeExamples.h"

#include <gtest/gtest.h>

namespace Exemplar
{
namespace SkeletonMotionsTest
{

using namespace TubeExamples;

constexpr double Fixed = 1e-6;

/** The tube's true rig with parents first, on a skeleton whose joints are turned and scaled at rest. */
struct FTurnedTube
{
	FTube Tube = MakeTube(3, {20.0, 40.0, -60.0, 80.0}, 0.6);
	FAnimation Animation;
	FRig Rig;

	FTurnedTube()
	{
		const FTruth Truth;
		Rig.BoneCount = 3;
		Rig.PoseCount = 4;
		for (const std::vector<FAffine3d>& Bone : Tube.Motions)
		{
			Rig.Transforms.insert(Rig.Transforms.end(), Bone.begin(), Bone.end());
		}
		Rig.Weights = Truth.Rig.Weights;
		Rig.Parents = {NoParent, 0, 1};
		Rig.Root = 0;
		Rig.Joints = {{1.0, 0.0, 0.0}, {3.0, 0.0, 0.0}, {6.0, 0.0, 0.0}};
		const float Half = std::sqrt(0.5f);
		const FFloat3 Uniform{2.0f, 2.0f, 2.0f}, One{1.0f, 1.0f, 1.0f};
		// The first joint stands at (1, 0, 0), is turned by a quarter about z and twice as large.
		Animation.Skeleton.Names = {"a", "b", "c"};
		Animation.Skeleton.Parents = Rig.Parents;
		Animation.Skeleton.RestLocal = {{{0.0f, 0.0f, Half, Half}, {1.0f, 0.0f, 0.0f}, Uniform},
			{{Half, 0.0f, 0.0f, Half}, {0.0f, -1.0f, 0.0f}, One}, {{0.0f, 0.0f, 0.0f, 1.0f}, {0.0f, 0.0f, 1.5f}, One}};
		const std::vector<FAffine3d> Rest = RestModel(Animation.Skeleton);
		for (size_t Bone = 0; Bone < 3; ++Bone)
		{
			Rig.Joints[Bone] = {Rest[Bone].M[3], Rest[Bone].M[7], Rest[Bone].M[11]};
		}
	}
};

double LargestDifference(const FRig& A, const FRig& B)
{
	double Out = A.Transforms.size() == B.Transforms.size() ? 0.0 : 1e300;
	for (size_t Index = 0; Index < A.Transforms.size() && Index < B.Transforms.size(); ++Index)
	{
		for (size_t Entry = 0; Entry < 12; ++Entry)
		{
			Out = std::fmax(Out, std::abs(A.Transforms[Index].M[Entry] - B.Transforms[Index].M[Entry]));
		}
	}
	return Out;
}

TEST(MotionClip, PlaysTheMotionsOfARigOnASkeletonThatIsTurnedAndScaledAtRest)
{
	FTurnedTube Scene;
	EXPECT_EQ(WriteMotionClips(Scene.Rig, Fixed, {}, Scene.Animation), std::vector<size_t>{0});
	EXPECT_EQ(Scene.Animation.Clips[0].Name, "examples");
	const TResult<FRig> Played = RoundRig(Scene.Rig, Scene.Animation);
	ASSERT_TRUE(Played);
	EXPECT_LT(LargestDifference(*Played, Scene.Rig), 1e-5);
}

TEST(MotionClip, ReplacesClipsFrameByFrameAndKeepsTheirNamesAndRates)
{
	FTurnedTube Scene;
	FClipData First, Second, Other;
	First.Name = "first";
	First.FrameCount = 3;
	First.FramesPerSecond = 12.0f;
	First.bLoops = 1;
	Second.Name = "examples";
	Second.FrameCount = 1;
	Scene.Animation.Clips = {First, Second};
	const std::vector<size_t> Found = FindExampleClips(Scene.Animation.Clips, 4);
	EXPECT_EQ(Found, (std::vector<size_t>{0, 1}));
	EXPECT_EQ(WriteMotionClips(Scene.Rig, Fixed, Found, Scene.Animation), Found);
	EXPECT_EQ(Scene.Animation.Clips[0].Name, "first");
	EXPECT_EQ(Scene.Animation.Clips[0].FramesPerSecond, 12.0f);
	EXPECT_EQ(Scene.Animation.Clips[0].bLoops, 1u);
	const TResult<FRig> Played = RoundRig(Scene.Rig, Scene.Animation);
	ASSERT_TRUE(Played);
	EXPECT_LT(LargestDifference(*Played, Scene.Rig), 1e-5);
	// A clip of as many frames as there are poses comes before all of them together, and the last such clip first.
	Other.FrameCount = 4;
	Scene.Animation.Clips.push_back(Other);
	Scene.Animation.Clips.push_back(Other);
	EXPECT_EQ(FindExampleClips(Scene.Animation.Clips, 4), std::vector<size_t>{3});
	EXPECT_TRUE(FindExampleClips(Scene.Animation.Clips, 5).empty());
	EXPECT_EQ(WriteMotionClips(Scene.Rig, Fixed, {}, Scene.Animation), std::vector<size_t>{4});
	EXPECT_EQ(Scene.Animation.Clips[4].Name, "examples-2");
}

TEST(SkeletonMotions, ASkeletonWhoseJointsNoClipMovesStaysConnected)
{
	FTurnedTube Scene;
	EXPECT_TRUE(ReadFreedom(Scene.Animation, Scene.Rig.Weights, Fixed).bConnected) << "no clip moves anything";
	WriteMotionClips(Scene.Rig, Fixed, {}, Scene.Animation);
	ASSERT_FALSE(Scene.Animation.Clips[0].Translations.Values.empty());
	const FSkeletonFreedom Freedom = ReadFreedom(Scene.Animation, Scene.Rig.Weights, 1e-4);
	EXPECT_TRUE(Freedom.bConnected) << "the root's translation moves the whole character";
	EXPECT_EQ(Freedom.Top, 0);
	FRig Apart = Scene.Rig;
	Apart.Transform(2, 3).M[3] += 0.5;
	WriteMotionClips(Apart, Fixed, {}, Scene.Animation);
	EXPECT_FALSE(ReadFreedom(Scene.Animation, Scene.Rig.Weights, 1e-4).bConnected);
}

TEST(SkeletonMotions, ConnectedFitsMeetAtTheJointsAndFreeOnesNeedNot)
{
	FTurnedTube Scene;
	// Examples that no skeleton makes: the last bone slides off in every pose.
	for (size_t Pose = 0; Pose < 4; ++Pose)
	{
		for (size_t Point = 0; Point < Scene.Tube.Set.PointCount(); ++Point)
		{
			Scene.Tube.Set.Poses[Pose][Point].Z += Scene.Tube.Set.Rest.Positions[Point].X > 6.5 ? 0.2 : 0.0;
		}
	}
	FRig Start = Scene.Rig;
	Start.PoseCount = 0;
	Start.Transforms.clear();
	for (const bool bKeepWeights : {false, true})
	{
		FSkeletonFitOptions Options;
		Options.bKeepWeights = bKeepWeights;
		const TResult<FRig> Free = FitSkeletonRig(Scene.Tube.Set, Start, Options, {});
		Options.Freedom = ReadFreedom(Scene.Animation, Start.Weights, Fixed);
		const TResult<FRig> Connected = FitSkeletonRig(Scene.Tube.Set, Start, Options, {});
		ASSERT_TRUE(Free && Connected);
		double FreeGap = 0.0, Gap = 0.0;
		for (size_t Pose = 0; Pose < 4; ++Pose)
		{
			for (size_t Bone = 1; Bone < 3; ++Bone)
			{
				const auto GapOf = [&](const FRig& Rig)
				{
					const FDouble3 A = TransformPoint(Rig.Transform(Bone, Pose), Rig.Joints[Bone]);
					const FDouble3 B = TransformPoint(Rig.Transform(Bone - 1, Pose), Rig.Joints[Bone]);
					return std::hypot(A.X - B.X, A.Y - B.Y, A.Z - B.Z);
				};
				FreeGap = std::fmax(FreeGap, GapOf(*Free));
				Gap = std::fmax(Gap, GapOf(*Connected));
			}
		}
		EXPECT_LT(Gap, 1e-9);
		EXPECT_GT(FreeGap, 0.1);
		const double Rms = MeasureRig(Scene.Tube.Set, *Connected)->VertexRms;
		EXPECT_LT(MeasureRig(Scene.Tube.Set, *Free)->VertexRms, Rms);
		EXPECT_LT(Rms, 2.0);
	}
}

TEST(SkeletonMotions, BonesThatHoldNoPointsGoWithTheirParents)
{
	FTurnedTube Scene;
	// A joint above the tube, and a socket at its end.
	FRig& Rig = Scene.Rig;
	Rig.BoneCount = 5;
	Rig.Parents = {NoParent, 0, 1, 2, 3};
	Rig.Joints.insert(Rig.Joints.begin(), {0.0, 0.0, 0.0});
	Rig.Joints.push_back({9.0, 0.0, 0.0});
	for (uint16_t& Bone : Rig.Weights.Bones)
	{
		++Bone;
	}
	Rig.PoseCount = 0;
	Rig.Transforms.clear();
	FSkeletonFitOptions Options;
	Options.Freedom = {true, 1};
	for (const bool bConnected : {true, false})
	{
		Options.Freedom.bConnected = bConnected;
		const TResult<FRig> Fitted = FitSkeletonRig(Scene.Tube.Set, Rig, Options, {});
		ASSERT_TRUE(Fitted);
		EXPECT_LT(MeasureRig(Scene.Tube.Set, *Fitted)->VertexRms, 0.05);
		for (size_t Pose = 0; Pose < 4; ++Pose)
		{
			EXPECT_EQ(Fitted->Transform(0, Pose), FAffine3d{}) << "what is above the body stands still";
			EXPECT_EQ(Fitted->Transform(4, Pose), Fitted->Transform(3, Pose));
		}
	}
}

} // namespace SkeletonMotionsTest
} // namespace Exemplar
