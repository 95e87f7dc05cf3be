// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Bake/SkinGauge.h"

#include "AnimationSpace/Embedding.h"
#include "AnimationSpace/Gauge.h"
#include "Base/Executor.h"
#include "RandomSkin.h"
#include "Skinning/ReferenceSkinning.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

namespace Exemplar
{
namespace SkinGaugeTest
{

/** Triangles that follow a chain of six joints, with blocks far along displacements that no pose shows. */
FCharacterParts MakeWandered(std::vector<FAnimationVector>* Linear = nullptr)
{
	FTestRandom Random(21);
	FCharacterParts Out;
	Out.Animation.Skeleton = MakeRandomSkeleton(Random, 6, true);
	FClipData Clip;
	Clip.Name = "rest";
	Clip.FrameCount = 1;
	Out.Animation.Clips.push_back(Clip);
	const FMeshLevelData Level = MakeRandomLevel(Random, 60, 6, 6, 6);
	std::vector<FDouble3> Rest;
	FRigWeights Weights;
	for (uint32_t Vertex = 0; Vertex < 60; ++Vertex)
	{
		const FFloat3& P = Level.Positions[Vertex];
		Rest.push_back({P.X, P.Y, P.Z});
		std::vector<std::pair<uint16_t, double>> Row;
		for (uint32_t Index = Level.Weights.Offsets[Vertex]; Index < Level.Weights.Offsets[Vertex + 1]; ++Index)
		{
			Row.emplace_back(Level.Weights.Bones[Index], static_cast<double>(Level.Weights.Weights[Index]));
		}
		std::sort(Row.begin(), Row.end());
		for (const auto& [Bone, Weight] : Row)
		{
			Weights.Bones.push_back(Bone);
			Weights.Weights.push_back(Weight);
		}
		Weights.Offsets.push_back(static_cast<uint32_t>(Weights.Bones.size()));
		Out.Surface.PointOfCorner.push_back(Vertex);
		Out.Surface.Indices.push_back(Vertex);
	}
	Out.Surface.Sections = {{0, 0, 60}};
	Out.Materials = {{"skin", {1.0f, 1.0f, 1.0f, 1.0f}}};
	std::vector<FAnimationVector> Points = EmbedLinearBlend(Rest, Weights);
	if (Linear != nullptr)
	{
		*Linear = Points;
	}
	const std::vector<FJointGauge> Joints = *FindGauge(Out.Animation.Skeleton, Out.Animation.Clips);
	for (FAnimationVector& Point : Points)
	{
		for (size_t Bone = 1; Bone < 6; ++Bone)
		{
			Point = AddScaled(Point, NullVectors(Joints, Bone)[0], static_cast<double>(Random.Uniform(-4.0f, 4.0f)));
		}
	}
	Out.Skin = MakeSkin(Rest, Weights, Points);
	return Out;
}

TEST(SkinGauge, TheSurfaceStaysInEveryPoseAndWeightsComeBackToTheBlendWeights)
{
	std::vector<FAnimationVector> Linear;
	const FCharacterParts Parts = MakeWandered(&Linear);
	EXPECT_GT(LargestBlockWeight(Parts.Skin), 3.0);
	const TResult<std::optional<FCharacterParts>> Fixed = FixSkinGauge(Parts, GetSerialExecutor());
	ASSERT_TRUE(Fixed && *Fixed);
	const FSkin& Skin = (*Fixed)->Skin;
	EXPECT_LE(LargestBlockWeight(Skin), 1.0 + 1e-5);
	const FRestPose Rest = *MakeRestPose(Parts.Animation.Skeleton);
	FTestRandom Random(22);
	for (int Pose = 0; Pose < 5; ++Pose)
	{
		std::vector<FAffine3d> Palette;
		for (const FAffine& Motion : MakePalette(Rest, MakeRandomPose(Random, Rest.Local, 2.0f)))
		{
			FAffine3d& Wide = Palette.emplace_back();
			for (size_t Row = 0; Row < 3; ++Row)
			{
				const FFloat4& R = Motion.Rows[Row];
				const float Numbers[4] = {R.X, R.Y, R.Z, R.W};
				std::copy(Numbers, Numbers + 4, Wide.M.begin() + 4 * static_cast<ptrdiff_t>(Row));
			}
		}
		for (size_t Point = 0; Point < Skin.Points.size(); ++Point)
		{
			const FDouble3 Before = Project(Parts.Skin.Points[Point], Palette);
			const FDouble3 After = Project(Skin.Points[Point], Palette);
			EXPECT_LT(std::hypot(After.X - Before.X, After.Y - Before.Y, After.Z - Before.Z), 2e-5);
			EXPECT_NEAR(Skin.Points[Point].Blocks[0].W, Linear[Point].Blocks[0].W, 1e-5);
		}
	}
}

TEST(SkinGauge, FixingTwiceChangesNothingMore)
{
	const TResult<std::optional<FCharacterParts>> Once = FixSkinGauge(MakeWandered(), GetSerialExecutor());
	ASSERT_TRUE(Once && *Once);
	const TResult<std::optional<FCharacterParts>> Twice = FixSkinGauge(**Once, GetSerialExecutor());
	ASSERT_TRUE(Twice);
	EXPECT_FALSE(*Twice);
}

TEST(SkinGauge, WithoutClipsAndWithJointsThatMoveNothingIsKnown)
{
	FCharacterParts Parts = MakeWandered();
	FCharacterParts Still = Parts;
	Still.Animation.Clips.clear();
	const TResult<std::optional<FCharacterParts>> Unknown = FixSkinGauge(Still, GetSerialExecutor());
	EXPECT_TRUE(Unknown && !*Unknown);
	TClipChannel<FOwned, FFloat3>& Keys = Parts.Animation.Clips[0].Translations;
	Keys.Offsets = {0};
	for (size_t Joint = 0; Joint < 6; ++Joint)
	{
		Keys.Frames.push_back(0);
		Keys.Values.push_back(Parts.Animation.Skeleton.RestLocal[Joint].Translation + FFloat3{0.1f, 0.0f, 0.0f});
		Keys.Offsets.push_back(static_cast<uint32_t>(Keys.Values.size()));
	}
	const TResult<std::optional<FCharacterParts>> Free = FixSkinGauge(Parts, GetSerialExecutor());
	EXPECT_TRUE(Free && !*Free);
}

TEST(SkinGauge, BakeFixesItUnlessThatIsNotWanted)
{
	const FCharacterParts Parts = MakeWandered();
	const auto LargestW = [&](bool bGauge)
	{
		FBakeOptions Options;
		Options.bGauge = bGauge;
		Options.bSkinTangents = false;
		const TResult<FBakedCharacter> Baked = Bake(Parts, Options, {});
		EXPECT_TRUE(Baked) << Baked.GetError().Message;
		float Out = 0.0f;
		for (const FFloat4& P : Baked->Character->Levels[0].Skin.Points)
		{
			Out = (std::max)(Out, std::abs(P.W));
		}
		return Out;
	};
	EXPECT_GT(LargestW(false), 3.0f);
	EXPECT_LE(LargestW(true), 1.0f + 1e-5f);
}

} // namespace SkinGaugeTest
} // namespace Exemplar
