// Copyright (c) 2026 Exemplar contributors. MIT licence.

#include "Correctives/CorrectiveJobs.h"

#include "Pose/PoseJobs.h"
#include "Pose/RestPose.h"
#include "RandomCharacter.h"
#include "Skinning/ReferenceSkinning.h"

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

TEST(CorrectiveJobs, AddingAfterSkinningEqualsAddingBefore)
{
	for (const bool bSkin : {false, true})
	{
		FRandomCharacterOptions Options;
		Options.Seed = 5;
		Options.bSkin = bSkin;
		const FCharacterData Data = MakeRandomCharacterData(Options);
		const TResult<FCharacter> Character = FCharacter::FromData(Data);
		ASSERT_TRUE(Character.IsOk()) << Character.GetError().Message;
		const FCharacterView& View = Character->View();
		const FMeshLevelView& Level = View.Levels[0];
		FRandom Random(8);
		std::vector<FBoneTransform> Local = Data.Skeleton.RestLocal;
		for (FBoneTransform& Joint : Local)
		{
			Joint.Rotation = Compose(Joint.Rotation, Random.Rotation(0.5f));
		}
		const TResult<FRestPose> Rest = MakeRestPose(View.Skeleton);
		std::vector<FAffine> Model(Local.size()), Palette(Local.size());
		ASSERT_TRUE((FLocalToModelJob{Rest->Parents, Local, Model}.Run()));
		ASSERT_TRUE((FPaletteJob{Model, Rest->InverseModel, {}, Palette}.Run()));

		const std::vector<float> Weights = ShapeWeightsOf(View, Local);
		std::vector<FFloat3> Deltas(Level.VertexCount()), Positions(Level.VertexCount());
		std::vector<char> bTouched(Level.VertexCount());
		std::vector<uint32_t> Touched(Level.VertexCount());
		const FCorrectiveDeltasJob DeltasJob{&Level.Correctives, Weights, Deltas, bTouched, Touched};
		ASSERT_TRUE(DeltasJob.Validate());
		Touched.resize(DeltasJob.Run());
		ASSERT_GT(Touched.size(), 10u);
		ASSERT_LT(Touched.size(), Level.VertexCount());

		const auto Skin = [&](size_t Vertex, const FFloat3& Delta)
		{
			const auto& Offsets = bSkin ? Level.Skin.Offsets : Level.Weights.Offsets;
			const uint32_t Begin = Offsets[Vertex], Count = Offsets[Vertex + 1] - Begin;
			FSurfacePoint Point;
			Point.Position = Level.Positions[Vertex] + Delta;
			if (!bSkin)
			{
				return SkinLinearBlend(Palette, Level.Weights.Bones.subspan(Begin, Count),
					Level.Weights.Weights.subspan(Begin, Count), Point)
					.Position;
			}
			std::vector<FFloat4> Points(Level.Skin.Points.begin() + Begin, Level.Skin.Points.begin() + Begin + Count);
			for (FFloat4& P : Points)
			{
				P = P + FFloat4{Delta.X, Delta.Y, Delta.Z, 0.0f} * P.W;
			}
			return SkinAnimationSpace(
				Palette, Level.Skin.Bones.subspan(Begin, Count), {Points, {}, {}, {}}, 0.0f, Point)
				.Position;
		};
		for (size_t Vertex = 0; Vertex < Positions.size(); ++Vertex)
		{
			Positions[Vertex] = Skin(Vertex, {});
		}
		const FAddCorrectivesJob AddJob{Touched, Deltas, Palette, &Level, Positions};
		ASSERT_TRUE(AddJob.Run());
		for (size_t Vertex = 0; Vertex < Positions.size(); ++Vertex)
		{
			EXPECT_LT(Length(Positions[Vertex] - Skin(Vertex, Deltas[Vertex])), 2e-6f);
			EXPECT_EQ(bTouched[Vertex] != 0, std::find(Touched.begin(), Touched.end(), Vertex) != Touched.end());
		}
		ClearCorrectiveDeltas(Touched, Deltas, bTouched);
		EXPECT_EQ(Deltas, std::vector<FFloat3>(Deltas.size()));
		EXPECT_EQ(bTouched, std::vector<char>(bTouched.size(), 0));
	}
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
	EXPECT_FALSE((FAddCorrectivesJob{}.Run()));
	EXPECT_FALSE((FCorrectiveDeltasJob{}.Validate()));
}

} // namespace
} // namespace Exemplar
