// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Bake/FinishCharacter.h"

#include "AnimationSpace/Embedding.h"
#include "Bake/RigCharacter.h"
#include "Character/Character.h"
#include "Model/Posing.h"
#include "Pose/ClipSampling.h"
#include "Pose/PoseJobs.h"
#include "TubeExamples.h"

#include <gtest/gtest.h>

namespace Exemplar
{
namespace
{

using namespace TubeExamples;

/** A tube that bends back and forth slowly: most keys lie between their neighbors. */
FCharacterData MakeBendingTube()
{
	FTruth Truth;
	std::vector<double> Angles;
	for (int Frame = 0; Frame < 41; ++Frame)
	{
		Angles.push_back(Frame < 20 ? 3.0 * Frame : 60.0 - 3.0 * (Frame - 20));
	}
	Truth.Tube = MakeTube(3, Angles, 0.6, 0.0, 1, 6, 2);
	Truth.Rig.PoseCount = Angles.size();
	Truth.Rig.Transforms.clear();
	for (const std::vector<FAffine3d>& Bone : Truth.Tube.Motions)
	{
		Truth.Rig.Transforms.insert(Truth.Rig.Transforms.end(), Bone.begin(), Bone.end());
	}
	Truth.Rig.Weights = {};
	for (const FDouble3& P : Truth.Tube.Set.Rest.Positions)
	{
		Truth.Rig.Weights.Bones.push_back(P.X < 3.0 ? 0 : (P.X < 6.0 ? 1 : 2));
		Truth.Rig.Weights.Weights.push_back(1.0);
		Truth.Rig.Weights.Offsets.push_back(static_cast<uint32_t>(Truth.Rig.Weights.Bones.size()));
	}
	const FExampleSet Set = AsImported(Truth.Tube.Set);
	TResult<FCharacterData> Data = BuildRigCharacter(Set, Truth.Rig);
	EXPECT_TRUE(Data);
	return Data ? std::move(*Data) : FCharacterData{};
}

std::vector<FFloat3> Play(const FCharacterData& Data, uint32_t Frame)
{
	const TResult<FCharacter> Character = FCharacter::FromData(Data);
	EXPECT_TRUE(Character) << Character.GetError().Message;
	const FCharacterView& View = Character->View();
	std::vector<FBoneTransform> Local(View.Skeleton.JointCount());
	std::vector<FAffine> Rest(Local.size()), Model(Local.size());
	EXPECT_TRUE((FLocalToModelJob{View.Skeleton.Parents, View.Skeleton.RestLocal, Rest}.Run()));
	EXPECT_TRUE((FSampleClipJob{
		&View.Clips[0], static_cast<float>(Frame) / View.Clips[0].FramesPerSecond, View.Skeleton.RestLocal, Local}
					 .Run()));
	EXPECT_TRUE((FLocalToModelJob{View.Skeleton.Parents, Local, Model}.Run()));
	std::vector<FFloat3> Out;
	for (size_t Vertex = 0; Vertex < Data.Levels[0].VertexCount(); ++Vertex)
	{
		const uint16_t Bone = Data.Levels[0].Weights.Bones[Vertex];
		Out.push_back(TransformPoint(Compose(Model[Bone], Inverse(Rest[Bone])), Data.Levels[0].Positions[Vertex]));
	}
	return Out;
}

TEST(FinishCharacter, KeysGoOnlyWhereThatIsAskedForAndTheSkinStaysWithinTheTolerance)
{
	const FCharacterData Dense = MakeBendingTube();
	FCharacterData Same = Dense, Reduced = Dense;
	ASSERT_TRUE(FinishCharacter(Same, {}, {}));
	EXPECT_EQ(Same.Clips, Dense.Clips);
	FFinishOptions Options;
	Options.KeyTolerance = 0.1;
	const TResult<FStageFigures> Figures = FinishCharacter(Reduced, Options, {});
	ASSERT_TRUE(Figures);
	EXPECT_LT(2 * Reduced.Clips[0].Rotations.Values.size(), Dense.Clips[0].Rotations.Values.size());
	float Largest = 0.0f;
	for (uint32_t Frame = 0; Frame < 41; ++Frame)
	{
		const std::vector<FFloat3> A = Play(Dense, Frame), B = Play(Reduced, Frame);
		for (size_t Vertex = 0; Vertex < A.size(); ++Vertex)
		{
			Largest = (std::max)(Largest, Length(A[Vertex] - B[Vertex]));
		}
	}
	EXPECT_LE(Largest, 1e-3f * Dense.RestBox.Diagonal());
	EXPECT_GT(Largest, 0.0f);
}

TEST(FinishCharacter, SpheresAreThoseOfTheSkinAsItIsNow)
{
	FCharacterData Data = MakeBendingTube();
	const float Before = Data.Sphere.Radius;
	for (FFloat3& P : Data.Levels[0].Positions)
	{
		P = P * FFloat3{1.0f, 6.0f, 6.0f};
	}
	Data.Levels[0].SectionSpheres.clear();
	ASSERT_TRUE(FinishCharacter(Data, {}, {}));
	EXPECT_GT(Data.Sphere.Radius, 1.2f * Before);
	EXPECT_EQ(Data.Levels[0].SectionSpheres.size(), Data.Levels[0].Sections.size());
}

TEST(FinishCharacter, AnimationSpaceSkinsGetTangentsUnlessTheyHaveSome)
{
	FCharacterData Data = MakeBendingTube();
	ASSERT_TRUE(FinishCharacter(Data, {}, {}));
	EXPECT_TRUE(Data.Levels[0].Skin.Tangents.empty()) << "a level without a skin needs none";
	Data.Levels[0].Skin = StoreSkin(ReadSkin(Data.Levels[0]));
	FFinishOptions Options;
	Options.bSkinTangents = false;
	ASSERT_TRUE(FinishCharacter(Data, Options, {}));
	EXPECT_TRUE(Data.Levels[0].Skin.Tangents.empty());
	ASSERT_TRUE(FinishCharacter(Data, {}, {}));
	EXPECT_EQ(Data.Levels[0].Skin.Tangents.size(), Data.Levels[0].Skin.Points.size());
	EXPECT_TRUE(FCharacter::FromData(Data));
	const std::vector<FFloat4> Given = Data.Levels[0].Skin.Tangents =
		std::vector<FFloat4>(Data.Levels[0].Skin.Points.size(), FFloat4{1.0f, 0.0f, 0.0f, 0.0f});
	ASSERT_TRUE(FinishCharacter(Data, {}, {}));
	EXPECT_EQ(Data.Levels[0].Skin.Tangents, Given);
}

} // namespace
} // namespace Exemplar
