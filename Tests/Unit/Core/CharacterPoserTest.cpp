// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Posing/CharacterPoser.h"

#include "Character/CharacterViews.h"
#include "Correctives/CorrectiveJobs.h"
#include "Pose/ClipSampling.h"
#include "Pose/PoseJobs.h"
#include "RandomCharacter.h"

#include <cstring>
#include <gtest/gtest.h>

namespace Exemplar
{
namespace CharacterPoserTest
{

class CharacterPoser : public testing::Test
{
protected:
	void SetUp() override
	{
		FRandomCharacterOptions Options;
		Options.bSkin = true;
		Data = MakeRandomCharacterData(Options);
		TResult<FCharacter> Made = FCharacter::FromData(Data);
		ASSERT_TRUE(Made.IsOk()) << Made.GetError().Message;
		Character.emplace(*Made);
		TResult<FCharacterPoser> MadePoser = FCharacterPoser::Make(*Character);
		ASSERT_TRUE(MadePoser.IsOk()) << MadePoser.GetError().Message;
		Poser = std::move(*MadePoser);
		Poser.Reset(Pose);
		Pose.Local = SampleFrame(Character->View().Skeleton, Character->View().Clips[0], 1.5f);
		ASSERT_TRUE(Poser.Pose(Pose));
	}

	FPackedSkin Pack(ESkinOperator Operator) const
	{
		FPackOptions Options;
		Options.Kind = PackedKindOf(Operator);
		return *PackSkin(Character->View().Levels[0], Poser.GetRest(), Options);
	}

