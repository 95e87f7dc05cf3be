// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Correctives/RadialWeights.h"
#include "Correctives/PinnedLayer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace Exemplar
{
namespace RadialWeightsTest
{

using Eigen::MatrixXd;
using Eigen::Vector2d;
using Eigen::VectorXd;
constexpr double Degree = 3.14159265358979323846 / 180.0;

MatrixXd RandomPoses(Eigen::Index Count, Eigen::Index Coordinates)
{
	std::mt19937 Random(5);
	std::uniform_real_distribution<double> Uniform(-1.0, 1.0);
	MatrixXd Out(Count, Coordinates);
	for (Eigen::Index Row = 0; Row < Count; ++Row)
	{
		for (Eigen::Index Column = 0; Column < Coordinates; ++Column)
		{
			Out(Row, Column) = Uniform(Random);
		}
	}
	return Out;
}

const std::vector<std::string> Names{"a", "b", "c", "d", "e", "f", "g", "h"};

TEST(RadialWeights, EveryFormIsOneAtItsExampleAndZeroAtTheOthers)
{
	const MatrixXd Poses = RandomPoses(8, 3);
	for (const ERadialKernel Kernel :
		{ERadialKernel::Gaussian, ERadialKernel::Compact, ERadialKernel::ThinPlate, ERadialKernel::Linear})
	{
		for (const ERadialTail Tail : {ERadialTail::None, ERadialTail::Constant, ERadialTail::Linear})
		{
			for (const bool bNormalize : {false, true})
			{
				FRadialOptions Options;
				Options.Kernel = Kernel;
				Options.Tail = Tail;
				Options.bNormalize = bNormalize;
				const TResult<FRadialWeights> Weights = FRadialWeights::Make(Poses, Names, Options);
				ASSERT_TRUE(Weights);
				for (Eigen::Index Row = 0; Row < 8; ++Row)
				{
					const VectorXd Found = Weights->Evaluate(Poses.row(Row).transpose());
					EXPECT_LT((Found - VectorXd::Unit(8, Row)).norm(), 1e-10) << int(Kernel) << " " << int(Tail);
				}
			}
		}
	}
}

TEST(RadialWeights, TailsReproduceWhatTheyNameAndGaussiansFade)
{
	const MatrixXd Poses = RandomPoses(8, 2);
	const Vector2d Pose(0.3, -0.2), Far(40.0, 0.0);
	FRadialOptions Options;
	Options.Lowest = -100.0;
	Options.Highest = 100.0;
	EXPECT_LT(FRadialWeights::Make(Poses, Names, Options)->Evaluate(Far).norm(), 1e-12);
	Options.Tail = ERadialTail::Constant;
	EXPECT_NEAR(FRadialWeights::Make(Poses, Names, Options)->Evaluate(Pose).sum(), 1.0, 1e-10);
	Options.Tail = ERadialTail::Linear;
	Options.Kernel = ERadialKernel::ThinPlate;
	const VectorXd Weights = FRadialWeights::Make(Poses, Names, Options)->Evaluate(Pose);
	EXPECT_LT((Poses.transpose() * Weights - Pose).norm(), 1e-9);
}

/** Two examples of one hinge, at rest and at 90 degrees: the published comparison of corrections before and after
 * skinning. */
TEST(RadialWeights, CorrectionsBeforeSkinningTurnWithTheLimbAndThoseAfterItDoNot)
{
	MatrixXd Poses(2, 1);
	Poses << 0.0, 90.0 * Degree;
	FRadialOptions Options;
	Options.Radius = 90.0 * Degree;
	const TResult<FRadialWeights> Weights = FRadialWeights::Make(Poses, Names, Options);
	ASSERT_TRUE(Weights);
	const Vector2d Sculpted(0.3, 0.4);
	const Vector2d Before = Eigen::Rotation2Dd(-90.0 * Degree) * Sculpted;
	const struct
	{
		double Degrees, Weight, Direction, Difference;
	} Anchors[] = {{30.0, 0.360819, -6.870, 0.180409}, {45.0, 0.569349, 8.130, 0.217880},
		{60.0, 0.762101, 23.130, 0.197246}, {66.8, 0.836916, 29.930, 0.168285}, {90.0, 1.0, 53.130, 0.0}};
	const double Gap = std::exp(-1.0);
	for (const auto& [Degrees, Weight, Direction, Difference] : Anchors)
	{
		const double Angle = Degrees * Degree;
		const VectorXd Found = Weights->Evaluate(VectorXd::Constant(1, Angle));
		EXPECT_NEAR(Found[1], Weight, 1e-6);
		const double Ratio = Angle / (90.0 * Degree);
		const double Closed =
			(std::exp(-(Ratio - 1.0) * (Ratio - 1.0)) - Gap * std::exp(-Ratio * Ratio)) / (1.0 - Gap * Gap);
		EXPECT_NEAR(Found[1], Closed, 1e-12);
		const Vector2d Forward = Found[1] * Sculpted;
		const Vector2d Inverse = Eigen::Rotation2Dd(Angle) * (Found[1] * Before);
		EXPECT_NEAR(std::atan2(Forward.y(), Forward.x()) / Degree, 53.130, 1e-3);
		EXPECT_NEAR(std::atan2(Inverse.y(), Inverse.x()) / Degree, Direction, 1e-3);
		EXPECT_NEAR((Forward - Inverse).norm(), Difference, 1e-6);
		EXPECT_NEAR(
			(Forward - Inverse).norm(), 2.0 * Found[1] * 0.5 * std::sin(0.5 * (90.0 - Degrees) * Degree), 1e-12);
	}
	EXPECT_NEAR(Weights->Evaluate(VectorXd::Zero(1))[1], 0.0, 1e-15);
}

/** The gain between two poses of a hinge, at rest and at Last: late and steep for small radii, too much for wide ones.
 */
TEST(RadialWeights, GainsOfTwoPosesFollowTheTable)
{
	const struct
	{
		double Last, Radius, At30, At45, At60, AtMinus60;
	} Anchors[] = {{90.0, 0.5, 0.0124, 0.0848, 0.3340, 0.000}, {90.0, 1.0, 0.2715, 0.4975, 0.7372, -0.028},
		{90.0, 2.0, 0.3616, 0.5567, 0.7386, -0.325}, {66.8, 0.5, 0.1906, 0.5601, 0.9452, 0.000},
		{66.8, 1.0, 0.4997, 0.7779, 0.9638, -0.084}, {66.8, 2.0, 0.4811, 0.7184, 0.9231, -0.501}};
	for (const auto& Anchor : Anchors)
	{
		const MatrixXd Poses = (MatrixXd(2, 1) << 0.0, Anchor.Last * Degree).finished();
		FRadialOptions Options;
		Options.Radius = Anchor.Radius;
		Options.Lowest = -2.0;
		Options.Highest = 2.0;
		const TResult<FRadialWeights> Weights = FRadialWeights::Make(Poses, Names, Options);
		ASSERT_TRUE(Weights);
		const auto At = [&](double Degrees) { return Weights->Evaluate(VectorXd::Constant(1, Degrees * Degree))[1]; };
		EXPECT_NEAR(At(30.0), Anchor.At30, 6e-5);
		EXPECT_NEAR(At(45.0), Anchor.At45, 6e-5);
		EXPECT_NEAR(At(60.0), Anchor.At60, 6e-5);
		EXPECT_NEAR(At(-60.0), Anchor.AtMinus60, 6e-4);
	}
}

TEST(RadialWeights, EqualPosesAreRefusedByName)
{
	MatrixXd Poses = RandomPoses(4, 3);
	Poses.row(3) = Poses.row(1);
	const TResult<FRadialWeights> Refused = FRadialWeights::Make(Poses, Names);
	ASSERT_FALSE(Refused);
	EXPECT_THAT(Refused.GetError().Message, testing::HasSubstr("\"b\" and \"d\" have the same pose"));
	const MatrixXd Line = (MatrixXd(3, 2) << 0.0, 0.0, 1.0, 0.0, 2.0, 0.0).finished();
	FRadialOptions Options;
	Options.Tail = ERadialTail::Linear;
	EXPECT_FALSE(FRadialWeights::Make(Line, Names, Options)) << "a line does not determine a plane";
}

FDriverPoses HingePoses(std::span<const double> Angles)
{
	FDriverPoses Out;
	Out.JointCount = 2;
	for (const double Angle : Angles)
	{
		Out.Rotations.push_back(Eigen::Vector4d::UnitW());
		Out.Rotations.push_back({std::sin(0.5 * Angle), 0.0, 0.0, std::cos(0.5 * Angle)});
	}
	return Out;
}

TEST(PinnedLayer, SculptsAreExactRestIsUntouchedAndFarPosesAreLeftAlone)
{
	const FDriverPoses Poses = HingePoses(std::vector<double>{0.5, 1.2, -0.8});
	const TResult<FPinnedLayer> Layer = FitPinnedLayer(Poses, Names, {});
	ASSERT_TRUE(Layer);
	for (size_t Pose = 0; Pose < 3; ++Pose)
	{
		EXPECT_LT((PinnedWeights(*Layer, Poses, Pose) - VectorXd::Unit(3, Eigen::Index(Pose))).norm(), 1e-12);
	}
	const FDriverPoses Others = HingePoses(std::vector<double>{0.0, 3.0});
	EXPECT_LT(PinnedWeights(*Layer, Others, 0).norm(), 1e-12);
	EXPECT_LT(PinnedWeights(*Layer, Others, 1).norm(), 1e-6);
}

TEST(PinnedLayer, TwoSculptsOfOnePoseAreRefusedByName)
{
	const TResult<FPinnedLayer> Twice = FitPinnedLayer(HingePoses(std::vector<double>{0.5, 0.5}), Names, {});
	ASSERT_FALSE(Twice);
	EXPECT_THAT(Twice.GetError().Message, testing::HasSubstr("Sculpt \"a\" has the pose of sculpt \"b\""));
	const TResult<FPinnedLayer> Rest = FitPinnedLayer(HingePoses(std::vector<double>{0.5, 0.0}), Names, {});
	ASSERT_FALSE(Rest);
	EXPECT_THAT(Rest.GetError().Message, testing::HasSubstr("the rest pose"));
}

} // namespace RadialWeightsTest
} // namespace Exemplar
