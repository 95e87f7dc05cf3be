// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Character/AxisChange.h"

#include "Character/CharacterViews.h"
#include "Correctives/CorrectiveJobs.h"
#include "Pose/ClipSampling.h"
#include "Posing/BonePose.h"
#include "Posing/CharacterPoser.h"
#include "RandomCharacter.h"

#include <gtest/gtest.h>

namespace Exemplar
{
namespace AxisChangeTest
{

/** Two of another handedness, and one that only turns. */
constexpr FBasis Bases[] = {{{0, 2, 1}, {1.0f, 1.0f, 1.0f}, 100.0f}, {{2, 0, 1}, {1.0f, -1.0f, 1.0f}, 100.0f},
	{{1, 2, 0}, {1.0f, 1.0f, 1.0f}, 0.5f}};

struct FSkinned
{
	std::vector<FFloat3> Positions, Normals; // by vertex
};

/** The first level with every shape at half its strength. */
FSkinned Skin(const FMeshLevelView& Level, const TCorrectives<FViewed>& Correctives, const FCharacterPoser& Poser,
	const FCharacterPose& Pose, ESkinOperator Operator)
{
	FPackOptions Options;
	Options.Kind = PackedKindOf(Operator);
	const FPackedSkin Packed = *PackSkin(Level, Poser.GetRest(), Options);
	const FPackedCorrectives Shapes = PackCorrectives(Correctives, Level.Correctives, Packed);
	const std::vector<float> Weights(Correctives.ShapeCount(), 0.5f);
	std::vector<uint32_t> Places(Shapes.BlockCount);
	std::vector<float> Values(CountOffsetValues(Shapes));
	std::vector<FFloat3> Positions(Packed.SlotCount), Normals(Packed.SlotCount);
	FSkinPalette Palette;
	FSkinningJob Job;
	Job.Skin = &Packed;
	Job.Output.Positions = Positions;
	Job.Output.Normals = Normals;
	Job.RestOffsets = FCorrectiveOffsetsJob{&Shapes, Weights, Places, Values}.Run();
	EXPECT_TRUE(Poser.MakePalette(Pose, Packed, Operator, Palette) && RunSkinning(Job, Palette));
	FSkinned Out;
	for (const uint32_t Slot : Packed.SlotOfVertex)
	{
		Out.Positions.push_back(Positions[Slot]);
		Out.Normals.push_back(Normals[Slot]);
	}
	return Out;
}

TEST(AxisChange, AConvertedLevelSkinsToTheConvertedSurfaceInAllAxesAndOperators)
{
	FRandomCharacterOptions Options;
	Options.bScales = false;
	const FCharacter Character = *FCharacter::FromData(MakeRandomCharacterData(Options));
	const FCharacterPoser Own = *FCharacterPoser::Make(Character);
	FCharacterPose Pose;
	Own.Reset(Pose);
	Pose.Local = SampleFrame(Character->Skeleton, Character->Clips[0], 3.5f);
	const std::vector<FBoneTransform> Local = Pose.Local;
	ASSERT_TRUE(Own.Pose(Pose, {false, {}}));
	int Compared = 0;
	for (const FBasis& Basis : Bases)
	{
		const FMeshLevelData Level = ChangeAxes(Character->Levels[0], Basis);
		const TCorrectives<FOwned> Correctives = ChangeAxes(Character->Correctives, Basis);
		const FCharacterPoser Other = *FCharacterPoser::Make(Character, Basis);
		FCharacterPose Converted;
		Other.Reset(Converted);
		for (size_t Joint = 0; Joint < Local.size(); ++Joint)
		{
			Converted.Local[Joint] = Basis.Transform(Local[Joint]);
		}
		ASSERT_TRUE(Other.Pose(Converted, {false, {}}));
		for (const ESkinOperator Operator : {ESkinOperator::LinearBlend, ESkinOperator::AnimationSpace,
				 ESkinOperator::DualQuaternion, ESkinOperator::Spherical, ESkinOperator::Twist})
		{
			const FSkinned A = Skin(Character->Levels[0], Character->Correctives, Own, Pose, Operator);
			const FSkinned B = Skin(ViewOf(Level), *FCorrectivesView(Correctives), Other, Converted, Operator);
			ASSERT_EQ(A.Positions.size(), B.Positions.size());
			float Largest = 0.0f, LargestNormal = 0.0f;
			for (size_t Vertex = 0; Vertex < A.Positions.size(); ++Vertex)
			{
				Largest = (std::max)(Largest, Length(Basis.Position(A.Positions[Vertex]) - B.Positions[Vertex]));
				LargestNormal =
					(std::max)(LargestNormal, Length(Basis.Direction(A.Normals[Vertex]) - B.Normals[Vertex]));
			}
			// Fractions of the twist depend on distances to links, which round otherwise in other units.
			const float Loose = Operator == ESkinOperator::Twist ? 50.0f : 1.0f;
			EXPECT_LT(Largest, 2e-4f * Basis.Scale * Loose) << ToString(Operator);
			EXPECT_LT(LargestNormal, 1e-3f * Loose) << ToString(Operator);
			++Compared;
		}
	}
	EXPECT_EQ(Compared, 15);
}

TEST(AxisChange, BitangentsChangeTheirSignWithTheHandedness)
{
	const FCharacter Character = *FCharacter::FromData(MakeRandomCharacterData());
	for (const FBasis& Basis : Bases)
	{
		const FMeshLevelView& Level = Character->Levels[0];
		const FMeshLevelData Converted = ChangeAxes(Level, Basis);
		for (size_t Vertex = 0; Vertex < Level.Tangents.size(); ++Vertex)
		{
			const auto Bitangent = [](const FFloat3& N, const FFloat4& T) { return Cross(N, {T.X, T.Y, T.Z}) * T.W; };
			const FFloat3 Before = Bitangent(Level.Normals[Vertex], Level.Tangents[Vertex]);
			const FFloat3 After = Bitangent(Converted.Normals[Vertex], Converted.Tangents[Vertex]);
			ASSERT_LT(Length(Basis.Direction(Before) - After), 1e-6f);
		}
	}
}

TEST(AxisChange, ADamagedBasisIsNotSound)
{
	for (const FBasis& Basis : Bases)
	{
		EXPECT_TRUE(IsSound(Basis) && IsSound(Basis.Inverse()));
	}
	EXPECT_FALSE(IsSound({{0, 1, 1}, {1.0f, 1.0f, 1.0f}, 1.0f}));
	EXPECT_FALSE(IsSound({{0, 1, 3}, {1.0f, 1.0f, 1.0f}, 1.0f}));
	EXPECT_FALSE(IsSound({{0, 1, 2}, {1.0f, 0.5f, 1.0f}, 1.0f}));
	EXPECT_FALSE(IsSound({{0, 1, 2}, {1.0f, 1.0f, 1.0f}, 0.0f}));
	EXPECT_FALSE(IsSound({{0, 1, 2}, {1.0f, 1.0f, 1.0f}, NAN}));
}

TEST(AxisChange, AMatrixWithoutShearIsItsTransform)
{
	FRandom Random(7);
	for (int Index = 0; Index < 100; ++Index)
	{
		const FBoneTransform Bone{Random.Rotation(), Random.Vector(50.0f),
			{Random.Between(0.2f, 3.0f), Random.Between(0.2f, 3.0f), Random.Between(0.2f, 3.0f)}};
		const FAffine There = ToAffine(Bone), Back = ToAffine(ToBoneTransform(There));
		for (int Row = 0; Row < 3; ++Row)
		{
			const FFloat4 Apart = There.Rows[Row] - Back.Rows[Row];
			ASSERT_LT(std::sqrt(Dot(Apart, Apart)), 2e-5f);
		}
	}
}

} // namespace AxisChangeTest
} // namespace Exemplar
