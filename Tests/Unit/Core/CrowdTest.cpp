// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Crowd/CrowdJob.h"

#include "AllocationMeter.h"
#include "Base/ThreadPool.h"
#include "Character/CharacterViews.h"
#include "CrowdField.h"
#include "Pose/ClipSampling.h"
#include "Pose/PoseJobs.h"

#include <gtest/gtest.h>

namespace Exemplar
{
namespace CrowdTest
{

/** Character data that a view can look at: a random tree, two clips, three levels. */
struct FCrowdFixture
{
	FCharacterData Data;
	std::vector<std::string_view> Names;
	std::vector<FMeshLevelView> Levels;
	std::vector<FClipView> Clips;
	FCharacterView View;

	explicit FCrowdFixture(uint64_t Seed, size_t JointCount = 17)
	{
		FRandom Random(Seed);
		for (size_t Joint = 0; Joint < JointCount; ++Joint)
		{
			Data.Skeleton.Parents.push_back(
				Joint == 0 ? NoParent : static_cast<int32_t>(Random.Between(0.0f, static_cast<float>(Joint) - 0.01f)));
			Data.Skeleton.RestLocal.push_back({Random.Rotation(2.0f),
				{Random.Between(-0.3f, 0.3f), Random.Between(0.1f, 0.4f), Random.Between(-0.3f, 0.3f)}, {1, 1, 1}});
			Names.emplace_back("joint");
		}
		Data.Clips.resize(2);
		for (size_t Clip = 0; Clip < 2; ++Clip)
		{
			FillClip(Random, Data.Clips[Clip], 9 + 4 * static_cast<uint32_t>(Clip), Clip == 0);
		}
		for (const FClipData& Clip : Data.Clips)
		{
			Clips.push_back(ViewOf(Clip));
		}
		Levels.resize(3);
		Levels[1].MeanError = 0.01f;
		Levels[2].MeanError = 0.04f;
		Levels[2].Bones = Few;
		View.Skeleton.Parents = Data.Skeleton.Parents;
		View.Skeleton.RestLocal = Data.Skeleton.RestLocal;
		View.Skeleton.Names = Names;
		View.Clips = Clips;
		View.Levels = Levels;
		View.Sphere = {{0.0f, 1.0f, 0.0f}, 2.0f};
	}

	FCrowdCharacter Make() const
	{
		TResult<FCrowdCharacter> Made = MakeCrowdCharacter(View);
		EXPECT_TRUE(Made.IsOk());
		return std::move(*Made);
	}

private:
	const std::vector<uint16_t> Few{0, 2, 5};

	void FillClip(FRandom& Random, FClipData& Clip, uint32_t FrameCount, bool bLoops)
	{
		Clip.FrameCount = FrameCount;
		Clip.FramesPerSecond = 24.0f;
		Clip.bLoops = bLoops;
		for (size_t Joint = 0; Joint < Data.Skeleton.Parents.size(); ++Joint)
		{
			Clip.Rotations.Offsets.push_back(static_cast<uint32_t>(Clip.Rotations.Frames.size()));
			for (uint32_t Frame = 0; Frame < FrameCount; ++Frame)
			{
				Clip.Rotations.Frames.push_back(static_cast<uint16_t>(Frame));
				const FRotation Q = Random.Rotation(2.5f);
				Clip.Rotations.Values.push_back(Q);
			}
			Clip.Translations.Offsets.push_back(static_cast<uint32_t>(Clip.Translations.Frames.size()));
			if (Joint == 0)
			{
				for (uint16_t Frame = 0; Frame < FrameCount; ++Frame)
				{
					Clip.Translations.Frames.push_back(Frame);
					Clip.Translations.Values.push_back({Random.Between(-1, 1), Random.Between(-1, 1), 0.0f});
				}
			}
		}
		Clip.Rotations.Offsets.push_back(static_cast<uint32_t>(Clip.Rotations.Frames.size()));
		Clip.Translations.Offsets.push_back(static_cast<uint32_t>(Clip.Translations.Frames.size()));
	}
};

std::vector<FAffine> ReferencePalette(const FCharacterView& View, const FRestPose& Rest, size_t Clip, float Seconds)
{
	std::vector<FBoneTransform> Local(Rest.JointCount());
	std::vector<FAffine> Model(Rest.JointCount()), Palette(Rest.JointCount());
	EXPECT_TRUE((FSampleClipJob{&View.Clips[Clip], Seconds, View.Skeleton.RestLocal, Local}.Run()));
	EXPECT_TRUE((FLocalToModelJob{Rest.Parents, Local, Model}.Run()));
	EXPECT_TRUE((FPaletteJob{Model, Rest.InverseModel, {}, Palette}.Run()));
	return Palette;
}

float LargestDifference(const FAffine& A, const FAffine& B)
{
	float Largest = 0.0f;
	for (int Row = 0; Row < 3; ++Row)
	{
		const FFloat4 D = A.Rows[Row] - B.Rows[Row];
		Largest = std::max({Largest, std::abs(D.X), std::abs(D.Y), std::abs(D.Z), std::abs(D.W)});
	}
	return Largest;
}

/** A field of two characters. */
struct FField : FCrowdField
{
	FCrowdFixture First{1}, Second{2, 7};

