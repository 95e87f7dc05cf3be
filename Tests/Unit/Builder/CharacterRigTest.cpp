// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Bake/CharacterRig.h"

#include "Pipeline/BuildCharacter.h"
#include "TubeExamples.h"

#include <gtest/gtest.h>

namespace
{

using namespace Exemplar;

struct FMadeCharacter
{
	TubeExamples::FTruth Truth;
	FExampleSet Examples = TubeExamples::AsImported(Truth.Tube.Set);
	TResult<FCharacterData> Data = BuildRigCharacter(Examples, Truth.Rig);
};

TEST(CharacterRig, ACharacterGivesItsRigBack)
{
	const FMadeCharacter Made;
	ASSERT_TRUE(Made.Data);
	const TResult<FRig> Rig = ReadCharacterRig(*Made.Data, Made.Examples);
	ASSERT_TRUE(Rig) << Rig.GetError().Message;
	ASSERT_EQ(Rig->BoneCount, 3u);
	EXPECT_TRUE(Rig->RestPositions.empty());
	// Joints are sorted parents first: the middle bone, then its two children.
	EXPECT_EQ(Rig->Parents, (std::vector<int32_t>{NoParent, 0, 0}));
	EXPECT_EQ(Rig->Root, 0);
	EXPECT_NEAR(Rig->Joints[0].X, 4.5, 1e-6);
	const uint16_t JointOfBone[3] = {
		Rig->Joints[1].X < 4.0 ? uint16_t{1} : uint16_t{2}, 0, Rig->Joints[1].X < 4.0 ? uint16_t{2} : uint16_t{1}};
	ASSERT_EQ(Rig->Weights.Offsets, Made.Truth.Rig.Weights.Offsets);
	for (size_t Point = 0; Point < Rig->Weights.PointCount(); ++Point)
	{
		double Sum = 0.0;
		for (uint32_t Entry = Rig->Weights.Offsets[Point]; Entry < Rig->Weights.Offsets[Point + 1]; ++Entry)
		{
			for (uint32_t True = Rig->Weights.Offsets[Point]; True < Rig->Weights.Offsets[Point + 1]; ++True)
			{
				if (JointOfBone[Made.Truth.Rig.Weights.Bones[True]] == Rig->Weights.Bones[Entry])
				{
					EXPECT_NEAR(Rig->Weights.Weights[Entry], Made.Truth.Rig.Weights.Weights[True], 1e-6);
				}
			}
			Sum += Rig->Weights.Weights[Entry];
		}
		EXPECT_NEAR(Sum, 1.0, 1e-14);
	}
	const TResult<std::vector<uint32_t>> Rows = MatchVertices(*Made.Data, Made.Examples);
	ASSERT_TRUE(Rows);
	EXPECT_EQ(*Rows, Made.Data->Levels[0].PointOfCorner);
	EXPECT_EQ(BlendWeightsOf(Rig->Weights, *Rows).Offsets, Made.Data->Levels[0].Weights.Offsets);
}

TEST(CharacterRig, RestPositionsThatRefinementMovedAreKept)
{
	FMadeCharacter Made;
	ASSERT_TRUE(Made.Data);
	Made.Data->Levels[0].Positions[7].Y += 0.01f;
	const TResult<FRig> Rig = ReadCharacterRig(*Made.Data, Made.Examples);
	ASSERT_TRUE(Rig);
	ASSERT_EQ(Rig->RestPositions.size(), Made.Examples.PointCount());
	EXPECT_NEAR(Rig->RestPositions[7].Y, Made.Examples.Rest.Positions[7].Y + 0.01, 1e-6);
}

TEST(CharacterRig, OtherMeshesAreRefused)
{
	FMadeCharacter Made;
	ASSERT_TRUE(Made.Data);
	const auto Code = [&](const FCharacterData& Data, const FExampleSet& Examples)
	{
		const TResult<FRig> Rig = ReadCharacterRig(Data, Examples);
		return Rig ? EErrorCode::Canceled : Rig.GetError().Code;
	};
	FExampleSet Shorter = Made.Examples;
	Shorter.PointOfSource.pop_back();
	EXPECT_EQ(Code(*Made.Data, Shorter), EErrorCode::Mismatch);
	FExampleSet Elsewhere = Made.Examples;
	for (FDouble3& P : Elsewhere.Rest.Positions)
	{
		P.X += 5.0;
	}
	EXPECT_EQ(Code(*Made.Data, Elsewhere), EErrorCode::Mismatch);
	FCharacterData Bare = *Made.Data;
	Bare.Levels[0].Weights = {};
	EXPECT_EQ(Code(Bare, Made.Examples), EErrorCode::Degenerate);
	Bare.Levels.clear();
	EXPECT_EQ(Code(Bare, Made.Examples), EErrorCode::Degenerate);
}

TEST(CharacterRig, ABuiltCharacterHasAnAnimationSpaceSkinUnlessItIsNotWanted)
{
	const FMadeCharacter Made;
	FBuildOptions Options;
	Options.Rig.Clusters.BoneCount = 3;
	Options.Rig.Refine.Effort = ERefineEffort::Fast;
	Options.Levels.LevelCount = 1;
	const TResult<FBuiltCharacter> Built = BuildCharacter(Made.Examples, Options, {});
	ASSERT_TRUE(Built) << Built.GetError().Message;
	ASSERT_TRUE(Built->Skin && Built->Comparison);
	EXPECT_EQ(Built->Data.Levels[0].Skin.Offsets.size(), Built->Data.Levels[0].VertexCount() + 1);
	EXPECT_EQ(Built->Comparison->Volumes.size(), Made.Examples.PoseCount());
	Options.bAnimationSpace = false;
	const TResult<FBuiltCharacter> Plain = BuildCharacter(Made.Examples, Options, {});
	ASSERT_TRUE(Plain);
	EXPECT_FALSE(Plain->Skin);
	EXPECT_TRUE(Plain->Data.Levels[0].Skin.Offsets.empty());
}

} // namespace
