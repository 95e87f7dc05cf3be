// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Pipeline/OperatorWeights.h"

#include "Character/CharacterViews.h"
#include "FullSize.h"
#include "Pose/ClipSampling.h"
#include "Posing/CharacterPoser.h"
#include "Sample/SampleCharacter.h"

#include <gtest/gtest.h>

namespace Exemplar
{
namespace OperatorWeightsTest
{

/** The sample, posed by one of the operators with its true weights: examples that the operator can reproduce. */
struct FOperatorScene
{
	FExampleSet Examples;
	FCharacterParts Parts;
	std::vector<std::vector<FBoneTransform>> Poses;

	explicit FOperatorScene(ESkinOperator Operator)
	{
		FSampleOptions Options;
		Options.VertexCount = 2000;
		Examples = *BuildExampleSet(BuildSample(Options, {})->Source, {}, {});
		Examples.Poses.resize(10);
		Examples.Source.Poses.resize(10);
		Parts = *MakeSourceParts(Examples);
		const FCharacter Character = Bake(Parts, {}, {})->Character;
		const FCharacterPoser Poser = *FCharacterPoser::Make(Character);
		FPackOptions Packing;
		Packing.Kind = PackedKindOf(Operator);
		Packing.Frames = EFrameFormat::None;
		const FPackedSkin Skin = *PackSkin(Character->Levels[0], Poser.GetRest(), Packing);
		const std::vector<uint32_t> PointOf = *MatchVertices(Character.View(), Examples);
		for (uint32_t Frame = 0; Frame < Examples.PoseCount(); ++Frame)
		{
			Poses.push_back(
				SampleFrame(Character->Skeleton, ViewOf(Parts.Animation.Clips[0]), static_cast<float>(Frame)));
			FCharacterPose Pose;
			Poser.Reset(Pose);
			Pose.Local = Poses.back();
			FSkinPalette Palette;
			EXPECT_TRUE(Poser.Pose(Pose) && Poser.MakePalette(Pose, Skin, Operator, Palette));
			std::vector<FFloat3> Slots(Skin.SlotCount);
			FSkinningJob Job;
			Job.Skin = &Skin;
			Job.Output.Positions = Slots;
			EXPECT_TRUE(RunSkinning(Job, Palette));
			for (size_t Vertex = 0; Vertex < PointOf.size(); ++Vertex)
			{
				const FFloat3& P = Slots[Skin.SlotOfVertex[Vertex]];
				Examples.Poses[Frame][PointOf[Vertex]] = {double{P.X}, double{P.Y}, double{P.Z}};
			}
		}
	}

	/** Weights that lean too much toward a point's first bone. */
	void SpoilWeights()
	{
		FRigWeights& Weights = Parts.Skin.Weights;
		for (size_t Point = 0; Point < Weights.PointCount(); ++Point)
		{
			for (uint32_t Entry = Weights.Offsets[Point]; Entry < Weights.Offsets[Point + 1]; ++Entry)
			{
				Weights.Weights[Entry] *= 0.8;
			}
			Weights.Weights[Weights.Offsets[Point]] += 0.2;
		}
	}
};

TEST(OperatorWeights, AreFoundAgainUnderTheOperatorThatMadeTheExamples)
{
	FULL_SIZE_TEST();
	for (const ESkinOperator Operator : {ESkinOperator::DualQuaternion, ESkinOperator::Spherical, ESkinOperator::Twist})
	{
		FOperatorScene Scene(Operator);
		Scene.SpoilWeights();
		const TResult<FOperatorFit> Fit = FitOperatorWeights(Scene.Parts, Scene.Examples, Scene.Poses, Operator, {});
		ASSERT_TRUE(Fit) << Fit.GetError().Message;
		EXPECT_GT(Fit->RmsBefore, 0.05) << ToString(Operator);
		EXPECT_LT(Fit->Rms, 0.2 * Fit->RmsBefore) << ToString(Operator);
		EXPECT_LE(Fit->Max, Fit->MaxBefore) << ToString(Operator);
	}
}

TEST(OperatorWeights, ThatAreRightStayAsTheyAre)
{
	const FOperatorScene Scene(ESkinOperator::DualQuaternion);
	const TResult<FOperatorFit> Fit =
		FitOperatorWeights(Scene.Parts, Scene.Examples, Scene.Poses, ESkinOperator::DualQuaternion, {});
	ASSERT_TRUE(Fit) << Fit.GetError().Message;
	EXPECT_LT(Fit->RmsBefore, 1e-3);
	EXPECT_LE(Fit->Rms, Fit->RmsBefore);
	EXPECT_FALSE(FitOperatorWeights(Scene.Parts, Scene.Examples, {}, ESkinOperator::DualQuaternion, {}));
	EXPECT_FALSE(CanFitWeights(ESkinOperator::AnimationSpace));
}

} // namespace OperatorWeightsTest
} // namespace Exemplar
