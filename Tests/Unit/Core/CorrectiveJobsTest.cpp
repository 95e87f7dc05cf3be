// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Correctives/CorrectiveJobs.h"

#include "Pose/PoseJobs.h"
#include "Pose/RestPose.h"
#include "RandomCharacter.h"

#include <gtest/gtest.h>

namespace Exemplar
{
namespace
{

/** The weights of all shapes in a pose. */
std::vector<float> ShapeWeightsOf(const FCharacterView& Character, std::span<const FBoneTransform> Local)
{
	std::vector<float> Kernels(CountCorrectiveKernels(Character.Correctives));
	std::vector<float> Weights(Character.Correctives.ShapeCount(), NAN);
	EXPECT_TRUE(
		(FCorrectiveWeightsJob{&Character.Correctives, Local, Character.Skeleton.RestLocal, Kernels, Weights}.Run()));
	return Weights;
}

/** One joint with two examples at 0 and 1 radian about X, and two cardinal shapes. */
FCharacterData OneHinge(ECorrectiveKernel Kernel)
{
	FCharacterData Data;
	Data.Skeleton.Names = {"root", "elbow"};
	Data.Skeleton.Parents = {NoParent, 0};
	Data.Skeleton.RestLocal = {{}, {RotationAboutAxis({0.0f, 1.0f, 0.0f}, 0.4f), {0.0f, 1.0f, 0.0f}}};
	TCorrectives<FOwned>& C = Data.Correctives;
	C.JointOffsets = {0, 1};
	C.Joints = {1};
	C.JointScales = {1.0f};
	C.ExampleOffsets = {0, 2};
	C.ExampleRotations = {{}, RotationAboutAxis({1.0f, 0.0f, 0.0f}, 1.0f)};
	C.ShapeOffsets = {0, 2};
	C.Kernels = {static_cast<uint32_t>(Kernel)};
	C.Radii = {Kernel == ECorrectiveKernel::Gaussian ? 1.0f : 2.0f};
	const float Between = Kernel == ECorrectiveKernel::Gaussian ? std::exp(-1.0f) : 0.0625f * 3.0f;
	const float Determinant = 1.0f - Between * Between;
	C.Coefficients = {1.0f / Determinant, -Between / Determinant, -Between / Determinant, 1.0f / Determinant};
	return Data;
}

std::vector<FBoneTransform> BendElbow(const FCharacterData& Data, float Angle)
{
	std::vector<FBoneTransform> Local = Data.Skeleton.RestLocal;
	Local[1].Rotation = Compose(Local[1].Rotation, RotationAboutAxis({1.0f, 0.0f, 0.0f}, Angle));
	return Local;
}

TEST(CorrectiveJobs, CardinalShapesHaveWeightOneAtTheirOwnExample)
{
	for (const ECorrectiveKernel Kernel : {ECorrectiveKernel::Gaussian, ECorrectiveKernel::Compact})
	{
		const FCharacterData Data = OneHinge(Kernel);
		const TResult<FCharacter> Character = FCharacter::FromData(Data);
		ASSERT_TRUE(Character.IsOk()) << Character.GetError().Message;
		const std::vector<float> Rest = ShapeWeightsOf(Character->View(), BendElbow(Data, 0.0f));
		EXPECT_NEAR(Rest[0], 1.0f, 1e-5f);
		EXPECT_NEAR(Rest[1], 0.0f, 1e-5f);
		const std::vector<float> Bent = ShapeWeightsOf(Character->View(), BendElbow(Data, 1.0f));
		EXPECT_NEAR(Bent[0], 0.0f, 1e-5f);
		EXPECT_NEAR(Bent[1], 1.0f, 1e-5f);
	}
}

TEST(CorrectiveJobs, APoseFarFromAllExamplesAsksForExactlyNothing)
{
	const FCharacterData Data = OneHinge(ECorrectiveKernel::Compact);
	const TResult<FCharacter> Character = FCharacter::FromData(Data);
	EXPECT_EQ(ShapeWeightsOf(Character->View(), BendElbow(Data, -2.1f)), (std::vector<float>{0.0f, 0.0f}));
	EXPECT_NE(ShapeWeightsOf(Character->View(), BendElbow(Data, -1.9f))[0], 0.0f);
}

TEST(CorrectiveJobs, TheWeightDependsOnTheRotationNotOnItsSign)
{
	const FCharacterData Data = OneHinge(ECorrectiveKernel::Gaussian);
	const TResult<FCharacter> Character = FCharacter::FromData(Data);
	std::vector<FBoneTransform> Local = BendElbow(Data, 0.6f);
	const std::vector<float> Weights = ShapeWeightsOf(Character->View(), Local);
	FRotation& Q = Local[1].Rotation;
	Q = {-Q.X, -Q.Y, -Q.Z, -Q.W};
	EXPECT_EQ(ShapeWeightsOf(Character->View(), Local), Weights);
}

/** A random character in a random pose, packed for one operator, with the displacements that the pose asks for. */
struct FCorrectedPose
{
	explicit FCorrectedPose(bool bSkin)
		: Character(*FCharacter::FromData(MakeRandomCharacterData({.Seed = 5, .bSkin = bSkin})))
	{
		FRandom Random(8);
		Local.assign(View().Skeleton.RestLocal.begin(), View().Skeleton.RestLocal.end());
		for (FBoneTransform& Joint : Local)
		{
			Joint.Rotation = Compose(Joint.Rotation, Random.Rotation(0.5f));
		}
		const FRestPose Rest = *MakeRestPose(View().Skeleton);
		std::vector<FAffine> Model(Local.size());
		Palette.resize(Local.size());
		FLocalToModelJob{Rest.Parents, Local, Model}.Run();
		FPaletteJob{Model, Rest.InverseModel, {}, Palette}.Run();
		FPackOptions Format;
		Format.Kind = bSkin ? EPackedKind::AnimationSpace : EPackedKind::LinearBlend;
		Skin = std::move(*PackSkin(Level(), Rest, Format));
		for (const uint16_t Bone : Skin.PaletteBones)
		{
			PackedPalette.push_back(Palette[Bone]);
		}
		Shapes = PackCorrectives(Level().Correctives, Skin);
		PlaceOfBlock.resize(Shapes.BlockCount);
		Values.resize(24 * size_t{Shapes.MovedBlockCount}, NAN);
		Weights = ShapeWeightsOf(View(), Local);
	}

