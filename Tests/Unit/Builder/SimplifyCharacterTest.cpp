// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Pipeline/SimplifyCharacter.h"

#include "AnimationSpace/BlendSimplification.h"
#include "AnimationSpace/ClipMetric.h"
#include "AnimationSpace/Embedding.h"
#include "SampleParts.h"

#include <algorithm>

namespace Exemplar
{
namespace SimplifyCharacterTest
{

size_t LargestCount(const FSkin& Skin)
{
	size_t Out = 0;
	for (const FAnimationVector& Point : Skin.Points)
	{
		Out = (std::max)(Out, Point.InfluenceCount());
	}
	return Out;
}

TEST(SimplifyCharacter, PatternsMatchNamesWithStarsAndQuestionMarks)
{
	EXPECT_TRUE(MatchesPattern("twist_upper_l", "twist_*"));
	EXPECT_TRUE(MatchesPattern("hand_l", "hand_?"));
	EXPECT_TRUE(MatchesPattern("a_b_c", "*b*"));
	EXPECT_TRUE(MatchesPattern("spine", "spine"));
	EXPECT_FALSE(MatchesPattern("spine1", "spine"));
	EXPECT_FALSE(MatchesPattern("hand", "hand_?"));
	EXPECT_FALSE(MatchesPattern("upper_twist", "twist*"));
}

TEST(SimplifyCharacter, CapsInfluencesOfBothSkinsAndSaysWhatItCosts)
{
	FSimplifyOptions Options;
	Options.MaxInfluences = 2;
	const TResult<FSimplifiedCharacter> Out = SimplifyCharacter(SampleParts(), Options, {});
	ASSERT_TRUE(Out) << Out.GetError().Message;
	EXPECT_EQ(LargestCount(Out->Parts.Skin), 2u);
	const FRigWeights& Weights = Out->Parts.Skin.Weights;
	for (size_t Point = 0; Point < Weights.PointCount(); ++Point)
	{
		EXPECT_LE(Weights.Offsets[Point + 1] - Weights.Offsets[Point], 2u);
	}
	const FSimplifiedLevel& Level = Out->Levels[0];
	EXPECT_LT(Level.Influences, Level.InfluencesBefore);
	EXPECT_GT(Level.BlendMeanError, 0.0);
	EXPECT_LE(Level.MeanError, Level.BlendMeanError + 1e-9) << "points that leave linear blending cannot do worse";
	EXPECT_LE(Level.MeanError, Level.LargestError);
}

TEST(SimplifyCharacter, BlendsUnderTheMetricBeatTheLargestWeights)
{
	const FCharacterParts& Parts = SampleParts();
	FClipMetricOptions MetricOptions;
	MetricOptions.Correlation = 0.5;
	MetricOptions.PriorShare = 0.1;
	const FPoseMetric Metric = *BuildClipMetric(Parts.Animation, MetricOptions);
	const FRigWeights& Weights = Parts.Skin.Weights;
	double Fitted = 0.0, Cut = 0.0;
	for (size_t Point = 0; Point < Weights.PointCount(); ++Point)
	{
		const uint32_t First = Weights.Offsets[Point], Size = Weights.Offsets[Point + 1] - First;
		const auto Bones = std::span(Weights.Bones).subspan(First, Size);
		const auto Row = std::span(Weights.Weights).subspan(First, Size);
		const size_t Heaviest = static_cast<size_t>(std::max_element(Row.begin(), Row.end()) - Row.begin());
		const FDouble3& Rest = Parts.Skin.Rest[Point];
		const FBlendRow Best = FitBlendRow(Rest, Bones, Row, Bones, 1, Metric);
		const double One[1] = {1.0};
		const double Naive = MeanLength(
			Metric, AddScaled(EmbedPoint(Rest, Bones.subspan(Heaviest, 1), One), EmbedPoint(Rest, Bones, Row), -1.0));
		const double Own = MeanLength(
			Metric, AddScaled(EmbedPoint(Rest, Best.Bones, Best.Weights), EmbedPoint(Rest, Bones, Row), -1.0));
		EXPECT_LE(Best.Error, Naive * (1.0 + 1e-6) + 1e-8);
		EXPECT_NEAR(Best.Error, Own, 1e-6);
		Fitted += Best.Error * Best.Error;
		Cut += Naive * Naive;
	}
	EXPECT_LT(Fitted, Cut);
}

TEST(SimplifyCharacter, StaysWithinTheErrorAskedFor)
{
	FSimplifyOptions Options;
	Options.Error = 0.05;
	const TResult<FSimplifiedCharacter> Out = SimplifyCharacter(SampleParts(), Options, {});
	ASSERT_TRUE(Out) << Out.GetError().Message;
	EXPECT_LT(Out->Levels[0].Influences, Out->Levels[0].InfluencesBefore);
	const FCharacter Character = Bake(Out->Parts, {}, {})->Character;
	EXPECT_LE(Out->Levels[0].LargestError, 0.0005 * static_cast<double>(Character->RestBox.Diagonal()) * 1.001);
}

TEST(SimplifyCharacter, RemovedBonesLeaveTheSkeletonAndTheSkin)
{
	const FCharacterParts& Parts = SampleParts();
	FSimplifyOptions Options;
	Options.RemoveBones = {Parts.Animation.Skeleton.Names.back()};
	const TResult<FSimplifiedCharacter> Out = SimplifyCharacter(Parts, Options, {});
	ASSERT_TRUE(Out) << Out.GetError().Message;
	ASSERT_EQ(Out->RemovedJoints, Options.RemoveBones);
	EXPECT_EQ(Out->Parts.Animation.Skeleton.JointCount() + 1, Parts.Animation.Skeleton.JointCount());
	for (const FAnimationVector& Point : Out->Parts.Skin.Points)
	{
		EXPECT_LT(Point.Bones.back(), Out->Parts.Animation.Skeleton.JointCount());
		EXPECT_NEAR(Point.Weight(), 1.0, 1e-5);
	}
	const TResult<FBakedCharacter> Baked = Bake(Out->Parts, {}, {});
	EXPECT_TRUE(Baked) << Baked.GetError().Message;

	Options.RemoveBones = {"no such joint"};
	EXPECT_EQ(SimplifyCharacter(Parts, Options, {}).GetError().Code, EErrorCode::NotFound);
	Options.RemoveBones = {"*"};
	EXPECT_EQ(SimplifyCharacter(Parts, Options, {}).GetError().Code, EErrorCode::InvalidArgument);
}

TEST(SimplifyCharacter, LevelsUseNoMoreBonesThanAskedFor)
{
	FSimplifyOptions Options;
	Options.BonesPerLevel = {8};
	const TResult<FSimplifiedCharacter> Out = SimplifyCharacter(SampleParts(), Options, {});
	ASSERT_TRUE(Out) << Out.GetError().Message;
	EXPECT_LE(Out->Levels[0].Bones, 8u);
	EXPECT_GT(Out->Levels[0].BonesBefore, 8u);
	EXPECT_GT(Out->Levels[0].MeanError, 0.0);
	Options.BonesPerLevel = {8, 4};
	EXPECT_EQ(SimplifyCharacter(SampleParts(), Options, {}).GetError().Code, EErrorCode::InvalidArgument);
}

} // namespace SimplifyCharacterTest
} // namespace Exemplar
