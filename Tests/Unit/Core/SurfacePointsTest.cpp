// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Posing/SurfacePoints.h"

#include "Character/CharacterViews.h"
#include "Pose/ClipSampling.h"
#include "RandomCharacter.h"

#include <gtest/gtest.h>

namespace Exemplar
{
namespace SurfacePointsTest
{

/** The whole level, by the jobs. */
std::vector<FFloat3> SkinLevel(
	const FCharacter& Character, const FCharacterPoser& Poser, const FCharacterPose& Pose, ESkinOperator Operator)
{
	const FMeshLevelView& Level = Character->Levels[0];
	FPackOptions Options;
	Options.Kind = PackedKindOf(Operator);
	const FPackedSkin Skin = *PackSkin(Level, Poser.GetRest(), Options);
	const FPackedCorrectives Shapes = PackCorrectives(Character->Correctives, Level.Correctives, Skin);
	std::vector<uint32_t> Places(Shapes.BlockCount);
	std::vector<float> Values(CountOffsetValues(Shapes));
	std::vector<FFloat3> Slots(Skin.SlotCount), Out;
	FSkinPalette Palette;
	FSkinningJob Job;
	Job.Skin = &Skin;
	Job.Output.Positions = Slots;
	Job.RestOffsets = FCorrectiveOffsetsJob{&Shapes, Pose.ShapeWeights, Places, Values}.Run();
	EXPECT_TRUE(Poser.MakePalette(Pose, Skin, Operator, Palette) && RunSkinning(Job, Palette));
	FCorrectiveAfterJob{&Shapes, Pose.ShapeWeights, Pose.Palette, Slots}.Run();
	for (const uint32_t Slot : Skin.SlotOfVertex)
	{
		Out.push_back(Slots[Slot]);
	}
	return Out;
}

TEST(SurfacePoints, AreWhereTheWholeLevelHasThemWithEveryOperatorAndCorrectives)
{
	FRandomCharacterOptions Options;
	Options.bSkin = true;
	const FCharacter Character = *FCharacter::FromData(MakeRandomCharacterData(Options));
	const FCharacterPoser Poser = *FCharacterPoser::Make(Character);
	FCharacterPose Pose;
	Poser.Reset(Pose);
	Pose.Local = SampleFrame(Character->Skeleton, Character->Clips[0], 1.5f);
	ASSERT_TRUE(Poser.Pose(Pose));
	const FMeshLevelView& Level = Character->Levels[0];
	std::vector<FFloat3> Points;
	std::vector<uint32_t> Vertices;
	for (size_t Corner = 0; Corner < Level.Indices.size() && Points.size() < 9; Corner += 37)
	{
		Vertices.push_back(Level.Indices[Corner]);
		Points.push_back(Level.Positions[Vertices.back()]);
	}
	for (const ESkinOperator Operator : {ESkinOperator::LinearBlend, ESkinOperator::AnimationSpace,
			 ESkinOperator::DualQuaternion, ESkinOperator::Spherical, ESkinOperator::Blended})
	{
		if (!SupportsOperator(Character.View(), Operator))
		{
			continue;
		}
		TResult<FSurfacePoints> Made =
			FSurfacePoints::Make(Level, Character->Correctives, Poser.GetRest(), Operator, Points);
		ASSERT_TRUE(Made.IsOk()) << Made.GetError().Message;
		std::vector<FAffine> Frames(Points.size());
		ASSERT_TRUE(Made->Run(Poser, Pose, Frames));
		const std::vector<FFloat3> Whole = SkinLevel(Character, Poser, Pose, Operator);
		for (size_t Point = 0; Point < Points.size(); ++Point)
		{
			const FFloat3 There{Frames[Point].Rows[0].W, Frames[Point].Rows[1].W, Frames[Point].Rows[2].W};
			// Another vertex may be at the same place at rest.
			float Apart = 1.0f;
			for (size_t Vertex = 0; Vertex < Whole.size(); ++Vertex)
			{
				if (Level.Positions[Vertex] == Points[Point])
				{
					Apart = (std::min)(Apart, Length(There - Whole[Vertex]));
				}
			}
			EXPECT_LT(Apart, 1e-4f) << static_cast<int>(Operator);
		}
	}
}

TEST(SurfacePoints, ALevelWithoutTrianglesIsRefused)
{
	const FCharacter Character = *FCharacter::FromData(MakeRandomCharacterData(FRandomCharacterOptions()));
	const FCharacterPoser Poser = *FCharacterPoser::Make(Character);
	EXPECT_FALSE(
		FSurfacePoints::Make(FMeshLevelView(), Character->Correctives, Poser.GetRest(), ESkinOperator::LinearBlend, {})
			.IsOk());
}

} // namespace SurfacePointsTest
} // namespace Exemplar