	const FCharacterView& View() const { return Character.View(); }
	const FMeshLevelView& Level() const { return View().Levels[0]; }
	FRestOffsets Offsets(std::span<const float> ShapeWeights)
	{
		return FCorrectiveOffsetsJob{&Shapes, ShapeWeights, PlaceOfBlock, Values}.Run();
	}

	FCharacter Character;
	std::vector<FBoneTransform> Local;
	std::vector<FAffine> Palette, PackedPalette;
	FPackedSkin Skin;
	FPackedCorrectives Shapes;
	std::vector<uint32_t> PlaceOfBlock;
	std::vector<float> Values, Weights;
};

TEST(CorrectiveJobs, OffsetsHoldTheWeightedSumOfDeltasInTheSlotOfTheirVertex)
{
	FCorrectedPose Pose(false);
	const TCorrectiveDeltas<FViewed>& Shapes = Pose.Level().Correctives;
	std::vector<FFloat3> Expected(Pose.Level().VertexCount());
	for (size_t Shape = 0; Shape < Pose.Weights.size(); ++Shape)
	{
		for (uint32_t Index = Shapes.Offsets[Shape]; Index < Shapes.Offsets[Shape + 1]; ++Index)
		{
			Expected[Shapes.Vertices[Index]] += Shapes.Deltas[Index] * Pose.Weights[Shape];
		}
	}
	const FRestOffsets Offsets = Pose.Offsets(Pose.Weights);
	ASSERT_EQ(Offsets.PlaceOfBlock.size(), Pose.Skin.SlotCount / SkinBlockSize);
	size_t Moved = 0;
	for (size_t Vertex = 0; Vertex < Expected.size(); ++Vertex)
	{
		const uint32_t Slot = Pose.Skin.SlotOfVertex[Vertex], Place = Offsets.PlaceOfBlock[Slot / SkinBlockSize];
		FFloat3 Found;
		if (Place != NoIndex)
		{
			const float* Lane = Offsets.Values.data() + 24 * size_t{Place} + Slot % SkinBlockSize;
			Found = {Lane[0], Lane[8], Lane[16]};
		}
		EXPECT_EQ(Found, Expected[Vertex]);
		Moved += Length(Found) > 0.0f;
	}
	EXPECT_GT(Moved, 10u);
	EXPECT_LT(Moved, Expected.size());
}

TEST(CorrectiveJobs, SkinningWithOffsetsMovesAVertexByItsBlendedDelta)
{
	for (const bool bSkin : {false, true})
	{
		FCorrectedPose Pose(bSkin);
		const FRestOffsets Offsets = Pose.Offsets(Pose.Weights);
		const auto Run = [&](const FRestOffsets& RestOffsets)
		{
			std::vector<FFloat3> Positions(Pose.Skin.SlotCount);
			const auto Share = [&](auto Job)
			{
				Job.Skin = &Pose.Skin;
				Job.Output.Positions = Positions;
				Job.RestOffsets = RestOffsets;
				Job.Palette = Pose.PackedPalette;
				EXPECT_TRUE(Job.Run());
			};
			bSkin ? Share(FAnimationSpaceJob{}) : Share(FLinearBlendJob{});
			return Positions;
		};
		const std::vector<FFloat3> Without = Run({}), With = Run(Offsets);
		const FMeshLevelView& Level = Pose.Level();
		for (size_t Vertex = 0; Vertex < Level.VertexCount(); ++Vertex)
		{
			const uint32_t Slot = Pose.Skin.SlotOfVertex[Vertex], Place = Offsets.PlaceOfBlock[Slot / SkinBlockSize];
			FFloat3 Moved;
			if (Place != NoIndex)
			{
				const float* Lane = Offsets.Values.data() + 24 * size_t{Place} + Slot % SkinBlockSize;
				const auto& RowOffsets = bSkin ? Level.Skin.Offsets : Level.Weights.Offsets;
				for (uint32_t Index = RowOffsets[Vertex]; Index < RowOffsets[Vertex + 1]; ++Index)
				{
					const uint16_t Bone = bSkin ? Level.Skin.Bones[Index] : Level.Weights.Bones[Index];
					const float Weight = bSkin ? Level.Skin.Points[Index].W : Level.Weights.Weights[Index];
					Moved += TransformVector(Pose.Palette[Bone], FFloat3{Lane[0], Lane[8], Lane[16]}) * Weight;
				}
			}
			EXPECT_LT(Length(With[Slot] - Without[Slot] - Moved), 5e-6f);
		}
	}
}

TEST(CorrectiveJobs, APoseWithoutShapesHasNoOffsetsAtAll)
{
	FCorrectedPose Pose(false);
	const std::vector<float> None(Pose.Weights.size(), 0.0f);
	const FRestOffsets Offsets = Pose.Offsets(None);
	EXPECT_TRUE(Offsets.PlaceOfBlock.empty());
	EXPECT_TRUE(Offsets.Values.empty());
}

TEST(CorrectiveJobs, SpansThatDoNotFitAreRefused)
{
	const FCharacterData Data = OneHinge(ECorrectiveKernel::Gaussian);
	const TResult<FCharacter> Character = FCharacter::FromData(Data);
	const TCorrectives<FViewed>& C = Character->View().Correctives;
	std::vector<float> Kernels(2), Weights(2);
	const std::span<const FBoneTransform> Rest = Character->View().Skeleton.RestLocal;
	EXPECT_TRUE((FCorrectiveWeightsJob{&C, Rest, Rest, Kernels, Weights}.Validate()));
	EXPECT_FALSE((FCorrectiveWeightsJob{&C, Rest.first(1), Rest.first(1), Kernels, Weights}.Run()));
	EXPECT_FALSE((FCorrectiveWeightsJob{&C, Rest, Rest, std::span(Kernels).first(1), Weights}.Run()));
	EXPECT_FALSE((FCorrectiveWeightsJob{&C, Rest, Rest, Kernels, std::span(Weights).first(1)}.Run()));
	EXPECT_FALSE((FCorrectiveWeightsJob{nullptr, Rest, Rest, Kernels, Weights}.Run()));
	EXPECT_FALSE((FCorrectiveOffsetsJob{}.Validate()));
	FCorrectedPose Pose(false);
	EXPECT_TRUE((FCorrectiveOffsetsJob{&Pose.Shapes, std::span(Pose.Weights).first(1), Pose.PlaceOfBlock, Pose.Values}
					 .Run()
					 .Values.empty()));
	EXPECT_FALSE((FCorrectiveOffsetsJob{
		&Pose.Shapes, Pose.Weights, Pose.PlaceOfBlock, std::span(Pose.Values).first(Pose.Values.size() - 1)}
					  .Validate()));
	EXPECT_FALSE((FCorrectiveOffsetsJob{
		&Pose.Shapes, Pose.Weights, std::span(Pose.PlaceOfBlock).first(Pose.PlaceOfBlock.size() - 1), Pose.Values}
					  .Validate()));
}

} // namespace
} // namespace Exemplar