	FCharacterData Data;
	std::optional<FCharacter> Character;
	FCharacterPoser Poser;
	FCharacterPose Pose;
};

TEST_F(CharacterPoser, PalettesAreThoseOfTheJobs)
{
	const FRestPose& Rest = Poser.GetRest();
	std::vector<FAffine> Model(Rest.JointCount()), Palette(Rest.JointCount());
	ASSERT_TRUE((FLocalToModelJob{Rest.Parents, Pose.Local, Model}.Run()));
	ASSERT_TRUE((FPaletteJob{Model, Rest.InverseModel, {}, Palette}.Run()));
	EXPECT_EQ(Pose.Model, Model);
	EXPECT_EQ(Pose.Palette, Palette);
	const FPackedSkin Skin = Pack(ESkinOperator::AnimationSpace);
	FSkinPalette Out;
	ASSERT_TRUE(Poser.MakePalette(Pose, Skin, ESkinOperator::AnimationSpace, Out));
	ASSERT_EQ(Out.Bones.size(), Skin.PaletteBones.size());
	for (size_t Entry = 0; Entry < Out.Bones.size(); ++Entry)
	{
		EXPECT_EQ(Out.Bones[Entry], Palette[Skin.PaletteBones[Entry]]);
	}
}

TEST_F(CharacterPoser, EntriesAreRowsOfFourFloats)
{
	for (int32_t Index = 0; Index < SkinOperatorCount; ++Index)
	{
		const ESkinOperator Operator = static_cast<ESkinOperator>(Index);
		const FPackedSkin Skin = Pack(Operator);
		FSkinPalette Out;
		ASSERT_TRUE(Poser.MakePalette(Pose, Skin, Operator, Out));
		const size_t RowsPerEntry = Operator == ESkinOperator::Blended                                 ? 5
			: Operator == ESkinOperator::DualQuaternion || Operator == ESkinOperator::CenterOfRotation ? 2
																									   : 3;
		EXPECT_EQ(Out.GetEntryBytes().size(), Skin.EntryCount() * RowsPerEntry * 16) << Index;
		EXPECT_EQ(Out.SegmentAngles.size(), Skin.SegmentTable.size()) << Index;
	}
	FSkinPalette Out;
	ASSERT_TRUE(Poser.MakePalette(Pose, Pack(ESkinOperator::LinearBlend), ESkinOperator::LinearBlend, Out));
	EXPECT_EQ(std::memcmp(Out.GetEntryBytes().data(), Out.Bones.data(), Out.GetEntryBytes().size()), 0);
}

TEST_F(CharacterPoser, AxesChangePalettesAndNotShapeWeights)
{
	ASSERT_FALSE(Pose.ShapeWeights.empty());
	ASSERT_TRUE(Pose.HasShapes());
	// Half a turn about x: (x, y, z) becomes (x, -y, -z).
	const auto Turn = [](const FFloat3& V) { return FFloat3{V.X, -V.Y, -V.Z}; };
	const auto TurnRotation = [](const FRotation& Q) { return FRotation{Q.X, -Q.Y, -Q.Z, Q.W}; };
	const auto TurnBone = [&](const FBoneTransform& B) {
		return FBoneTransform{TurnRotation(B.Rotation), Turn(B.Translation), B.Scale};
	};
	std::vector<FBoneTransform> Rest;
	for (const FBoneTransform& Bone : Data.Skeleton.RestLocal)
	{
		Rest.push_back(TurnBone(Bone));
	}
	TCorrectives<FOwned> Correctives = Data.Correctives;
	for (FCorrectiveTerm& Term : Correctives.Terms)
	{
		Term.Center = Correctives.Drivers[Term.Driver].Kind == 0 ? TurnRotation(Term.Center) : Term.Center;
	}
	// Only coordinates depend on axes.
	for (TCorrectives<FOwned>* Each : {&Correctives, &Data.Correctives})
	{
		for (FCorrectiveKernel& Kernel : Each->Kernels)
		{
			const bool bCoordinate = Kernel.Function == static_cast<uint32_t>(ECorrectiveFunction::Coordinate);
			Kernel.Function = bCoordinate ? static_cast<uint32_t>(ECorrectiveFunction::Constant) : Kernel.Function;
		}
	}
	ASSERT_TRUE(FCharacterPoser::Make(Data.Skeleton.Parents, Data.Skeleton.RestLocal, Data.Correctives)->Pose(Pose));
	const TResult<FCharacterPoser> Turned = FCharacterPoser::Make(Data.Skeleton.Parents, Rest, Correctives);
	ASSERT_TRUE(Turned.IsOk());
	FCharacterPose Other;
	Turned->Reset(Other);
	for (size_t Joint = 0; Joint < Rest.size(); ++Joint)
	{
		Other.Local[Joint] = TurnBone(Pose.Local[Joint]);
	}
	ASSERT_TRUE(Turned->Pose(Other));
	for (size_t Shape = 0; Shape < Pose.ShapeWeights.size(); ++Shape)
	{
		EXPECT_NEAR(Other.ShapeWeights[Shape], Pose.ShapeWeights[Shape], 1e-5f);
	}
	const FFloat3 Point{0.3f, -0.2f, 0.5f};
	for (size_t Joint = 0; Joint < Rest.size(); ++Joint)
	{
		const FFloat3 Expected = Turn(TransformPoint(Pose.Palette[Joint], Point));
		EXPECT_LT(Length(TransformPoint(Other.Palette[Joint], Turn(Point)) - Expected), 1e-4f) << Joint;
	}
}

TEST_F(CharacterPoser, CorrectivesAreScaledByNameAndCanBeOff)
{
	const std::vector<float> Weights = Pose.ShapeWeights;
	const std::optional<size_t> Second = Poser.FindCorrective("corrective 1");
	ASSERT_TRUE(Second.has_value());
	EXPECT_FALSE(Poser.FindCorrective("elbow").has_value());
	EXPECT_EQ(Poser.FindCurve("tension"), std::optional<size_t>(1));
	std::vector<float> Scales(*Second + 1, 1.0f);
	Scales[*Second] = 0.5f;
	ASSERT_TRUE(Poser.Pose(Pose, {true, Scales}));
	const TCorrective<FOwned>& Row = Data.Correctives.Correctives[*Second];
	for (size_t Shape = 0; Shape < Weights.size(); ++Shape)
	{
		const bool bScaled = Shape - Row.FirstShape < Row.ShapeCount;
		EXPECT_FLOAT_EQ(Pose.ShapeWeights[Shape], Weights[Shape] * (bScaled ? 0.5f : 1.0f)) << Shape;
	}
	ASSERT_TRUE(Poser.Pose(Pose, {false, {}}));
	EXPECT_TRUE(Pose.ShapeWeights.empty());
	EXPECT_TRUE(Pose.ShapeFrames.empty());
	EXPECT_FALSE(Pose.HasShapes());
}

TEST_F(CharacterPoser, ShadersGetTheFramesOfJointsAfterTheWeights)
{
	ASSERT_EQ(Pose.ShapeFrames.size(), Pose.ShapeWeights.size() + 9 * Data.Correctives.AfterJoints.size());
	const FAffine& Frame = Pose.Palette[Data.Correctives.AfterJoints[0]];
	EXPECT_EQ(Pose.ShapeFrames[Pose.ShapeWeights.size() + 1], Frame.Rows[0].Y);
	EXPECT_EQ(Pose.ShapeFrames[Pose.ShapeWeights.size() + 6], Frame.Rows[2].X);
}

TEST_F(CharacterPoser, HelperJointsFollowTheWeightsOfTheirShapes)
{
	std::vector<bool> bDrives(Data.Skeleton.JointCount());
	for (const FCorrectiveDriver& Driver : Data.Correctives.Drivers)
	{
		bDrives[Driver.Kind == 0 ? Driver.Index : 0] = true;
	}
	const size_t Helper = static_cast<size_t>(std::find(bDrives.begin() + 1, bDrives.end(), false) - bDrives.begin());
	ASSERT_LT(Helper, bDrives.size());
	Data.Correctives.Helpers = {{static_cast<uint32_t>(Helper), 0, {0.1f, 0.0f, 0.2f}, {0.0f, 0.3f, 0.0f}}};
	const TResult<FCharacterPoser> Made =
		FCharacterPoser::Make(Data.Skeleton.Parents, Data.Skeleton.RestLocal, Data.Correctives);
	ASSERT_TRUE(Made.IsOk() && Made->Pose(Pose));
	const float Weight = Pose.ShapeWeights[0];
	ASSERT_NE(Weight, 0.0f);
	const FBoneTransform& Rest = Data.Skeleton.RestLocal[Helper];
	EXPECT_LT(Length(Pose.Local[Helper].Translation - Rest.Translation - FFloat3{0.1f, 0.0f, 0.2f} * Weight), 1e-6f);
	const FRotation Turned = Compose(Rest.Rotation, RotationAboutAxis({0.0f, 1.0f, 0.0f}, 0.3f * Weight));
	EXPECT_NEAR(std::abs(Dot(Pose.Local[Helper].Rotation, Turned)), 1.0f, 1e-6f);
}

TEST_F(CharacterPoser, OtherSkeletonsAndOtherKindsOfSkinAreRejected)
{
	FSkinPalette Out;
	EXPECT_FALSE(Poser.MakePalette(Pose, Pack(ESkinOperator::LinearBlend), ESkinOperator::AnimationSpace, Out));
	EXPECT_FALSE(
		Poser.MakePalette(FCharacterPose(), Pack(ESkinOperator::LinearBlend), ESkinOperator::LinearBlend, Out));
	Pose.Local.pop_back();
	EXPECT_FALSE(Poser.Pose(Pose));
}

TEST_F(CharacterPoser, ScaleIsNoticed)
{
	EXPECT_FALSE(Poser.GetRest().Local.empty());
	Poser.Reset(Pose);
	ASSERT_TRUE(Poser.Pose(Pose));
	EXPECT_FALSE(Pose.bHasStretch);
	Pose.Local.back().Scale = Pose.Local.back().Scale * 1.1f;
	ASSERT_TRUE(Poser.Pose(Pose));
	EXPECT_TRUE(Pose.bHasStretch);
}

} // namespace CharacterPoserTest
} // namespace Exemplar