	explicit FField(size_t Count)
	{
		Characters.push_back(First.Make());
		Characters.push_back(Second.Make());
		Scatter(Count, 4, false);
	}
};

TEST(Crowd, PalettesEqualThoseOfThePoseJobs)
{
	FField Field(101);
	FCrowdStatistics Statistics;
	ASSERT_TRUE(Field.Job.Run(Statistics));
	ASSERT_GT(Statistics.Visible, 10u);
	ASSERT_GT(Statistics.Culled, 10u);
	for (uint32_t Rank = 0; Rank < Statistics.Visible; ++Rank)
	{
		const FCrowdInstance& Instance = Field.Instances[Field.Visible[Rank]];
		const FCrowdState& State = Field.States[Field.Visible[Rank]];
		const FCrowdFixture& Fixture = Instance.Character == 0 ? Field.First : Field.Second;
		const FCrowdCharacter& Character = Field.Characters[Instance.Character];
		const std::vector<FAffine> Reference =
			ReferencePalette(Fixture.View, Character.Rest, Instance.Clip, Instance.Seconds);
		const std::vector<uint16_t>& Bones = Character.Levels[State.Choice.Level].Bones;
		for (size_t Bone = 0; Bone < Bones.size(); ++Bone)
		{
			// Random rest rotations and long chains: a few units in the last place of the largest translation.
			EXPECT_LT(LargestDifference(Field.Palettes[Instance.PaletteOffset + Bone], Reference[Bones[Bone]]), 3e-5f);
		}
	}
}

TEST(Crowd, TwoClipsBlendEveryJointTheShorterWay)
{
	FField Field(101);
	for (FCrowdInstance& Instance : Field.Instances)
	{
		Instance.OtherClip = Instance.Clip;
		Instance.OtherSeconds = Instance.Seconds;
		Instance.OtherWeight = 0.4f;
	}
	FCrowdStatistics Statistics;
	ASSERT_TRUE(Field.Job.Run(Statistics));
	const std::vector<FAffine> Same = Field.Palettes;
	for (FCrowdInstance& Instance : Field.Instances)
	{
		Instance.OtherWeight = 0.0f;
	}
	ASSERT_TRUE(Field.Job.Run(Statistics));
	for (size_t Bone = 0; Bone < Same.size(); ++Bone)
	{
		EXPECT_LT(LargestDifference(Same[Bone], Field.Palettes[Bone]), 3e-5f) << "a clip blended with itself is itself";
	}
	// By its first joint, whose palette matrix is its own motion: the rotation is on the arc between the two.
	for (FCrowdInstance& Instance : Field.Instances)
	{
		Instance.World = ToAffine(FRotation{}, {0.0f, 0.0f, -20.0f}); // all are seen
		Instance.OtherClip = 0;
		Instance.OtherSeconds = Instance.Seconds + 0.11f;
	}
	const auto PaletteAt = [&](float Weight)
	{
		for (FCrowdInstance& Instance : Field.Instances)
		{
			Instance.OtherWeight = Weight;
		}
		EXPECT_TRUE(Field.Job.Run(Statistics));
		return Field.Palettes;
	};
	const std::vector<FAffine> First = PaletteAt(0.0f), Middle = PaletteAt(0.5f), Last = PaletteAt(1.0f);
	size_t Turned = 0;
	for (const FCrowdInstance& Instance : Field.Instances)
	{
		const FCrowdCharacter& Character = Field.Characters[Instance.Character];
		const FFloat3 Center = Character.Rest.Centers[0];
		const auto Motion = [&](const std::vector<FAffine>& All) { return All[Instance.PaletteOffset]; };
		const FFloat3 A = TransformPoint(Motion(First), Center), B = TransformPoint(Motion(Middle), Center),
					  C = TransformPoint(Motion(Last), Center);
		EXPECT_LT(Length(B - (A + C) * 0.5f), 1e-4f) << "positions are mixed";
		const FCrowdFixture& Fixture = Instance.Character == 0 ? Field.First : Field.Second;
		EXPECT_LT(LargestDifference(
					  Motion(Last), ReferencePalette(Fixture.View, Character.Rest, 0, Instance.OtherSeconds)[0]),
			3e-5f);
		for (const FFloat3& Axis : {FFloat3{1.0f, 0.0f, 0.0f}, FFloat3{0.0f, 1.0f, 0.0f}, FFloat3{0.0f, 0.0f, 1.0f}})
		{
			const FFloat3 U = TransformVector(Motion(First), Axis), V = TransformVector(Motion(Middle), Axis),
						  W = TransformVector(Motion(Last), Axis);
			EXPECT_NEAR(Dot(U, V), Dot(V, W), 1e-4f) << "half way is as far from both";
			EXPECT_GE(Dot(U, V), Dot(U, W) - 1e-4f) << "and nearer than they are to each other";
			Turned += Dot(U, W) < 0.99f ? 1 : 0;
		}
	}
	EXPECT_GT(Turned, 20u);
}

TEST(Crowd, SignificanceChoosesFinerLevelsAndIsPosedFirst)
{
	FField Field(300);
	FCrowdStatistics Statistics;
	ASSERT_TRUE(Field.Job.Run(Statistics));
	const std::vector<FCrowdState> Before = Field.States;
	for (size_t Index = 0; Index < 300; ++Index)
	{
		Field.Instances[Index].Significance = Index % 10 == 0 ? 100.0f : 1.0f;
	}
	ASSERT_TRUE(Field.Job.Run(Statistics));
	size_t Finer = 0;
	for (size_t Index = 0; Index < 300; ++Index)
	{
		EXPECT_LE(Field.States[Index].Choice.Level, Before[Index].Choice.Level);
		Finer += Field.States[Index].Choice.Level < Before[Index].Choice.Level ? 1 : 0;
		EXPECT_TRUE(Index % 10 == 0 || Field.States[Index].Choice.Level == Before[Index].Choice.Level);
	}
	EXPECT_GT(Finer, 3u);
	Field.Job.JointBudget = Statistics.Joints / 4;
	for (int Frame = 0; Frame < 3; ++Frame)
	{
		ASSERT_TRUE(Field.Job.Run(Statistics));
		for (size_t Index = 0; Index < 300; Index += 10)
		{
			EXPECT_TRUE(!Field.States[Index].bVisible || Field.States[Index].WaitingFrames == 0) << Index;
		}
	}
}

TEST(Crowd, ThreadsDoNotChangeTheResult)
{
	FField One(700), Two(700);
	const std::unique_ptr<IExecutor> Pool = MakeThreadPool(3);
	Two.Job.Executor = Pool.get();
	One.Job.JointBudget = Two.Job.JointBudget = 2000;
	for (int Frame = 0; Frame < 3; ++Frame)
	{
		FCrowdStatistics A, B;
		ASSERT_TRUE(One.Job.Run(A));
		ASSERT_TRUE(Two.Job.Run(B));
		EXPECT_EQ(A.Posed, B.Posed);
		EXPECT_EQ(One.Palettes, Two.Palettes);
		EXPECT_EQ(One.Visible, Two.Visible);
	}
}

TEST(Crowd, WhatIsCulledIsOutsideAndWhatIsVisibleIsChosenByItsDepth)
{
	FField Field(400);
	FCrowdStatistics Statistics;
	ASSERT_TRUE(Field.Job.Run(Statistics));
	const FFrustum Frustum = MakeFrustum(Field.Job.Camera);
	uint32_t Counted = 0;
	for (size_t Index = 0; Index < Field.Instances.size(); ++Index)
	{
		const FCrowdInstance& Instance = Field.Instances[Index];
		const FCrowdState& State = Field.States[Index];
		const FCrowdCharacter& Character = Field.Characters[Instance.Character];
		const FCrowdFixture& Fixture = Instance.Character == 0 ? Field.First : Field.Second;
		const FAffine Root = ReferencePalette(Fixture.View, Character.Rest, Instance.Clip, Instance.Seconds)[0];
		const FFloat3 Center = TransformPoint(Compose(Instance.World, Root), Character.Sphere.Center);
		FSphere Larger{Center, Character.Sphere.Radius + 1e-3f}, Smaller{Center, Character.Sphere.Radius - 1e-3f};
		EXPECT_TRUE(State.bVisible ? !IsOutside(Frustum, Larger) : IsOutside(Frustum, Smaller));
		if (State.bVisible)
		{
			++Counted;
			const float Depth = DepthOf(Field.Job.Camera, Center) - Character.Sphere.Radius;
			EXPECT_NEAR(State.Depth, Depth, 1e-3f);
			const float Errors[] = {0.0f, 0.01f, 0.04f};
			EXPECT_EQ(State.Choice.Level, ChooseLevel(Errors, AllowedError(Field.Job.Screen, State.Depth)).Level);
		}
	}
	EXPECT_EQ(Counted, Statistics.Visible);
	EXPECT_GT(Statistics.PerLevel[0], 0u);
	EXPECT_GT(Statistics.PerLevel[1], 0u);
	EXPECT_GT(Statistics.PerLevel[2], 0u);
}

TEST(Crowd, TheBudgetIsKeptAndEverybodyGetsATurn)
{
	FField Field(300);
	FCrowdStatistics Statistics;
	ASSERT_TRUE(Field.Job.Run(Statistics)); // all are posed once
	const uint32_t Visible = Statistics.Visible;
	Field.Job.JointBudget = Statistics.Joints / 4;
	std::vector<char> bSeen(300, 0);
	for (int Frame = 0; Frame < 60; ++Frame)
	{
		ASSERT_TRUE(Field.Job.Run(Statistics));
		EXPECT_LE(Statistics.Joints, Field.Job.JointBudget);
		EXPECT_EQ(Statistics.Posed + Statistics.Deferred, Visible);
		EXPECT_GT(Statistics.Deferred, 0u);
		for (size_t Index = 0; Index < 300; ++Index)
		{
			bSeen[Index] |= Field.States[Index].bVisible && Field.States[Index].WaitingFrames == 0;
		}
	}
	EXPECT_EQ(std::count(bSeen.begin(), bSeen.end(), 1), static_cast<long>(Visible));
}

TEST(Crowd, AFrameAllocatesNothing)
{
	FField Field(300);
	FCrowdStatistics Statistics;
	const FAllocationMeter Meter;
	ASSERT_TRUE(Field.Job.Run(Statistics));
	EXPECT_GT(Statistics.Posed, 0u);
	EXPECT_EQ(Meter.Count(), 0u);
}

TEST(Crowd, AFarPaletteHoldsTheBonesOfItsLevelAlone)
{
	FField Field(2);
	FCrowdInstance& Instance = Field.Instances[1];
	Instance.World = ToAffine(FRotation{}, {0.0f, 0.0f, -500.0f});
	FCrowdStatistics Statistics;
	ASSERT_TRUE(Field.Job.Run(Statistics));
	ASSERT_EQ(Field.States[1].Choice.Level, 2u);
	const std::vector<FAffine> Reference =
		ReferencePalette(Field.First.View, Field.Characters[0].Rest, Instance.Clip, Instance.Seconds);
	const FAffine* Palette = Field.Palettes.data() + Instance.PaletteOffset;
	EXPECT_LT(LargestDifference(Palette[1], Reference[2]), 3e-5f);
	EXPECT_LT(LargestDifference(Palette[2], Reference[5]), 3e-5f);
	EXPECT_EQ(Palette[3], FAffine{});
}

TEST(Crowd, AnEmptyCrowdRunsAndAWrongOneIsRefused)
{
	FField Empty(0);
	FCrowdStatistics Statistics;
	EXPECT_TRUE(Empty.Job.Run(Statistics));
	EXPECT_EQ(Statistics.Visible, 0u);

	FField Wrong(3);
	Wrong.Instances[1].Clip = 2;
	EXPECT_FALSE(Wrong.Job.Run(Statistics));
	Wrong.Instances[1].Clip = 0;
	Wrong.Instances[1].Character = 2;
	EXPECT_FALSE(Wrong.Job.Run(Statistics));
	Wrong.Instances[1].Character = 0;
	Wrong.Instances[1].PaletteOffset = static_cast<uint32_t>(Wrong.Palettes.size());
	EXPECT_FALSE(Wrong.Job.Run(Statistics));
	Wrong.Instances[1].PaletteOffset = 0;
	EXPECT_TRUE(Wrong.Job.Run(Statistics));
	Wrong.Instances[1].Seconds = NAN;
	EXPECT_TRUE(Wrong.Job.Run(Statistics));
}

TEST(Crowd, JointsThatScaleAreRefusedWithASentence)
{
	FCrowdFixture Fixture(3);
	std::vector<FBoneTransform> Rest = Fixture.Data.Skeleton.RestLocal;
	Rest[4].Scale = {1.0f, 2.0f, 1.0f};
	Fixture.View.Skeleton.RestLocal = Rest;
	const TResult<FCrowdCharacter> Made = MakeCrowdCharacter(Fixture.View);
	ASSERT_FALSE(Made.IsOk());
	EXPECT_NE(Made.GetError().Message.find("scale"), std::string::npos);
}

} // namespace CrowdTest
} // namespace Exemplar
