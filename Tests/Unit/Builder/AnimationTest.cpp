// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Clips/Animation.h"

#include "Pose/PoseJobs.h"
#include "TubeCharacter.h"

#include <gtest/gtest.h>

namespace Exemplar
{
namespace AnimationTest
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

TEST(Animation, TheClipReproducesTheExamplesWithRotationsAloneWhereBonesMeet)
{
	const FTruth Truth;
	const FExampleSet Set = AsImported(Truth.Tube.Set);
	const FCharacterParts Parts = MakeTubeParts(Set, Truth.Rig);
	const FAnimation* const Data = &Parts.Animation;
	EXPECT_LT(LargestError(Set, BakeParts(Parts).View()), 2e-5f);
	EXPECT_EQ(Data->Skeleton.Parents, (std::vector<int32_t>{NoParent, 0, 0}));
	EXPECT_EQ(Data->Skeleton.Names[0], "bone_01") << "the middle bone keeps its number";
	const TClipChannel<FOwned, FFloat3>& Translations = Data->Clips[0].Translations;
	EXPECT_EQ(Translations.Values.size(), FTruth::PoseCount); // the root's only
	EXPECT_EQ(Translations.Offsets[1], FTruth::PoseCount);
}

TEST(Animation, FreeBonesAreReproducedByTranslationKeys)
{
	FTruth Truth;
	for (size_t Pose = 0; Pose < FTruth::PoseCount; ++Pose)
	{
		Truth.Rig.Transform(2, Pose) = Compose(Translation({0.0, 0.1, 0.3}), Truth.Rig.Transform(2, Pose));
		Truth.Tube.Set.Poses[Pose] = ReconstructPose(Truth.Rig, Truth.Tube.Set.Rest.Positions, Pose);
	}
	const FExampleSet Set = AsImported(Truth.Tube.Set);
	const FCharacterParts Parts = MakeTubeParts(Set, Truth.Rig);
	EXPECT_LT(LargestError(Set, BakeParts(Parts).View()), 2e-5f);
	EXPECT_EQ(Parts.Animation.Clips[0].Translations.Values.size(), 2 * FTruth::PoseCount);
}

TEST(Animation, TheSphereMovesWithTheRootAndHoldsEveryExampleOfFreeBonesToo)
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
		const FCharacter Data = BakeParts(MakeTubeParts(Set, Truth.Rig));
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

TEST(Animation, MotionsPlayAsTheRigHasThem)
{
	const FTruth Truth;
	const FRig Rig = SortBones(Truth.Rig, SortParentsFirst(Truth.Rig.Parents));
	const TResult<FAnimation> Made = MakeAnimation(Rig, 10.0);
	ASSERT_TRUE(Made);
	const TResult<FRig> Rounded = RoundRig(Rig, *Made);
	ASSERT_TRUE(Rounded);
	ASSERT_EQ(Rounded->Transforms.size(), Rig.Transforms.size());
	for (size_t Index = 0; Index < Rig.Transforms.size(); ++Index)
	{
		for (size_t Entry = 0; Entry < 12; ++Entry)
		{
			EXPECT_NEAR(Rounded->Transforms[Index].M[Entry], Rig.Transforms[Index].M[Entry], 3e-6);
		}
	}
	// What is stored and read again stays as it is.
	const TResult<FAnimation> Again = MakeAnimation(*Rounded, 10.0);
	ASSERT_TRUE(Again);
	const TResult<FRig> Twice = RoundRig(*Rounded, *Made);
	ASSERT_TRUE(Twice);
	EXPECT_EQ(Twice->Transforms, Rounded->Transforms);
	EXPECT_EQ(Twice->Weights, Rounded->Weights);
}

TEST(Animation, NamesAreGivenByBone)
{
	const FTruth Truth;
	const FRig Rig = SortBones(Truth.Rig, SortParentsFirst(Truth.Rig.Parents));
	FAnimationOptions Options;
	Options.BoneNames = {"body", "tail", "head"};
	const TResult<FAnimation> Made = MakeAnimation(Rig, 10.0, Options);
	ASSERT_TRUE(Made);
	EXPECT_EQ(Made->Skeleton.Names, Options.BoneNames);
}

TEST(Animation, AnUnfinishedOrUnsortedRigIsRefused)
{
	const FTruth Truth;
	EXPECT_FALSE(MakeAnimation(Truth.Rig, 10.0)) << "its root is the middle bone";
	FRig Rig = SortBones(Truth.Rig, SortParentsFirst(Truth.Rig.Parents));
	EXPECT_TRUE(MakeAnimation(Rig, 10.0));
	FAnimationOptions Options;
	Options.BoneNames = {"only one"};
	EXPECT_FALSE(MakeAnimation(Rig, 10.0, Options));
	Rig.Joints.clear();
	EXPECT_FALSE(MakeAnimation(Rig, 10.0));
}

} // namespace AnimationTest
} // namespace Exemplar
