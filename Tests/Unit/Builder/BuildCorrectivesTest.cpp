// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Base/ThreadPool.h"
#include "CorrectiveTube.h"
#include "Model/Posing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace Exemplar
{
namespace BuildCorrectivesTest
{

using namespace CorrectiveTube;
using testing::HasSubstr;

TEST(BuildCorrectives, UnseenPosesGetMostOfTheCorrection)
{
	FCorrectiveInput Input = MakeLearned();
	const TResult<FCorrectiveResult> Built = BuildCorrectives(Input, {}, {});
	ASSERT_TRUE(Built) << Built.GetError().Message;
	const FCorrectiveExample Unseen = MakeExample(Input, ESkinOperator::LinearBlend, "unseen", 0.5, 0.9);
	const std::vector<FDouble3> Before = BlendPoints(Input.Skin.Rest, Input.Skin.Weights, Unseen.Palette);
	const TResult<std::vector<FDouble3>> After =
		PoseCorrected(Input, Built->Correctives, ESkinOperator::LinearBlend, Unseen.Palette);
	EXPECT_LT(LargestDistance(*After, Unseen.Points), 0.25 * LargestDistance(Before, Unseen.Points));
	EXPECT_EQ(Built->Correctives.Model.Correctives[0].Name, "learned upper");
	EXPECT_NE(Built->Correctives.Model.Correctives[0].Flags & CorrectiveLearned, 0u);
}

TEST(BuildCorrectives, RestIsUntouchedAndRootMotionCommutes)
{
	FCorrectiveInput Input = MakeLearned();
	Input.Examples[3].bPinned = true;
	const TResult<FCorrectiveResult> Built = BuildCorrectives(Input, {}, {});
	ASSERT_TRUE(Built);
	const std::vector<FAffine3d> Rest(3);
	const std::vector<FDouble3> Plain = BlendPoints(Input.Skin.Rest, Input.Skin.Weights, Rest);
	EXPECT_LT(
		LargestDistance(*PoseCorrected(Input, Built->Correctives, ESkinOperator::LinearBlend, Rest), Plain), 1e-15);
	const Eigen::Affine3d Root =
		Eigen::Translation3d(3.0, -1.0, 2.0) * Eigen::AngleAxisd(1.1, Vector3d(1.0, 2.0, -0.5).normalized());
	const auto Still = PoseCorrected(Input, Built->Correctives, ESkinOperator::LinearBlend, Bend(0.5, 0.9));
	const auto Moved = PoseCorrected(Input, Built->Correctives, ESkinOperator::LinearBlend, Bend(0.5, 0.9, 0.0, Root));
	for (size_t Point = 0; Point < Still->size(); ++Point)
	{
		EXPECT_LT((Root * Vector3d(AsVector((*Still)[Point])) - AsVector((*Moved)[Point])).norm(),
			1e-6); // weights are floats
	}
}

TEST(BuildCorrectives, PinnedExamplesAreExactWithEveryOperatorAfterEncoding)
{
	for (const ESkinOperator Operator :
		{ESkinOperator::LinearBlend, ESkinOperator::AnimationSpace, ESkinOperator::DualQuaternion,
			ESkinOperator::Spherical, ESkinOperator::Twist, ESkinOperator::CenterOfRotation, ESkinOperator::Blended})
	{
		FCorrectiveInput Input = MakeLearned(Operator);
		Input.Examples.push_back(MakeExample(Input, Operator, "twisted", 0.4, 0.8, 1.0));
		for (FCorrectiveExample& Example : Input.Examples)
		{
			Example.bPinned = true;
		}
		FCorrectiveOptions Options;
		Options.Operator = Operator;
		Options.bMirror = false;
		const TResult<FCorrectiveResult> Built = BuildCorrectives(Input, Options, {});
		ASSERT_TRUE(Built) << Built.GetError().Message;
		for (const FCorrectiveExampleFigures& Figures : Built->Examples)
		{
			EXPECT_LT(Figures.MaxAfter, 1e-4) << ToString(Operator); // % of the diagonal: 1e-6 of it
		}
	}
}

TEST(BuildCorrectives, ASingularPoseIsReachedWithAPartAfterSkinning)
{
	FCorrectiveInput Input = MakeTube();
	FCorrectiveExample Example;
	Example.Name = "half turn";
	Example.Palette = Bend(0.3, 0.0, 3.14159265358979);
	Example.Points = BlendPoints(Input.Skin.Rest, Input.Skin.Weights, Example.Palette);
	for (size_t Point = 0; Point < Example.Points.size(); ++Point)
	{
		Example.Points[Point].Y += 0.02 * std::sin(double(Point));
		Example.Points[Point].Z += 0.02 * std::cos(double(Point));
	}
	Example.bPinned = true;
	Input.Examples.push_back(Example);
	const TResult<FCorrectiveResult> Built = BuildCorrectives(Input, {}, {});
	ASSERT_TRUE(Built) << Built.GetError().Message;
	EXPECT_FALSE(Built->Correctives.Levels[0].AfterPoints.empty());
	EXPECT_LT(Built->Examples[0].MaxAfter, 1e-4);
	// The part after skinning follows the character.
	const Eigen::Affine3d Root(Eigen::AngleAxisd(0.8, Vector3d::UnitY()));
	const auto Turned =
		PoseCorrected(Input, Built->Correctives, ESkinOperator::LinearBlend, Bend(0.3, 0.0, 3.14159265358979, Root));
	for (size_t Point = 0; Point < Turned->size(); ++Point)
	{
		EXPECT_LT((Root * Vector3d(AsVector(Example.Points[Point])) - AsVector((*Turned)[Point])).norm(), 1e-5);
	}
}

TEST(BuildCorrectives, ClassicFormsMeetEveryExample)
{
	for (const ECorrectiveForm Form :
		{ECorrectiveForm::Gaussian, ECorrectiveForm::Compact, ECorrectiveForm::ThinPlate, ECorrectiveForm::Linear})
	{
		const FCorrectiveInput Input = MakeLearned();
		FCorrectiveOptions Options;
		Options.Form = Form;
		const TResult<FCorrectiveResult> Built = BuildCorrectives(Input, Options, {});
		ASSERT_TRUE(Built) << Built.GetError().Message;
		EXPECT_EQ(Built->Correctives.Model.Correctives.size(), Input.Examples.size());
		for (const FCorrectiveExampleFigures& Figures : Built->Examples)
		{
			EXPECT_LT(Figures.MaxAfter, 1e-3) << int(Form);
		}
		const std::vector<FAffine3d> Rest(3);
		EXPECT_LT(LargestDistance(*PoseCorrected(Input, Built->Correctives, ESkinOperator::LinearBlend, Rest),
					  BlendPoints(Input.Skin.Rest, Input.Skin.Weights, Rest)),
			1e-7); // the centers of kernels are floats
	}
}

TEST(BuildCorrectives, ACurveDrivesWhatJointsDoNotExplain)
{
	FCorrectiveInput Input = MakeTube();
	Input.Curves.push_back({"age", 20.0f});
	for (const double Age : {20.0, 40.0, 60.0, 80.0, 70.0})
	{
		FCorrectiveExample Example;
		Example.Name = "age " + std::to_string(int(Age));
		Example.Palette = Bend(0.1 * double(Input.Examples.size() + 1), 0.0);
		Example.Points = Input.Skin.Rest;
		for (FDouble3& Point : Example.Points)
		{
			Point.Y *= 1.0 + 0.004 * (Age - 20.0);
		}
		const FAffineDeformation Operator = MakeBlendDeformation(Input.Skin.Weights, Example.Palette);
		std::vector<FDouble3> Posed(Example.Points.size());
		Operator.Deform(Example.Points, Posed);
		Example.Points = Posed;
		Example.Curves = {Age};
		Input.Examples.push_back(std::move(Example));
	}
	const TResult<FCorrectiveResult> Built = BuildCorrectives(Input, {}, {});
	ASSERT_TRUE(Built) << Built.GetError().Message;
	const double Fifty[] = {50.0}, Twenty[] = {20.0};
	const std::vector<FAffine3d> Rest(3);
	const auto Old = PoseCorrected(Input, Built->Correctives, ESkinOperator::LinearBlend, Rest, Fifty);
	EXPECT_NEAR((*Old)[0].Y, 1.12 * Input.Skin.Rest[0].Y, 0.02 * Input.Skin.Rest[0].Y);
	EXPECT_EQ(*PoseCorrected(Input, Built->Correctives, ESkinOperator::LinearBlend, Rest, Twenty),
		*PoseCorrected(Input, {}, ESkinOperator::LinearBlend, Rest));
}

TEST(BuildCorrectives, ThreadsChangeNothing)
{
	FCorrectiveInput Input = MakeLearned();
	Input.Examples[2].bPinned = true;
	const TResult<FCorrectiveResult> One = BuildCorrectives(Input, {}, {});
	const std::unique_ptr<IExecutor> Threads = MakeThreadPool(3);
	FBuildContext Context;
	Context.Executor = Threads.get();
	const TResult<FCorrectiveResult> Three = BuildCorrectives(Input, {}, Context);
	ASSERT_TRUE(One && Three);
	EXPECT_EQ(One->Correctives, Three->Correctives);
}

TEST(BuildCorrectives, AChangedExampleGivesWhatABuildWouldGive)
{
	FCorrectiveInput Input = MakeLearned();
	Input.Examples[2].bPinned = true;
	const TResult<FCorrectiveResult> First = BuildCorrectives(Input, {}, {});
	ASSERT_TRUE(First);
	for (size_t Point = 100; Point < 140; ++Point)
	{
		Input.Examples[2].Points[Point].Y += 0.02;
	}
	const TResult<FCorrectiveResult> Changed = ChangeExample(Input, 2, *First, {});
	FCorrectiveOptions Chosen = First->Chosen;
	const TResult<FCorrectiveResult> Again = BuildCorrectives(Input, Chosen, {});
	ASSERT_TRUE(Changed && Again);
	EXPECT_LT(Changed->Examples[2].MaxAfter, 1e-4);
	for (const FCorrectiveExample& Example : Input.Examples)
	{
		// The bound of compression follows validation, which only a build repeats.
		EXPECT_LT(
			LargestDistance(*PoseCorrected(Input, Changed->Correctives, ESkinOperator::LinearBlend, Example.Palette),
				*PoseCorrected(Input, Again->Correctives, ESkinOperator::LinearBlend, Example.Palette)),
			0.01);
	}
	EXPECT_FALSE(ChangeExample(Input, 99, *First, {}));
}

TEST(BuildCorrectives, BadInputIsRefusedByName)
{
	FCorrectiveInput Input = MakeLearned();
	Input.Examples[1].Points.pop_back();
	EXPECT_THAT(BuildCorrectives(Input, {}, {}).GetError().Message, HasSubstr("\"pose 1\" has 247 points"));
	Input = MakeLearned();
	Input.Examples[2].Palette.pop_back();
	EXPECT_THAT(BuildCorrectives(Input, {}, {}).GetError().Message, HasSubstr("\"pose 2\" has 2 joints"));
	Input = MakeLearned();
	Input.Examples[4].bPinned = true;
	FCorrectiveExample Same = Input.Examples[4];
	Same.Name = "again";
	Same.Points[0].X += 0.1;
	Input.Examples.push_back(Same);
	const TResult<FCorrectiveResult> Refused = BuildCorrectives(Input, {}, {});
	ASSERT_FALSE(Refused);
	EXPECT_THAT(Refused.GetError().Message, HasSubstr("\"pose 4\" has the pose of sculpt \"again\""));
	Input = MakeTube();
	EXPECT_THAT(BuildCorrectives(Input, {}, {}).GetError().Message, HasSubstr("at least one sculpt"));
	Input = MakeLearned();
	Input.RotationCenters.clear();
	FCorrectiveOptions Options;
	Options.Operator = ESkinOperator::CenterOfRotation;
	EXPECT_THAT(BuildCorrectives(Input, Options, {}).GetError().Message, HasSubstr("centers of rotation"));
}

TEST(BuildCorrectives, FindingsNameTheirCauseAndRemedy)
{
	FCorrectiveInput Input = MakeTube();
	Input.Skeleton.Limits.resize(3);
	Input.Skeleton.Limits[1].MaxSwing = 0.5f;
	Input.Examples.push_back(MakeExample(Input, ESkinOperator::LinearBlend, "bent", 1.0, 0.0));
	Input.Examples.push_back(MakeExample(Input, ESkinOperator::LinearBlend, "bent too", 1.01, 0.0));
	Input.Examples[0].bPinned = true;
	for (FDouble3& Point : Input.Examples[1].Points)
	{
		Point.Z += 0.05;
	}
	const TResult<FCorrectiveResult> Built = BuildCorrectives(Input, {}, {});
	ASSERT_TRUE(Built) << Built.GetError().Message;
	std::string All;
	for (const FCorrectiveProblem& Problem : Built->Problems)
	{
		All += Problem.Message + "\n";
	}
	EXPECT_THAT(All, HasSubstr("No example turns \"lower\""));
	EXPECT_THAT(All, HasSubstr("\"bent\" and \"bent too\" have nearly one pose"));
	EXPECT_THAT(All, HasSubstr("\"bent\" is outside the limits of joint \"upper\""));
	EXPECT_THAT(All, HasSubstr("too few to leave some out"));
}

TEST(BuildCorrectives, CancelingStopsTheStage)
{
	const FProgressCallback Stop = [](std::string_view, double) { return false; };
	FBuildContext Context;
	Context.Progress = FProgress(Stop, "correctives");
	const TResult<FCorrectiveResult> Built = BuildCorrectives(MakeLearned(), {}, Context);
	ASSERT_FALSE(Built);
	EXPECT_EQ(Built.GetError().Code, EErrorCode::Canceled);
}

} // namespace BuildCorrectivesTest
} // namespace Exemplar
