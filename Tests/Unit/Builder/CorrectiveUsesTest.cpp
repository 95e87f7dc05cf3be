// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "CorrectiveTube.h"
#include "Correctives/HelperBones.h"
#include "Geometry/Measures.h"
#include "Model/Posing.h"

#include <gtest/gtest.h>

namespace Exemplar
{
namespace CorrectiveUsesTest
{

using namespace CorrectiveTube;

TEST(CompressLearnedLayer, TheErrorStaysWithinTheBoundAndSizeFalls)
{
	const FCorrectiveInput Input = MakeLearned();
	FCorrectiveOptions Options;
	Options.Compression = 0.0;
	const TResult<FCorrectiveResult> Full = BuildCorrectives(Input, Options, {});
	Options.Compression = 2.0;
	const TResult<FCorrectiveResult> Small = BuildCorrectives(Input, Options, {});
	ASSERT_TRUE(Full && Small);
	EXPECT_LT(Small->Correctives.Levels[0].Points.size(), Full->Correctives.Levels[0].Points.size());
	const double Expected = Full->Figures.Figures[0].Value; // %
	double Square = 0.0;
	for (const FCorrectiveExample& Example : Input.Examples)
	{
		const auto A = PoseCorrected(Input, Full->Correctives, ESkinOperator::LinearBlend, Example.Palette);
		const auto B = PoseCorrected(Input, Small->Correctives, ESkinOperator::LinearBlend, Example.Palette);
		for (size_t Point = 0; Point < A->size(); ++Point)
		{
			Square += (AsVector((*A)[Point]) - AsVector((*B)[Point])).squaredNorm() /
				double(A->size() * Input.Examples.size());
		}
	}
	// Bound: over examples and poses around them, of which the examples are a third.
	EXPECT_LT(100.0 * std::sqrt(Square) / BoxDiagonal(Input.Skin.Rest), 2.0 * Expected * std::sqrt(3.0));
}

TEST(FitLevelCorrectives, ALevelFollowsTheCorrectedSurfaceBetterThanCopiesDo)
{
	const FCorrectiveInput Input = MakeLearned();
	const TResult<FCorrectiveResult> Built = BuildCorrectives(Input, {}, {});
	ASSERT_TRUE(Built);
	FSkin Level; // points between those of the tube, with their weights
	std::vector<FDouble3> Rest;
	FRigWeights Weights;
	for (int Column = 0; Column + 1 < Columns; Column += 2)
	{
		for (int Spoke = 0; Spoke < Ring; Spoke += 2)
		{
			const FDouble3& A = Input.Skin.Rest[size_t(Column * Ring + Spoke)];
			const double X = A.X + 0.05;
			Rest.push_back({X, A.Y, A.Z});
			const double ToSecond = std::clamp(0.5 + 2.0 * (X - 1.0), 0.0, 1.0);
			const double ToThird = std::clamp(0.5 + 2.0 * (X - 2.0), 0.0, 1.0);
			const double Values[3] = {1.0 - ToSecond, ToSecond - ToThird, ToThird};
			for (uint16_t Bone = 0; Bone < 3; ++Bone)
			{
				Weights.Bones.push_back(Bone);
				Weights.Weights.push_back(Values[Bone]);
			}
			Weights.Offsets.push_back(uint32_t(Weights.Bones.size()));
		}
	}
	Level = MakeBlendSkin(Rest, Weights);
	const TResult<FLevelCorrectives> Fitted = FitLevelCorrectives(Input, Built->Correctives, Level, {}, {});
	ASSERT_TRUE(Fitted) << Fitted.GetError().Message;
	EXPECT_EQ(Fitted->Deltas.Offsets.size(), Built->Correctives.Model.ShapeCount() + 1);
	EXPECT_GT(Fitted->RmsCarried, 0.0);
	EXPECT_LT(Fitted->Rms, 0.3 * Fitted->RmsCarried);
}

TEST(HelperBones, AFewJointsCarryMostOfTheCorrections)
{
	const FCorrectiveInput Input = MakeLearned();
	FHelperOptions Options;
	Options.Count = 6;
	const TResult<FHelperBones> Helpers = BuildHelperBones(Input, {}, Options, {});
	ASSERT_TRUE(Helpers) << Helpers.GetError().Message;
	EXPECT_EQ(Helpers->Skeleton.JointCount(), 9u);
	const FCorrectiveExample Unseen = MakeExample(Input, ESkinOperator::LinearBlend, "unseen", 0.5, 0.9);
	const auto Square = [&](std::span<const FDouble3> Points)
	{
		double Sum = 0.0;
		for (size_t Point = 0; Point < Points.size(); ++Point)
		{
			Sum += (AsVector(Points[Point]) - AsVector(Unseen.Points[Point])).squaredNorm();
		}
		return Sum;
	};
	const double Before = Square(BlendPoints(Input.Skin.Rest, Input.Skin.Weights, Unseen.Palette));
	const double After =
		Square(BlendPoints(Helpers->Skin.Rest, Helpers->Skin.Weights, PoseHelpers(*Helpers, Unseen.Palette)));
	EXPECT_LT(std::sqrt(After), 0.5 * std::sqrt(Before));
	// At rest nothing moves, and weights still sum to one.
	for (const FAffine3d& Motion : PoseHelpers(*Helpers, std::vector<FAffine3d>(3)))
	{
		for (size_t Index = 0; Index < 12; ++Index)
		{
			EXPECT_NEAR(Motion.M[Index], Index % 5 == 0 ? 1.0 : 0.0, 1e-6);
		}
	}
	for (size_t Point = 0; Point < Helpers->Skin.PointCount(); ++Point)
	{
		double Sum = 0.0;
		for (uint32_t Entry = Helpers->Skin.Weights.Offsets[Point]; Entry < Helpers->Skin.Weights.Offsets[Point + 1];
			 ++Entry)
		{
			EXPECT_GE(Helpers->Skin.Weights.Weights[Entry], 0.0);
			Sum += Helpers->Skin.Weights.Weights[Entry];
		}
		EXPECT_NEAR(Sum, 1.0, 1e-6);
	}
}

TEST(SuggestPoses, AFarPoseIsWorthMoreThanAKnownOne)
{
	const FCorrectiveInput Input = MakeLearned();
	const std::vector<std::vector<FAffine3d>> Candidates{
		Bend(0.6, 0.0), Bend(0.5, 0.9), Bend(-1.4, -1.5), Bend(-1.4, -1.45)};
	const TResult<std::vector<FSuggestedPose>> Found = SuggestPoses(Input, {}, Candidates, 3, {});
	ASSERT_TRUE(Found) << Found.GetError().Message;
	ASSERT_EQ(Found->size(), 3u);
	EXPECT_EQ((*Found)[0].Pose, 2u);
	EXPECT_EQ((*Found)[0].Uncertainty, 1.0);
	// Its neighbor is known once it is sculpted.
	EXPECT_LT((*Found)[1].Uncertainty, 0.6);
}

TEST(FitBlendFactors, DualQuaternionExamplesGiveOneAndLinearOnesZero)
{
	FCorrectiveInput Input = MakeTube();
	for (const double Share : {1.0, 0.0})
	{
		Input.Examples.clear();
		for (const double Angle : {0.8, 1.4})
		{
			FCorrectiveExample Example;
			Example.Palette = Bend(Angle, -Angle, 0.5);
			const FAffineDeformation Operator = Share > 0.0
				? MakeDualQuaternionDeformation(Input.Skin.Weights, Example.Palette, Input.Skeleton.Parents)
				: MakeBlendDeformation(Input.Skin.Weights, Example.Palette);
			Example.Points.resize(Input.Skin.PointCount());
			Operator.Deform(Input.Skin.Rest, Example.Points);
			Input.Examples.push_back(std::move(Example));
		}
		const std::vector<double> Factors = FitBlendFactors(Input, {});
		for (const int Spoke : {0, 1, 3, 4, 5, 7}) // the others are on the axis, where both operators agree
		{
			EXPECT_NEAR(Factors[size_t(10 * Ring + Spoke)], Share, 1e-3);
		}
	}
}

} // namespace CorrectiveUsesTest
} // namespace Exemplar
