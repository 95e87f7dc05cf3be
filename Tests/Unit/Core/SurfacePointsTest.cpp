// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Posing/SurfacePoints.h"

#include "Character/AxisChange.h"
#include "Character/CharacterViews.h"
#include "Pose/ClipSampling.h"
#include "Posing/PosedSurface.h"
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
	int Compared = 0;
	for (const ESkinOperator Operator :
		{ESkinOperator::LinearBlend, ESkinOperator::AnimationSpace, ESkinOperator::DualQuaternion,
			ESkinOperator::Spherical, ESkinOperator::Twist, ESkinOperator::CenterOfRotation, ESkinOperator::Blended})
	{
		Compared += SupportsOperator(Character.View(), Operator) ? 1 : 0;
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
		// A query of the posed surface finds the same places again.
		TResult<FPosedSurface> Surface = FPosedSurface::Make(Level, Character->Correctives, Poser.GetRest(), Operator);
		ASSERT_TRUE(Surface.IsOk() && Surface->Update(Poser, Pose));
		for (const FAffine& Frame : Frames)
		{
			const FFloat3 There{Frame.Rows[0].W, Frame.Rows[1].W, Frame.Rows[2].W};
			EXPECT_LT(Surface->FindClosest(There).Distance, 1e-4f) << static_cast<int>(Operator);
		}
		// No vertex is nearer than what is found.
		const FFloat3 Away{3.0f, 2.0f, 1.0f};
		const FSurfaceHit Hit = Surface->FindClosest(Away);
		EXPECT_NEAR(Length(Hit.Position - Away), Hit.Distance, 1e-4f);
		for (const uint32_t Vertex : Level.Indices)
		{
			EXPECT_GE(Length(Whole[Vertex] - Away), Hit.Distance - 1e-4f);
		}
	}
	EXPECT_GE(Compared, 6);
}

TEST(SurfacePoints, FaceOutwardAlsoInASpaceOfTheOtherHandedness)
{
	const FCharacter Character = *FCharacter::FromData(MakeRandomCharacterData(FRandomCharacterOptions()));
	const FBasis Mirrored{{0, 2, 1}, {1.0f, 1.0f, 1.0f}, 100.0f};
	ASSERT_LT(Mirrored.Determinant(), 0.0f);
	const auto Look = [&](const FBasis& Basis)
	{
		const FPosableCharacter Posable(Character, Basis);
		const FMeshLevelData Level = ChangeAxes(Character->Levels[0], Basis);
		const TCorrectives<FOwned> Correctives = ChangeAxes(Character->Correctives, Basis);
		const FFloat3 Corner = Level.Positions[Level.Indices[9]];
		FCharacterPose Pose;
		Posable.Poser->Reset(Pose);
		EXPECT_TRUE(Posable.Poser->Pose(Pose, {false, {}}));
		FSurfacePoints Points = *FSurfacePoints::Make(ViewOf(Level), *FCorrectivesView(Correctives),
			Posable.Poser->GetRest(), ESkinOperator::LinearBlend, {&Corner, 1});
		FPosedSurface Surface = *FPosedSurface::Make(
			ViewOf(Level), *FCorrectivesView(Correctives), Posable.Poser->GetRest(), ESkinOperator::LinearBlend);
		FAffine Frame;
		EXPECT_TRUE(Points.Run(*Posable.Poser, Pose, {&Frame, 1}) && Surface.Update(*Posable.Poser, Pose));
		const FFloat3 Z{Frame.Rows[0].Z, Frame.Rows[1].Z, Frame.Rows[2].Z};
		return std::pair(Z, Surface.FindClosest(Basis.Position({3.0f, 2.0f, 1.0f})).Normal);
	};
	const auto Own = Look(FBasis()), Other = Look(Mirrored);
	EXPECT_LT(Length(Mirrored.Direction(Own.first) - Other.first), 1e-3f);
	EXPECT_LT(Length(Mirrored.Direction(Own.second) - Other.second), 1e-3f);
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
