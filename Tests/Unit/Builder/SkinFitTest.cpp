// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Skin/FitSkin.h"

#include "AnimationSpace/Embedding.h"
#include "Base/ThreadPool.h"
#include "PointFitScene.h"
#include "Rig/BuildRig.h"
#include "Skin/InfluenceSearch.h"
#include "Skin/PointValidation.h"

#include <gtest/gtest.h>

namespace Exemplar
{
namespace SkinFitTest
{

using namespace Exemplar::PointFitScene;

TEST(PointValidation, NoiseReturnsLinearBlending)
{
	const FScene Scene = MakeScene(7, 0.05);
	FPointValidationOptions Options;
	Options.Lambdas = {0.001, 0.1, 10.0};
	const TResult<FPointValidation> Validation = ValidatePoints(Scene.Set, Scene.Rig, Options, {});
	ASSERT_TRUE(Validation);
	EXPECT_EQ(Validation->Folds, 7u);
	EXPECT_TRUE(Validation->bBlend);
	EXPECT_EQ(Validation->Rms, Validation->BlendRms);
	// Weak terms fit the noise: they do worse on poses left out than strong ones.
	EXPECT_GT(Validation->Candidates[0].Rms, 1.05 * Validation->Candidates[2].Rms);
}

TEST(PointValidation, DeviationsThatPosesShareAreFoundAndHelpInOtherPoses)
{
	std::vector<FAnimationVector> Truth;
	const FScene Scene = MakeFreeScene(9, Truth, 0.3);
	const TResult<FPointValidation> Validation = ValidatePoints(Scene.Set, Scene.Rig, {}, {});
	ASSERT_TRUE(Validation);
	EXPECT_FALSE(Validation->bBlend);
	EXPECT_LT(Validation->Rms, 0.7 * Validation->BlendRms);
	FPointFitOptions Options;
	Options.Lambda = Validation->Lambda;
	Options.Delta = Validation->Delta;
	Options.PointWeights = Validation->PointWeights;
	const TResult<FPointFit> Fit = FitPoints(Scene.Set, Scene.Rig, Options, {});
	ASSERT_TRUE(Fit);
	FRandomNumbers Random(21);
	const std::vector<FAnimationVector> Blend = BlendPointsOf(Scene);
	for (int Pose = 0; Pose < 4; ++Pose)
	{
		const std::vector<FAffine3d> Motions = RandomMotions(Random);
		const std::vector<FDouble3> True = ProjectPoints(Truth, Motions);
		EXPECT_LT(LargestDifference(ProjectPoints(Fit->Points, Motions), True),
			LargestDifference(ProjectPoints(Blend, Motions), True));
	}
}

TEST(PointValidation, EveryBoneHasATermOfItsOwnWhereThatPays)
{
	// The first third deviates in a way that all poses share, the rest is noise.
	std::vector<FAnimationVector> Truth;
	FScene Scene = MakeFreeScene(9, Truth, 0.3);
	const FScene Noise = MakeScene(9, 0.05);
	for (size_t Pose = 0; Pose < 9; ++Pose)
	{
		for (size_t Point = 0; Point < Scene.Set.PointCount(); ++Point)
		{
			if (Scene.Set.Rest.Positions[Point].X > 1.4)
			{
				Scene.Set.Poses[Pose][Point] = Noise.Set.Poses[Pose][Point];
			}
		}
	}
	const TResult<FPointValidation> Validation = ValidatePoints(Scene.Set, Scene.Rig, {}, {});
	ASSERT_TRUE(Validation);
	ASSERT_FALSE(Validation->bBlend);
	ASSERT_EQ(Validation->BoneLambdas.size(), 3u);
	EXPECT_LT(Validation->BoneLambdas[0], Validation->BoneLambdas[2]);
	EXPECT_GT(Validation->PointWeights.front(), Validation->PointWeights.back());
}

TEST(PointValidation, TooFewPosesProveNothing)
{
	const FScene Scene = MakeScene(2, 0.05);
	const TResult<FPointValidation> Validation = ValidatePoints(Scene.Set, Scene.Rig, {}, {});
	ASSERT_TRUE(Validation);
	EXPECT_TRUE(Validation->bBlend);
	EXPECT_EQ(Validation->Folds, 0u);
}

TEST(PointValidation, LongSequencesAreLeftOutInBlocks)
{
	const FScene Scene = MakeScene(15, 0.05);
	FPointValidationOptions Options;
	Options.Deltas.clear();
	const TResult<FPointValidation> Validation = ValidatePoints(Scene.Set, Scene.Rig, Options, {});
	ASSERT_TRUE(Validation);
	EXPECT_EQ(Validation->Folds, 8u);
	Options.Folds = 3;
	EXPECT_EQ(ValidatePoints(Scene.Set, Scene.Rig, Options, {})->Folds, 3u);
	Options.Folds = 1;
	EXPECT_FALSE(ValidatePoints(Scene.Set, Scene.Rig, Options, {}));
	Options = {};
	Options.Lambdas = {1.0, 0.1};
	EXPECT_FALSE(ValidatePoints(Scene.Set, Scene.Rig, Options, {}));
}

/** Every point follows all three bones, and the weights know of one. */
FScene MakeHiddenScene(std::vector<FAnimationVector>& Truth)
{
	FScene Scene = MakeScene(12, 0.0);
	FRandomNumbers Random(6);
	FRigWeights& Weights = Scene.Rig.Weights;
	Weights = {};
	Truth.clear();
	for (const FDouble3& P : Scene.Set.Rest.Positions)
	{
		const uint16_t Most = P.X < 3.0 ? 0 : (P.X < 6.0 ? 1 : 2);
		Weights.Bones.push_back(Most);
		Weights.Weights.push_back(1.0);
		Weights.Offsets.push_back(static_cast<uint32_t>(Weights.Bones.size()));
		FAnimationVector& Point = Truth.emplace_back();
		double Sum = 0.0;
		for (uint16_t Bone = 0; Bone < 3; ++Bone)
		{
			const double Weight = Bone == Most ? 0.7 : 0.15;
			Point.Bones.push_back(Bone);
			Point.Blocks.push_back({Weight * P.X + 0.3 * Random.Signed(), Weight * P.Y + 0.3 * Random.Signed(),
				Weight * P.Z + 0.3 * Random.Signed(), Weight});
			Sum += Weight;
		}
		Point.Blocks[0].W += 1.0 - Sum;
	}
	for (size_t Pose = 0; Pose < Scene.Rig.PoseCount; ++Pose)
	{
		Scene.Set.Poses[Pose] = ProjectPoints(Truth, Scene.MotionsOf(Pose));
	}
	return Scene;
}

TEST(InfluenceSearch, FindsTheBonesThatMadeTheExamples)
{
	std::vector<FAnimationVector> Truth;
	const FScene Scene = MakeHiddenScene(Truth);
	FInfluenceSearchOptions Options;
	Options.MaxInfluences = 3;
	const TResult<FInfluenceSets> Sets = SearchInfluences(Scene.Set, Scene.Rig, Options, {});
	ASSERT_TRUE(Sets);
	EXPECT_EQ(Sets->Bones.size(), 3 * Scene.Set.PointCount());
	FPointFitOptions Fit;
	Fit.Lambda = 0.0;
	Fit.RestWeight = 0.0;
	Fit.Sets = *Sets;
	EXPECT_LT(FitPoints(Scene.Set, Scene.Rig, Fit, {})->VertexRms, 1e-8);
	// With fewer influences than it takes, sets are full and better than those of the weights.
	Options.MaxInfluences = 2;
	const TResult<FInfluenceSets> Pairs = SearchInfluences(Scene.Set, Scene.Rig, Options, {});
	ASSERT_TRUE(Pairs);
	for (size_t Point = 0; Point < Pairs->PointCount(); ++Point)
	{
		EXPECT_LE(Pairs->Offsets[Point + 1] - Pairs->Offsets[Point], 2u);
	}
	Fit.Sets = *Pairs;
	const double Both = FitPoints(Scene.Set, Scene.Rig, Fit, {})->VertexRms;
	Fit.Sets = {};
	EXPECT_LT(Both, 0.7 * FitPoints(Scene.Set, Scene.Rig, Fit, {})->VertexRms);
}

TEST(InfluenceSearch, KeepsTheLargestWeights)
{
	FRigWeights Weights;
	Weights.Bones = {0, 2, 5, 1};
	Weights.Weights = {0.2, 0.5, 0.3, 1.0};
	Weights.Offsets = {0, 3, 4};
	const FInfluenceSets Sets = LargestInfluences(Weights, 2);
	EXPECT_EQ(Sets.Bones, (std::vector<uint16_t>{2, 5, 1}));
	EXPECT_EQ(Sets.Offsets, (std::vector<uint32_t>{0, 2, 3}));
}

TEST(InfluenceSearch, SetsOfSixtyFourBonesStaySo)
{
	FScene Scene = MakeScene(8, 0.1);
	FRig& Rig = Scene.Rig;
	constexpr size_t Bones = 67, Followed = 64;
	Rig.BoneCount = Bones;
	FRandomNumbers Random(5);
	Rig.Transforms.clear();
	for (size_t Motion = 0; Motion < Bones * Rig.PoseCount; ++Motion)
	{
		Rig.Transforms.push_back(TubeExamples::AxisRotation(Random.Point(), 0.3 * Random.Signed()));
	}
	Rig.Weights = {};
	for (size_t Point = 0; Point < Scene.Set.PointCount(); ++Point)
	{
		for (uint16_t Bone = 0; Bone < Followed; ++Bone)
		{
			Rig.Weights.Bones.push_back(Bone);
			Rig.Weights.Weights.push_back(1.0 / Followed);
		}
		Rig.Weights.Offsets.push_back(static_cast<uint32_t>(Rig.Weights.Bones.size()));
	}
	FInfluenceSearchOptions Options;
	Options.MaxInfluences = 64;
	Options.CandidateBones = 0;
	Options.Rounds = 1;
	const TResult<FInfluenceSets> Sets = SearchInfluences(Scene.Set, Rig, Options, {});
	ASSERT_TRUE(Sets) << Sets.GetError().Message;
	EXPECT_EQ(*Sets, InfluenceSetsOf(Rig.Weights));
}

TEST(SkinFit, EveryStageRefusesWhatDoesNotBelongTogether)
{
	const FScene Scene = MakeScene(4, 0.0);
	FScene NoInfluence = Scene, FewMotions = Scene, FewWeights = Scene;
	std::fill(NoInfluence.Rig.Weights.Weights.begin(),
		NoInfluence.Rig.Weights.Weights.begin() + NoInfluence.Rig.Weights.Offsets[1], 0.0);
	FewMotions.Rig.Transforms.pop_back();
	FewWeights.Rig.Weights.Offsets.pop_back();
	for (const FScene* Each : {&NoInfluence, &FewMotions, &FewWeights})
	{
		EXPECT_FALSE(ValidatePoints(Each->Set, Each->Rig, {}, {}));
		EXPECT_FALSE(SearchInfluences(Each->Set, Each->Rig, {}, {}));
		EXPECT_FALSE(FitSkin(Each->Set, Each->Rig, {}, {}));
	}
}

TEST(SkinMotions, ExamplesOfASkinGiveItsMotionsBack)
{
	const FScene Scene = MakeScene(5, 0.0);
	FRig Rig = Scene.Rig;
	Rig.Transforms.clear();
	Rig.PoseCount = 0;
	const TResult<FRig> Moved = FitMotions(Scene.Set, Rig, {});
	ASSERT_TRUE(Moved);
	ASSERT_EQ(Moved->PoseCount, 5u);
	ASSERT_EQ(Moved->Transforms.size(), Scene.Rig.Transforms.size());
	for (size_t Index = 0; Index < Moved->Transforms.size(); ++Index)
	{
		for (size_t Entry = 0; Entry < 12; ++Entry)
		{
			EXPECT_NEAR(Moved->Transforms[Index].M[Entry], Scene.Rig.Transforms[Index].M[Entry], 1e-6);
		}
	}
	Rig.Weights.Offsets.pop_back();
	EXPECT_EQ(FitMotions(Scene.Set, Rig, {}).GetError().Code, EErrorCode::Mismatch);
}

TEST(SkinFit, AimsAtNewPosesOrAtTheExamples)
{
	std::vector<FAnimationVector> Truth;
	const FScene Scene = MakeHiddenScene(Truth);
	FSkinFitOptions Options;
	Options.MaxInfluences = 2;
	const TResult<FSkinResult> Careful = FitSkin(Scene.Set, Scene.Rig, Options, {});
	ASSERT_TRUE(Careful);
	EXPECT_EQ(Careful->Validation.Folds, 12u);
	Options.Aim = ESkinAim::Examples;
	const TResult<FSkinResult> Exact = FitSkin(Scene.Set, Scene.Rig, Options, {});
	ASSERT_TRUE(Exact);
	const TResult<FSkinComparison> First = CompareSkins(Scene.Set, Scene.Rig, Careful->Skin.Points),
								   Second = CompareSkins(Scene.Set, MovedRig(Scene.Rig, *Exact), Exact->Skin.Points);
	ASSERT_TRUE(First && Second);
	EXPECT_LT(Second->Skin.VertexRms, 0.8 * First->Skin.VertexRms);
	EXPECT_LT(First->Skin.VertexRms, First->Blend.VertexRms);
	// Motions that are fitted with the points are better than those of linear blending.
	Options.bMotions = false;
	const TResult<FSkinResult> Kept = FitSkin(Scene.Set, Scene.Rig, Options, {});
	ASSERT_TRUE(Kept);
	EXPECT_TRUE(Kept->Motions.empty());
	const TResult<FSkinComparison> Third = CompareSkins(Scene.Set, Scene.Rig, Kept->Skin.Points);
	ASSERT_TRUE(Third);
	EXPECT_LE(Second->Skin.VertexRms, Third->Skin.VertexRms);
	for (const FAnimationVector& Point : Exact->Skin.Points)
	{
		EXPECT_LE(Point.InfluenceCount(), 2u);
	}
}

TEST(SkinFit, InDoubtItIsLinearBlending)
{
	const FScene Scene = MakeScene(6, 0.05);
	const TResult<FSkinResult> Fit = FitSkin(Scene.Set, Scene.Rig, {}, {});
	ASSERT_TRUE(Fit);
	EXPECT_TRUE(Fit->bBlend);
	const TResult<FSkinComparison> Comparison = CompareSkins(Scene.Set, Scene.Rig, Fit->Skin.Points);
	ASSERT_TRUE(Comparison);
	EXPECT_NEAR(Comparison->Skin.VertexRms, Comparison->Blend.VertexRms, 1e-6);
	for (size_t Pose = 0; Pose < 6; ++Pose)
	{
		EXPECT_NEAR(Comparison->SkinVolumes[Pose], Comparison->BlendVolumes[Pose], 1e-6);
		EXPECT_NEAR(Comparison->Volumes[Pose], Comparison->BlendVolumes[Pose], 0.5);
		EXPECT_NEAR(Comparison->Skin.Poses[Pose].NormalRms, Comparison->Blend.Poses[Pose].NormalRms, 1e-7);
	}
}

TEST(SkinFit, GivenTermsAreTakenAsTheyAre)
{
	const FScene Scene = MakeScene(5, 0.05);
	FSkinFitOptions Options;
	Options.Lambda = 0.25;
	Options.Delta = 0.5;
	const TResult<FSkinResult> Fit = FitSkin(Scene.Set, Scene.Rig, Options, {});
	ASSERT_TRUE(Fit);
	FPointFitOptions Plain;
	Plain.Lambda = 0.25;
	Plain.Delta = 0.5;
	EXPECT_TRUE(Fit->Skin.Points == RoundPoints(FitPoints(Scene.Set, Scene.Rig, Plain, {})->Points));
	EXPECT_EQ(Fit->Validation.Folds, 0u);
	Options.MaxInfluences = 0;
	EXPECT_EQ(FitSkin(Scene.Set, Scene.Rig, Options, {}).GetError().Code, EErrorCode::InvalidArgument);
}

TEST(SkinFit, TheWholeChoiceIsTheSameForAnyNumberOfThreads)
{
	std::vector<FAnimationVector> Truth;
	const FScene Scene = MakeFreeScene(6, Truth, 0.2);
	for (const ESkinAim Aim : {ESkinAim::NewPoses, ESkinAim::Examples})
	{
		FSkinFitOptions Options;
		Options.Aim = Aim;
		const TResult<FSkinResult> Serial = FitSkin(Scene.Set, Scene.Rig, Options, {});
		const std::unique_ptr<IExecutor> Pool = MakeThreadPool(3);
		FBuildContext Context;
		Context.Executor = Pool.get();
		const TResult<FSkinResult> Parallel = FitSkin(Scene.Set, Scene.Rig, Options, Context);
		ASSERT_TRUE(Serial && Parallel);
		EXPECT_TRUE(Serial->Skin == Parallel->Skin);
	}
}

TEST(SkinFit, StopsWhereverItIsCanceled)
{
	std::vector<FAnimationVector> Truth;
	const FScene Scene = MakeFreeScene(5, Truth, 0.2);
	for (const ESkinAim Aim : {ESkinAim::NewPoses, ESkinAim::Examples})
	{
		for (const int Calls : {0, 2, 6})
		{
			int Left = Calls;
			const FProgressCallback Stop = [&](std::string_view, double) { return Left-- > 0; };
			FBuildContext Context;
			Context.Progress = FProgress(Stop);
			FSkinFitOptions Options;
			Options.Aim = Aim;
			const TResult<FSkinResult> Fit = FitSkin(Scene.Set, Scene.Rig, Options, Context);
			ASSERT_FALSE(Fit);
			EXPECT_EQ(Fit.GetError().Code, EErrorCode::Canceled);
		}
	}
}

TEST(SkinFit, ASkinIsWhatItsFileHolds)
{
	FAnimationVector A;
	A.Bones = {0, 1};
	A.Blocks = {{1.0 / 3.0, 2.0, 3.0, 1.0 / 3.0}, {4.0, 5.0, 6.0, 2.0 / 3.0}};
	FRigWeights Weights;
	Weights.Offsets = {0, 2};
	Weights.Bones = {0, 1};
	Weights.Weights = {0.1, 0.9};
	const std::vector<FDouble3> Rest{{0.1, 0.2, 0.3}};
	const FSkin Skin = MakeSkin(Rest, Weights, std::vector<FAnimationVector>{A});
	EXPECT_EQ(MakeSkin(Skin.Rest, Skin.Weights, Skin.Points), Skin) << "rounding twice changes nothing";
	EXPECT_EQ(Skin.Rest[0].X, static_cast<double>(0.1f));
	EXPECT_NEAR(Skin.Points[0].Weight(), 1.0, 1e-7);
	EXPECT_NEAR(Skin.Weights.Weights[0] + Skin.Weights.Weights[1], 1.0, 1e-7);
	const FSkin Twice = GatherSkin(Skin, std::vector<uint32_t>{0, 0});
	EXPECT_EQ(Twice.PointCount(), 2u);
	EXPECT_EQ(Twice.Points[1], Skin.Points[0]);
	EXPECT_EQ(Twice.Weights.Offsets, (std::vector<uint32_t>{0, 2, 4}));
}

} // namespace SkinFitTest
} // namespace Exemplar
