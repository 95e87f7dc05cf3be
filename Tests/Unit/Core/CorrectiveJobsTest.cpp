// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Correctives/CorrectiveJobs.h"

#include "Character/CharacterViews.h"
#include "Character/CorrectiveDeltas.h"
#include "Pose/PoseJobs.h"
#include "Pose/RestPose.h"
#include "RandomCharacter.h"

#include <gtest/gtest.h>

#include <cmath>

namespace Exemplar
{
namespace CorrectiveJobsTest
{

/** The weights of all shapes in a pose. */
std::vector<float> ShapeWeightsOf(const FCharacterView& Character, std::span<const FBoneTransform> Local,
	std::span<const float> Curves = {}, ESimdLevel Simd = GetSimdLevel())
{
	const FCorrectiveSolver Solver = MakeCorrectiveSolver(Character.Correctives, Character.Skeleton.RestLocal);
	std::vector<double> Scratch(Solver.ScratchSize(), NAN);
	std::vector<float> Weights(Character.Correctives.ShapeCount(), NAN);
	EXPECT_TRUE((FCorrectiveWeightsJob{&Solver, Local, Curves, {}, Scratch, Weights, Simd}.Run()));
	return Weights;
}

constexpr uint32_t Number(ECorrectiveFunction Function)
{
	return static_cast<uint32_t>(Function);
}

/** An elbow under a root, without shapes. */
FCharacterData Elbow()
{
	FCharacterData Data;
	Data.Skeleton.Names = {"root", "elbow"};
	Data.Skeleton.Parents = {NoParent, 0};
	Data.Skeleton.RestLocal = {{}, {RotationAboutAxis({0.0f, 1.0f, 0.0f}, 0.4f), {0.0f, 1.0f, 0.0f}}};
	Data.Correctives.Drivers = {{0, 1}};
	return Data;
}

void AddShape(FCharacterData& Data, uint32_t FirstKernel, std::vector<double> Coefficients)
{
	TCorrectives<FOwned>& C = Data.Correctives;
	C.Shapes.push_back({static_cast<uint32_t>(C.Runs.size()), 1, -10.0f, 10.0f, NoIndex, 1e-4f, 0.0f});
	C.Runs.push_back(
		{FirstKernel, static_cast<uint32_t>(Coefficients.size()), static_cast<uint32_t>(C.Coefficients.size())});
	C.Coefficients.insert(C.Coefficients.end(), Coefficients.begin(), Coefficients.end());
	TCorrective<FOwned> Row;
	Row.FirstShape = static_cast<uint32_t>(C.Correctives.size());
	Row.ShapeCount = 1;
	Row.Name = "shape " + std::to_string(Row.FirstShape);
	C.Correctives.push_back(Row);
}

/** One joint with two examples at 0 and 1 radian about X, and two cardinal shapes. */
FCharacterData OneHinge(ECorrectiveFunction Function, ECorrectiveMetric Metric = ECorrectiveMetric::Angle)
{
	FCharacterData Data = Elbow();
	const float Width = Function == ECorrectiveFunction::Gaussian ? 1.0f : 2.0f;
	Data.Correctives.Kernels = {{Number(Function), static_cast<uint32_t>(Metric), 0, Width, 0, 1},
		{Number(Function), static_cast<uint32_t>(Metric), 0, Width, 1, 1}};
	Data.Correctives.Terms = {{0, 1.0f, {}}, {0, 1.0f, RotationAboutAxis({1.0f, 0.0f, 0.0f}, 1.0f)}};
	const double R = Metric == ECorrectiveMetric::Chordal ? 2.0 * std::sin(0.5) : 1.0, Ratio = R / Width;
	const double Between = Function == ECorrectiveFunction::Gaussian ? std::exp(-Ratio * Ratio)
																	 : std::pow(1.0 - Ratio, 4.0) * (4.0 * Ratio + 1.0);
	const double Determinant = 1.0 - Between * Between;
	AddShape(Data, 0, {1.0 / Determinant, -Between / Determinant});
	AddShape(Data, 0, {-Between / Determinant, 1.0 / Determinant});
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
	for (const ECorrectiveFunction Function : {ECorrectiveFunction::Gaussian, ECorrectiveFunction::Compact})
	{
		for (const ECorrectiveMetric Metric :
			{ECorrectiveMetric::Chordal, ECorrectiveMetric::Angle, ECorrectiveMetric::Vector})
		{
			const FCharacterData Data = OneHinge(Function, Metric);
			const TResult<FCharacter> Character = FCharacter::FromData(Data);
			ASSERT_TRUE(Character.IsOk()) << Character.GetError().Message;
			const std::vector<float> Rest = ShapeWeightsOf(Character->View(), BendElbow(Data, 0.0f));
			EXPECT_NEAR(Rest[0], 1.0f, 2e-6f);
			EXPECT_NEAR(Rest[1], 0.0f, 2e-6f);
			const std::vector<float> Bent = ShapeWeightsOf(Character->View(), BendElbow(Data, 1.0f));
			EXPECT_NEAR(Bent[0], 0.0f, 2e-6f);
			EXPECT_NEAR(Bent[1], 1.0f, 2e-6f);
		}
	}
}

TEST(CorrectiveJobs, APoseFarFromAllExamplesAsksForExactlyNothing)
{
	const FCharacterData Data = OneHinge(ECorrectiveFunction::Compact);
	const TResult<FCharacter> Character = FCharacter::FromData(Data);
	EXPECT_EQ(ShapeWeightsOf(Character->View(), BendElbow(Data, -2.1f)), (std::vector<float>{0.0f, 0.0f}));
	EXPECT_NE(ShapeWeightsOf(Character->View(), BendElbow(Data, -1.9f))[0], 0.0f);
}

TEST(CorrectiveJobs, TheWeightDependsOnTheRotationNotOnItsSign)
{
	const FCharacterData Data = OneHinge(ECorrectiveFunction::Gaussian, ECorrectiveMetric::Vector);
	const TResult<FCharacter> Character = FCharacter::FromData(Data);
	std::vector<FBoneTransform> Local = BendElbow(Data, 0.6f);
	const std::vector<float> Weights = ShapeWeightsOf(Character->View(), Local);
	FRotation& Q = Local[1].Rotation;
	Q = {-Q.X, -Q.Y, -Q.Z, -Q.W};
	EXPECT_EQ(ShapeWeightsOf(Character->View(), Local), Weights);
}

/** Centered chordal Gaussians at many rotations, whose large coefficients nearly cancel, and a product of two. */
FCharacterData WideKernels()
{
	FCharacterData Data = Elbow();
	FRandom Random(3);
	std::vector<double> Coefficients;
	for (uint32_t Kernel = 0; Kernel < 10; ++Kernel)
	{
		Data.Correctives.Kernels.push_back({0, 0, 1, 3.0f, Kernel, 1});
		Data.Correctives.Terms.push_back({0, 1.0f, Random.Rotation(1.0f)});
		Coefficients.push_back(static_cast<double>(Random.Between(-500.0f, 500.0f)));
	}
	Data.Correctives.Kernels.push_back({Number(ECorrectiveFunction::Product), 0, 0, 1.0f, 2, 5});
	AddShape(Data, 0, Coefficients);
	AddShape(Data, 10, {1.0});
	Data.Correctives.Shapes[0].Low = -1000.0f;
	Data.Correctives.Shapes[0].High = 1000.0f;
	return Data;
}

TEST(CorrectiveJobs, CenteredGaussiansAreThoseOfTheFormulaAndExactlyZeroAtRest)
{
	const FCharacterData Data = WideKernels();
	const TResult<FCharacter> Character = FCharacter::FromData(Data);
	ASSERT_TRUE(Character.IsOk()) << Character.GetError().Message;
	const std::vector<FBoneTransform> Local = BendElbow(Data, 1.3f);
	const auto Kernel = [](double Dot) { return std::exp(-4.0 * (1.0 - Dot * Dot) / 9.0); };
	const FRotation Relative = Compose(Inverse(Data.Skeleton.RestLocal[1].Rotation), Local[1].Rotation);
	double Sum = 0.0;
	std::vector<double> Values;
	for (size_t Index = 0; Index < 10; ++Index)
	{
		const FRotation& Q = Data.Correctives.Terms[Index].Center;
		const double Dot =
			double(Relative.X) * Q.X + double(Relative.Y) * Q.Y + double(Relative.Z) * Q.Z + double(Relative.W) * Q.W;
		Values.push_back(Kernel(Dot) - Kernel(double(Relative.W)) - Kernel(double(Q.W)) + 1.0);
		Sum += Data.Correctives.Coefficients[Index] * Values.back();
	}
	const std::vector<float> Weights = ShapeWeightsOf(Character->View(), Local);
	EXPECT_NEAR(Weights[0], Sum, 2e-4);
	EXPECT_NEAR(Weights[1], Values[2] * Values[5], 1e-6);
	EXPECT_EQ(ShapeWeightsOf(Character->View(), Data.Skeleton.RestLocal), (std::vector<float>{0.0f, 0.0f}));
}

TEST(CorrectiveJobs, ConditionedGaussiansAreExactlyZeroAtRestAndFadeFarFromTheirCenter)
{
	FCharacterData Data = Elbow();
	Data.Correctives.Kernels = {{0, 0, static_cast<uint32_t>(ECorrectiveCentering::Conditioned), 0.3f, 0, 1}};
	Data.Correctives.Terms = {{0, 1.0f, RotationAboutAxis({1.0f, 0.0f, 0.0f}, 0.5f)}};
	AddShape(Data, 0, {1.0});
	const TResult<FCharacter> Character = FCharacter::FromData(Data);
	ASSERT_TRUE(Character.IsOk()) << Character.GetError().Message;
	const auto Kernel = [](double Angle) { return std::exp(-4.0 * std::pow(std::sin(0.5 * Angle), 2.0) / 0.09); };
	for (const double Angle : {0.25, 0.5, 0.8})
	{
		EXPECT_NEAR(ShapeWeightsOf(Character->View(), BendElbow(Data, static_cast<float>(Angle)))[0],
			Kernel(Angle - 0.5) - Kernel(Angle) * Kernel(0.5), 1e-6);
	}
	EXPECT_EQ(ShapeWeightsOf(Character->View(), Data.Skeleton.RestLocal)[0], 0.0f);
	EXPECT_NEAR(ShapeWeightsOf(Character->View(), BendElbow(Data, 2.5f))[0], 0.0f, 1e-6f);
}

TEST(CorrectiveJobs, EveryInstructionSetGivesTheSameBits)
{
	const TResult<FCharacter> Random = FCharacter::FromData(MakeRandomCharacterData({.Seed = 11}));
	const TResult<FCharacter> Wide = FCharacter::FromData(WideKernels());
	for (const FCharacter* Character : {&*Random, &*Wide})
	{
		FRandom Rotations(4);
		std::vector<FBoneTransform> Local(
			Character->View().Skeleton.RestLocal.begin(), Character->View().Skeleton.RestLocal.end());
		for (FBoneTransform& Joint : Local)
		{
			Joint.Rotation = Compose(Joint.Rotation, Rotations.Rotation(1.0f));
		}
		const std::vector<float> Plain = ShapeWeightsOf(Character->View(), Local, {}, ESimdLevel::Plain);
		for (const ESimdLevel Level : {ESimdLevel::Sse41, ESimdLevel::Avx2, ESimdLevel::Neon})
		{
			if (IsSimdLevelAvailable(Level))
			{
				EXPECT_EQ(ShapeWeightsOf(Character->View(), Local, {}, Level), Plain);
			}
		}
	}
}

TEST(CorrectiveJobs, CurvesRangesNormalizationStrengthAndFlagsCount)
{
	FCharacterData Data = Elbow();
	TCorrectives<FOwned>& C = Data.Correctives;
	C.Curves = {{"age", 0.5f}};
	C.Drivers.push_back({1, 0});
	C.Kernels = {{Number(ECorrectiveFunction::Linear), 0, 0, 1.0f, 0, 1}, {Number(ECorrectiveFunction::Constant)},
		{Number(ECorrectiveFunction::Coordinate), 0, 0, 1.0f, 1, 0},
		{Number(ECorrectiveFunction::ThinPlate), 0, 0, 2.0f, 1, 1},
		{Number(ECorrectiveFunction::Coordinate), 0, 0, 1.0f, 0, 0}};
	C.Terms = {{1, 2.0f, {1.0f, 0.0f, 0.0f, 0.0f}}, {1, 1.0f, {-1.0f, 0.0f, 0.0f, 0.0f}}};
	AddShape(Data, 0, {1.0});
	AddShape(Data, 1, {3.0});
	AddShape(Data, 2, {1.0});
	AddShape(Data, 3, {1.0});
	AddShape(Data, 4, {1.0});
	C.Shapes[1].Normalization = C.Shapes[2].Normalization = 0;
	C.Shapes[3].High = 0.1f;
	C.Correctives[0].Strength = 0.5f;
	const auto Weights = [&](float Age)
	{
		const TResult<FCharacter> Character = FCharacter::FromData(Data);
		EXPECT_TRUE(Character.IsOk()) << Character.GetError().Message;
		return ShapeWeightsOf(Character->View(), BendElbow(Data, 0.8f), std::span(&Age, 1));
	};
	const std::vector<float> Old = Weights(4.0f);
	EXPECT_FLOAT_EQ(Old[0], 0.5f * 2.0f * 3.0f); // strength, scale, distance
	EXPECT_FLOAT_EQ(Old[1], 3.0f / 7.0f);
	EXPECT_FLOAT_EQ(Old[2], 4.0f / 7.0f);
	EXPECT_FLOAT_EQ(Old[3], 0.1f); // 2.5^2 log 2.5, clamped
	EXPECT_NEAR(Old[4], 0.8f, 1e-6f);
	EXPECT_FLOAT_EQ(Weights(0.0f)[3], static_cast<float>(0.25 * std::log(0.5)));
	C.Correctives[2].Flags = 0;
	EXPECT_EQ(Weights(4.0f)[2], 0.0f);
	EXPECT_FLOAT_EQ(Weights(4.0f)[1], 3.0f / 7.0f);
}

TEST(CorrectiveJobs, CodesLoseAtMostHalfAStepAndTheLargestLosesNothing)
{
	const float Scale = DeltaScaleFor(0.05);
	EXPECT_EQ(EncodeDelta(0.05, -0.05, 0.0, Scale), (FDeltaCode{32767, -32767, 0}));
	for (const double X : {0.0123456, -0.03, 1e-7})
	{
		const FFloat3 Back = DecodeDelta(EncodeDelta(X, 0.0, 0.0, Scale), Scale);
		EXPECT_NEAR(static_cast<double>(Back.X), X, 0.5001 * static_cast<double>(Scale));
	}
	EXPECT_EQ(DeltaScaleFor(0.0), 0.0f);
	EXPECT_EQ(EncodeDelta(1.0, 1.0, 1.0, 0.0f), FDeltaCode{});
	EXPECT_EQ(EncodeNormal(0.5, -0.5, 9.0, NormalScaleFor(0.5)), (FNormalCode{127, -127, 127}));
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
		Shapes = PackCorrectives(View().Correctives, Level().Correctives, Skin);
		PlaceOfBlock.resize(Shapes.BlockCount);
		Values.resize(CountOffsetValues(Shapes), NAN);
		Weights = ShapeWeightsOf(View(), Local);
	}

