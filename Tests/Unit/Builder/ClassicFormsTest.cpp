// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "CorrectiveTube.h"
#include "Correctives/InverseSkinning.h"
#include "Correctives/RadialWeights.h"
#include "Model/Posing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace Exemplar
{
namespace ClassicFormsTest
{

using namespace CorrectiveTube;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/** Where the tube is after its rest was moved. */
std::vector<FDouble3> PoseWell(
	const FCorrectiveInput& Input, const FCorrectives& Correctives, std::span<const FAffine3d> Palette)
{
	TResult<std::vector<FDouble3>> Out = PoseCorrected(Input, Correctives, ESkinOperator::LinearBlend, Palette);
	EXPECT_TRUE(Out);
	return std::move(*Out);
}

TEST(ClassicForms, TheWeightedFormMeetsExamplesAndTellsJointsApart)
{
	// Neither example bends both joints; the global form takes a pose that does for a third, far from both.
	FCorrectiveInput Input = MakeTube();
	Input.Examples.push_back(MakeExample(Input, ESkinOperator::LinearBlend, "first", 0.9, 0.0));
	Input.Examples.push_back(MakeExample(Input, ESkinOperator::LinearBlend, "second", 0.0, 0.9));
	const FCorrectiveExample Both = MakeExample(Input, ESkinOperator::LinearBlend, "both", 0.9, 0.9);
	double Errors[2] = {};
	for (const bool bWeighted : {false, true})
	{
		FCorrectiveOptions Options;
		Options.Form = bWeighted ? ECorrectiveForm::Weighted : ECorrectiveForm::Gaussian;
		Options.Radius = 0.6;
		const TResult<FCorrectiveResult> Built = BuildCorrectives(Input, Options, {});
		ASSERT_TRUE(Built) << Built.GetError().Message;
		for (const FCorrectiveExampleFigures& Figures : Built->Examples)
		{
			EXPECT_LT(Figures.MaxAfter, 1e-3);
		}
		const std::vector<FAffine3d> Rest(3);
		EXPECT_LT(LargestDistance(PoseWell(Input, Built->Correctives, Rest), Input.Skin.Rest), 1e-7);
		Errors[bWeighted ? 1 : 0] = LargestDistance(PoseWell(Input, Built->Correctives, Both.Palette), Both.Points);
	}
	EXPECT_LT(Errors[1], 0.75 * Errors[0]);
}

TEST(ClassicForms, AroundABoneEqualPosesShareTheirShapesAndAreNamed)
{
	FCorrectiveInput Input = MakeTube();
	Input.Examples.push_back(MakeExample(Input, ESkinOperator::LinearBlend, "a", 0.8, 0.0));
	Input.Examples.push_back(MakeExample(Input, ESkinOperator::LinearBlend, "b", 0.8, 1.0));
	FCorrectiveOptions Options;
	Options.Form = ECorrectiveForm::Weighted;
	const TResult<FCorrectiveResult> Built = BuildCorrectives(Input, Options, {});
	ASSERT_TRUE(Built) << Built.GetError().Message;
	EXPECT_THAT(Built->Problems,
		testing::Contains(testing::Field(
			&FCorrectiveProblem::Message, testing::HasSubstr("Around joint \"root\" some examples have one pose"))));
	for (const FCorrectiveExampleFigures& Figures : Built->Examples)
	{
		EXPECT_LT(Figures.After, 0.1 * Figures.Before); // the first joint has one shape in both
	}
}

TEST(ClassicForms, ALinearTailGoesOnBeyondTheExamples)
{
	FCorrectiveInput Input = MakeTube();
	Input.Curves.push_back({"age", 20.0f});
	// What the curve asks for is linear in it; joints stand still, but must move in some direction each to be told
	// apart.
	const double Bends[][3] = {{0.3, 0.1, 0.0}, {-0.2, 0.4, 0.3}, {0.1, -0.3, -0.2}, {0.25, 0.2, 0.15},
		{-0.3, -0.1, 0.2}, {0.2, 0.3, -0.3}, {0.0, 0.2, 0.1}, {0.4, -0.2, 0.3}};
	size_t Count = 0;
	for (const auto& Pose : Bends)
	{
		FCorrectiveExample Example;
		Example.Name = "pose " + std::to_string(Count++);
		Example.Palette = Bend(Pose[0], Pose[1], Pose[2]);
		Example.Curves = {20.0 + 10.0 * double(Count % 3)};
		std::vector<FDouble3> Moved = Input.Skin.Rest;
		for (FDouble3& Point : Moved)
		{
			Point.Y *= 1.0 + 0.01 * (Example.Curves[0] - 20.0);
		}
		Example.Points.resize(Moved.size());
		MakeBlendDeformation(Input.Skin.Weights, Example.Palette).Deform(Moved, Example.Points);
		Input.Examples.push_back(std::move(Example));
	}
	FCorrectiveOptions Options;
	Options.Form = ECorrectiveForm::ThinPlate;
	Options.bLinearTail = true;
	const TResult<FCorrectiveResult> Refused = BuildCorrectives(Input, Options, {});
	ASSERT_FALSE(Refused); // a hinge turns about one axis only
	EXPECT_THAT(Refused.GetError().Message, testing::HasSubstr("no linear tail"));
	// One joint that turns about all axes.
	Input.Examples.clear();
	for (int Index = 0; Index < 8; ++Index)
	{
		const Vector3d Axis(std::sin(1.0 + Index), std::cos(2.3 * Index), std::sin(0.7 * Index + 2.0));
		const Eigen::Affine3d Turn = Eigen::Translation3d(2.0, 0.0, 0.0) *
			Eigen::AngleAxisd(0.2 + 0.05 * Index, Axis.normalized()) * Eigen::Translation3d(-2.0, 0.0, 0.0);
		FCorrectiveExample Example;
		Example.Name = "pose " + std::to_string(Index);
		Example.Palette.resize(3);
		for (int Entry = 0; Entry < 12; ++Entry)
		{
			Example.Palette[2].M[size_t(Entry)] = Turn.matrix()(Entry / 4, Entry % 4);
		}
		Example.Curves = {20.0 + 10.0 * double(Index % 3)};
		std::vector<FDouble3> Moved = Input.Skin.Rest;
		for (FDouble3& Point : Moved)
		{
			Point.Y *= 1.0 + 0.01 * (Example.Curves[0] - 20.0);
		}
		Example.Points.resize(Moved.size());
		MakeBlendDeformation(Input.Skin.Weights, Example.Palette).Deform(Moved, Example.Points);
		Input.Examples.push_back(std::move(Example));
	}
	const TResult<FCorrectiveResult> Built = BuildCorrectives(Input, Options, {});
	ASSERT_TRUE(Built) << Built.GetError().Message;
	for (const FCorrectiveExampleFigures& Figures : Built->Examples)
	{
		EXPECT_LT(Figures.MaxAfter, 1e-3);
	}
	const std::vector<FAffine3d> Rest(3);
	const std::vector<double> Age{25.0};
	const TResult<std::vector<FDouble3>> Posed =
		PoseCorrected(Input, Built->Correctives, ESkinOperator::LinearBlend, Rest, Age);
	ASSERT_TRUE(Posed);
	for (size_t Point = 0; Point < Posed->size(); ++Point)
	{
		EXPECT_NEAR((*Posed)[Point].Y, 1.05 * Input.Skin.Rest[Point].Y, 1e-5);
	}
}

TEST(ClassicForms, KernelsAreSymmetricWithOnesAndCardinalWeightsAreTheirCoefficients)
{
	const MatrixXd Poses = (MatrixXd(4, 2) << 0.0, 0.0, 1.0, 0.2, -0.4, 0.9, 0.7, -0.8).finished();
	const std::vector<std::string> Names{"a", "b", "c", "d"};
	FRadialOptions Options;
	Options.Radius = 0.8;
	Options.Lowest = -10.0;
	Options.Highest = 10.0;
	const TResult<FRadialWeights> Weights = FRadialWeights::Make(Poses, Names, Options);
	ASSERT_TRUE(Weights);
	const auto Kernels = [&](const Eigen::Vector2d& Pose)
	{
		VectorXd Out(4);
		for (Eigen::Index Row = 0; Row < 4; ++Row)
		{
			Out[Row] = std::exp(-(Poses.row(Row).transpose() - Pose).squaredNorm() / 0.64);
		}
		return Out;
	};
	MatrixXd Phi(4, 4);
	for (Eigen::Index Row = 0; Row < 4; ++Row)
	{
		Phi.col(Row) = Kernels(Poses.row(Row).transpose());
	}
	EXPECT_LT((Phi - Phi.transpose()).norm(), 1e-15);
	EXPECT_LT((Phi.diagonal() - VectorXd::Ones(4)).norm(), 1e-15);
	ASSERT_EQ(Eigen::LLT<MatrixXd>(Phi).info(), Eigen::Success);
	// d(x) = sum omega_i phi_i(x), omega = Phi^-1 D, against sum s_i(x) d_i.
	const MatrixXd Sculpts = (MatrixXd(4, 3) << 0, 0, 0, 0.3, 0.1, -0.2, 0.5, 0, 0.2, -0.1, 0.4, 0.3).finished();
	const MatrixXd Omega = Phi.llt().solve(Sculpts);
	for (const Eigen::Vector2d& Pose :
		{Eigen::Vector2d(0.3, 0.3), Eigen::Vector2d(-0.5, 0.1), Eigen::Vector2d(2.0, 2.0)})
	{
		const VectorXd ByCoefficients = Omega.transpose() * Kernels(Pose);
		const VectorXd ByWeights = Sculpts.transpose() * Weights->Evaluate(Pose);
		EXPECT_LT((ByCoefficients - ByWeights).norm(), 1e-12);
	}
}

TEST(ClassicForms, CorrectionsBeforeAndAfterAnOperatorThatOnlyMovesAreTheSame)
{
	const FCorrectiveInput Input = MakeTube();
	FAffine3d Shift;
	Shift.M[3] = 3.0;
	Shift.M[7] = -1.0;
	const FAffineDeformation Moves(std::vector<FAffine3d>(Input.Skin.PointCount(), Shift));
	std::vector<FDouble3> Base(Input.Skin.PointCount()), Sculpt, Moved = Input.Skin.Rest, Shown(Base.size());
	Moves.Deform(Input.Skin.Rest, Base);
	const std::vector<FDouble3> Offsets = TrueOffsets(Input, 0.5, 0.9);
	for (size_t Point = 0; Point < Base.size(); ++Point)
	{
		Sculpt.push_back(ToDouble3(AsVector(Base[Point]) + AsVector(Offsets[Point])));
	}
	const FInverse Inverse = *InvertDeformation(Moves, Input.Skin.Rest, Sculpt);
	for (const double Share : {0.25, 0.7, 1.0})
	{
		for (size_t Point = 0; Point < Base.size(); ++Point)
		{
			Moved[Point] = ToDouble3(AsVector(Input.Skin.Rest[Point]) + Share * AsVector(Inverse.Before[Point]));
		}
		Moves.Deform(Moved, Shown);
		for (size_t Point = 0; Point < Base.size(); ++Point)
		{
			const Vector3d After = AsVector(Base[Point]) + Share * AsVector(Offsets[Point]);
			EXPECT_LT((AsVector(Shown[Point]) - After).norm(), 3e-6); // points that hardly move are not corrected
		}
	}
}

TEST(ClassicForms, ARegularPoseNeedsHardlyAnythingAfterSkinning)
{
	// Damping by mu / lambda = 0.01 at a right angle: w / d below 2 %.
	const FCorrectiveInput Input = MakeTube();
	const FCorrectiveExample Example = MakeExample(Input, ESkinOperator::LinearBlend, "elbow", 0.0, 1.5707963267948966);
	FInverseOptions Options;
	Options.Ridge = 0.01;
	const FInverse Inverse = *InvertDeformation(
		MakeBlendDeformation(Input.Skin.Weights, Example.Palette), Input.Skin.Rest, Example.Points, Options);
	double Before = 0.0, After = 0.0;
	for (size_t Point = 0; Point < Inverse.Before.size(); ++Point)
	{
		Before += AsVector(Inverse.Before[Point]).squaredNorm();
		After += Inverse.After.empty() ? 0.0 : AsVector(Inverse.After[Point]).squaredNorm();
	}
	EXPECT_GT(Before, 0.0);
	EXPECT_LT(std::sqrt(After), 0.02 * std::sqrt(Before));
}

TEST(ClassicForms, ALinearlyBlendedRingShrinksAsMuchAsASculptMustUndo)
{
	const FCorrectiveInput Input = MakeTube();
	for (const auto& [Degrees, Radius] : {std::pair{66.8, 0.834848}, std::pair{90.0, 0.707107}})
	{
		// A twist by an angle at the ring where both bones have half of the weight.
		const std::vector<FAffine3d> Palette = Bend(0.0, 0.0, Degrees * 3.14159265358979323846 / 180.0);
		const std::vector<FDouble3> Posed = BlendPoints(Input.Skin.Rest, Input.Skin.Weights, Palette);
		const size_t Point = 20 * Ring;
		EXPECT_NEAR(std::hypot(Posed[Point].Y, Posed[Point].Z) / 0.2, Radius, 1e-6);
	}
}

} // namespace ClassicFormsTest
} // namespace Exemplar
