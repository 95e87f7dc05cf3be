// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Bake/RigCharacter.h"

#include "Character/Character.h"
#include "Model/Posing.h"
#include "Pose/PoseJobs.h"
#include "TubeExamples.h"

#include <gtest/gtest.h>

namespace Exemplar
{
namespace
{

using namespace TubeExamples;

/** The posed corners of a frame, as a game computes them. */
std::vector<FFloat3> PlayFrame(const FCharacterView& Character, size_t Frame)
{
	const size_t JointCount = Character.Skeleton.JointCount();
	const FClipView& Clip = Character.Clips[0];
	std::vector<FBoneTransform> Local(Character.Skeleton.RestLocal.begin(), Character.Skeleton.RestLocal.end());
	std::vector<FAffine> RestModel(JointCount), Model(JointCount);
	EXPECT_TRUE((FLocalToModelJob{Character.Skeleton.Parents, Local, RestModel}.Run()));
	for (size_t Joint = 0; Joint < JointCount; ++Joint)
	{
		Local[Joint].Rotation = Clip.Rotations.Values[Clip.Rotations.Offsets[Joint] + Frame];
		if (!Clip.Translations.Offsets.empty() &&
			Clip.Translations.Offsets[Joint + 1] > Clip.Translations.Offsets[Joint])
		{
			Local[Joint].Translation = Clip.Translations.Values[Clip.Translations.Offsets[Joint] + Frame];
		}
	}
	EXPECT_TRUE((FLocalToModelJob{Character.Skeleton.Parents, Local, Model}.Run()));
	const FMeshLevelView& Level = Character.Levels[0];
	std::vector<FFloat3> Out(Level.VertexCount());
	for (size_t Vertex = 0; Vertex < Out.size(); ++Vertex)
	{
		for (uint32_t Index = Level.Weights.Offsets[Vertex]; Index < Level.Weights.Offsets[Vertex + 1]; ++Index)
		{
			const uint16_t Bone = Level.Weights.Bones[Index];
			const FAffine Palette = Compose(Model[Bone], Inverse(RestModel[Bone]));
			Out[Vertex] += TransformPoint(Palette, Level.Positions[Vertex]) * Level.Weights.Weights[Index];
		}
	}
	return Out;
}

float LargestError(const FExampleSet& Set, const FCharacterView& Character)
{
	float Largest = 0.0f;
	for (size_t Pose = 0; Pose < Set.PoseCount(); ++Pose)
	{
		const std::vector<FFloat3> Corners = PlayFrame(Character, Pose);
		for (size_t Corner = 0; Corner < Corners.size(); ++Corner)
		{
			const FDouble3& P = Set.Poses[Pose][Character.Levels[0].PointOfCorner[Corner]];
			const FFloat3 Q{static_cast<float>(P.X), static_cast<float>(P.Y), static_cast<float>(P.Z)};
			Largest = (std::max)(Largest, Length(Corners[Corner] - Q));
		}
	}
	return Largest;
}

TEST(RigCharacter, TheClipReproducesTheExamplesWithRotationsAloneWhereBonesMeet)
{
	const FTruth Truth;
	const FExampleSet Set = AsImported(Truth.Tube.Set);
	const TResult<FCharacterData> Data = BuildRigCharacter(Set, Truth.Rig);
	ASSERT_TRUE(Data) << Data.GetError().Message;
	const TResult<FCharacter> Character = FCharacter::FromData(*Data);
	ASSERT_TRUE(Character) << Character.GetError().Message;
	EXPECT_LT(LargestError(Set, Character->View()), 2e-5f);
	EXPECT_EQ(Data->Skeleton.Parents, (std::vector<int32_t>{NoParent, 0, 0}));
	EXPECT_EQ(Data->Skeleton.Names[0], "bone_00");
	const TClipChannel<FOwned, FFloat3>& Translations = Data->Clips[0].Translations;
	EXPECT_EQ(Translations.Values.size(), FTruth::PoseCount); // the root's only
	EXPECT_EQ(Translations.Offsets[1], FTruth::PoseCount);
}

TEST(RigCharacter, FreeBonesAreReproducedByTranslationKeys)
{
	FTruth Truth;
	for (size_t Pose = 0; Pose < FTruth::PoseCount; ++Pose)
	{
		Truth.Rig.Transform(2, Pose) = Compose(Translation({0.0, 0.1, 0.3}), Truth.Rig.Transform(2, Pose));
		Truth.Tube.Set.Poses[Pose] = ReconstructPose(Truth.Rig, Truth.Tube.Set.Rest.Positions, Pose);
	}
	const FExampleSet Set = AsImported(Truth.Tube.Set);
	const TResult<FCharacterData> Data = BuildRigCharacter(Set, Truth.Rig);
	ASSERT_TRUE(Data);
	const TResult<FCharacter> Character = FCharacter::FromData(*Data);
	ASSERT_TRUE(Character);
	EXPECT_LT(LargestError(Set, Character->View()), 2e-5f);
	EXPECT_EQ(Data->Clips[0].Translations.Values.size(), 2 * FTruth::PoseCount);
}

TEST(RigCharacter, TheSphereMovesWithTheRootAndHoldsEveryExampleOfFreeBonesToo)
{
	FTruth Truth;
	for (const bool bFree : {false, true})
	{
		for (size_t Pose = 0; Pose < FTruth::PoseCount && bFree; ++Pose)
		{
			Truth.Rig.Transform(2, Pose) = Compose(Translation({0.0, 8.0, 0.3}), Truth.Rig.Transform(2, Pose));
			Truth.Tube.Set.Poses[Pose] = ReconstructPose(Truth.Rig, Truth.Tube.Set.Rest.Positions, Pose);
		}
		const FExampleSet Set = AsImported(Truth.Tube.Set);
		const TResult<FCharacterData> Data = BuildRigCharacter(Set, Truth.Rig);
		ASSERT_TRUE(Data);
		const FFloat3& C = Data->Sphere.Center;
		float Fullest = 0.0f;
		for (size_t Pose = 0; Pose < FTruth::PoseCount; ++Pose)
		{
			const FDouble3 Center = TransformPoint(Truth.Rig.Transform(1, Pose), {C.X, C.Y, C.Z});
			for (const FDouble3& P : Set.Poses[Pose])
			{
				const double Distance = std::hypot(P.X - Center.X, P.Y - Center.Y, P.Z - Center.Z);
				EXPECT_LE(Distance, static_cast<double>(Data->Sphere.Radius));
				Fullest = (std::max)(Fullest, static_cast<float>(Distance) / Data->Sphere.Radius);
			}
		}
		EXPECT_GT(Fullest, 0.5f);
		EXPECT_EQ(Data->RestBox.Max.X, 9.0f);
		EXPECT_EQ(Data->Levels[0].SectionSpheres.size(), Data->Levels[0].Sections.size());
	}
}

TEST(RigCharacter, NamesAreGivenByBone)
{
	const FTruth Truth;
	const FExampleSet Set = AsImported(Truth.Tube.Set);
	FRigCharacterOptions Options;
	Options.BoneNames = {"tail", "body", "head"};
	const TResult<FCharacterData> Data = BuildRigCharacter(Set, Truth.Rig, Options);
	ASSERT_TRUE(Data);
	EXPECT_EQ(Data->Skeleton.Names, (std::vector<std::string>{"body", "tail", "head"}));
}

TEST(RigCharacter, AnUnfinishedRigIsRefused)
{
	FTruth Truth;
	const FExampleSet Set = AsImported(Truth.Tube.Set);
	FRigCharacterOptions Options;
	Options.BoneNames = {"only one"};
	EXPECT_FALSE(BuildRigCharacter(Set, Truth.Rig, Options));
	Truth.Rig.Joints.clear();
	EXPECT_FALSE(BuildRigCharacter(Set, Truth.Rig));
}

} // namespace
} // namespace Exemplar