	const FCharacterView& View() const { return Character.View(); }
	const FMeshLevelView& Level() const { return View().Levels[0]; }
	FRestOffsets Offsets(std::span<const float> ShapeWeights, ESimdLevel Simd = GetSimdLevel())
	{
		return FCorrectiveOffsetsJob{&Shapes, ShapeWeights, PlaceOfBlock, Values, &GetSerialExecutor(), Simd}.Run();
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
	std::vector<FFloat3> Expected(Pose.Level().VertexCount()), Normals(Expected.size());
	ForEachDelta(Shapes,
		[&](size_t Shape, uint32_t Vertex, size_t Index)
		{
			const FCorrectiveShape& Row = Pose.View().Correctives.Shapes[Shape];
			Expected[Vertex] += DecodeDelta(Shapes.Deltas[Index], Row.DeltaScale) * Pose.Weights[Shape];
			Normals[Vertex] += DecodeNormal(Shapes.Normals[Index], Row.NormalScale) * Pose.Weights[Shape];
		});
	for (const ESimdLevel Simd : {ESimdLevel::Plain, GetSimdLevel()})
	{
		const FRestOffsets Offsets = Pose.Offsets(Pose.Weights, Simd);
		ASSERT_EQ(Offsets.PlaceOfBlock.size(), Pose.Skin.SlotCount / SkinBlockSize);
		size_t Moved = 0;
		for (size_t Vertex = 0; Vertex < Expected.size(); ++Vertex)
		{
			const uint32_t Slot = Pose.Skin.SlotOfVertex[Vertex], Place = Offsets.PlaceOfBlock[Slot / SkinBlockSize];
			FFloat3 Found, Normal;
			if (Place != NoIndex)
			{
				const size_t At = 24 * size_t{Place} + Slot % SkinBlockSize;
				Found = {Offsets.Values[At], Offsets.Values[At + 8], Offsets.Values[At + 16]};
				Normal = {Offsets.Normals[At], Offsets.Normals[At + 8], Offsets.Normals[At + 16]};
			}
			EXPECT_LT(Length(Found - Expected[Vertex]), 1e-6f);
			EXPECT_LT(Length(Normal - Normals[Vertex]), 1e-5f);
			Moved += Length(Found) > 0.0f;
		}
		EXPECT_GT(Moved, 10u);
		EXPECT_LT(Moved, Expected.size());
	}
}

TEST(CorrectiveJobs, DisplacementsAfterSkinningTurnWithTheirJoint)
{
	FCorrectedPose Pose(false);
	std::vector<FFloat3> Positions(Pose.Skin.SlotCount);
	ASSERT_TRUE((FCorrectiveAfterJob{&Pose.Shapes, Pose.Weights, Pose.Palette, Positions}.Run()));
	std::vector<FFloat3> Expected(Pose.Level().VertexCount());
	const TCorrectiveDeltas<FViewed>& Shapes = Pose.Level().Correctives;
	const FAffine& Frame = Pose.Palette[Pose.View().Correctives.AfterJoints[0]];
	for (size_t Shape = 0; Shape < Pose.Weights.size(); ++Shape)
	{
		for (uint32_t At = Shapes.AfterOffsets[Shape]; At < Shapes.AfterOffsets[Shape + 1]; ++At)
		{
			Expected[Shapes.After[At].Vertex] += TransformVector(Frame, Shapes.After[At].Delta) * Pose.Weights[Shape];
		}
	}
	float Largest = 0.0f;
	for (size_t Vertex = 0; Vertex < Expected.size(); ++Vertex)
	{
		EXPECT_LT(Length(Positions[Pose.Skin.SlotOfVertex[Vertex]] - Expected[Vertex]), 1e-6f);
		Largest = (std::max)(Largest, Length(Expected[Vertex]));
	}
	EXPECT_GT(Largest, 0.0f);
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
	const FCharacterData Data = OneHinge(ECorrectiveFunction::Gaussian);
	const TResult<FCharacter> Character = FCharacter::FromData(Data);
	const std::span<const FBoneTransform> Rest = Character->View().Skeleton.RestLocal;
	const FCorrectiveSolver Solver = MakeCorrectiveSolver(Character->View().Correctives, Rest);
	std::vector<double> Scratch(Solver.ScratchSize());
	std::vector<float> Weights(2);
	EXPECT_TRUE((FCorrectiveWeightsJob{&Solver, Rest, {}, {}, Scratch, Weights}.Validate()));
	EXPECT_FALSE((FCorrectiveWeightsJob{&Solver, Rest.first(1), {}, {}, Scratch, Weights}.Run()));
	EXPECT_FALSE((FCorrectiveWeightsJob{&Solver, Rest, {}, {}, std::span(Scratch).first(1), Weights}.Run()));
	EXPECT_FALSE((FCorrectiveWeightsJob{&Solver, Rest, {}, {}, Scratch, std::span(Weights).first(1)}.Run()));
	EXPECT_FALSE((FCorrectiveWeightsJob{nullptr, Rest, {}, {}, Scratch, Weights}.Run()));
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
	EXPECT_FALSE((FCorrectiveAfterJob{&Pose.Shapes, Pose.Weights, {}, {}}.Run()));
}

} // namespace CorrectiveJobsTest
} // namespace Exemplar
