// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Base/ThreadPool.h"
#include "Correctives/LearnedOptions.h"
#include "Geometry/EigenMap.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace Exemplar
{
namespace LearnedLayerTest
{

using Eigen::Vector3d;
using Eigen::Vector4d;

/** A strip of three bones along X whose points bulge with the bend of the joint between bones 1 and 2. */
struct FArm
{
	FTriangleMesh Rest;
	FRigWeights Weights;
	std::vector<int32_t> Parents{-1, 0, 1};
};

FArm MakeArm()
{
	constexpr int Columns = 31, Rows = 3;
	FArm Arm;
	for (int Column = 0; Column < Columns; ++Column)
	{
		for (int Row = 0; Row < Rows; ++Row)
		{
			const double X = 0.1 * Column;
			Arm.Rest.Positions.push_back({X, 0.1 * Row, 0.0});
			const double ToSecond = std::clamp(0.5 + 2.0 * (X - 1.0), 0.0, 1.0);
			const double ToThird = std::clamp(0.5 + 2.0 * (X - 2.0), 0.0, 1.0);
			for (const auto& [Bone, Weight] :
				{std::pair{0, 1.0 - ToSecond}, std::pair{1, ToSecond - ToThird}, std::pair{2, ToThird}})
			{
				if (Weight > 0.0)
				{
					Arm.Weights.Bones.push_back(uint16_t(Bone));
					Arm.Weights.Weights.push_back(Weight);
				}
			}
			Arm.Weights.Offsets.push_back(uint32_t(Arm.Weights.Bones.size()));
			if (Column > 0 && Row > 0)
			{
				const int32_t Here = Column * Rows + Row;
				Arm.Rest.Triangles.push_back({Here, Here - Rows, Here - 1});
				Arm.Rest.Triangles.push_back({Here - 1, Here - Rows, Here - Rows - 1});
			}
		}
	}
	return Arm;
}

/** Bends of the two joints about Z, the root turned by Root. */
std::vector<FAffine3d> BendArm(
	double First, double Second, const Eigen::Quaterniond& Root = Eigen::Quaterniond::Identity())
{
	const Eigen::Affine3d A = Eigen::Affine3d(Root);
	const Eigen::Affine3d B = A * Eigen::Translation3d(1.0, 0.0, 0.0) * Eigen::AngleAxisd(First, Vector3d::UnitZ()) *
		Eigen::Translation3d(-1.0, 0.0, 0.0);
	const Eigen::Affine3d C = B * Eigen::Translation3d(2.0, 0.0, 0.0) * Eigen::AngleAxisd(Second, Vector3d::UnitZ()) *
		Eigen::Translation3d(-2.0, 0.0, 0.0);
	std::vector<FAffine3d> Out(3);
	const Eigen::Affine3d* Motions[3] = {&A, &B, &C};
	for (size_t Bone = 0; Bone < 3; ++Bone)
	{
		for (int Index = 0; Index < 12; ++Index)
		{
			Out[Bone].M[size_t(Index)] = Motions[Bone]->matrix()(Index / 4, Index % 4);
		}
	}
	return Out;
}

/** What the arm should do: a bulge about joint 2 that grows with the square of its bend, and one about joint 1. */
FDouble3 TrueOffset(const FDouble3& Rest, double First, double Second)
{
	const double Near1 = std::exp(-8.0 * (Rest.X - 1.0) * (Rest.X - 1.0));
	const double Near2 = std::exp(-8.0 * (Rest.X - 2.0) * (Rest.X - 2.0));
	return {
		0.0, 0.05 * Near1 * std::sin(First) + 0.1 * Near2 * (1.0 - std::cos(Second)), 0.03 * Near2 * std::sin(Second)};
}

FLearnedExamples MakeExamples(const FArm& Arm, std::span<const std::pair<double, double>> Bends)
{
	FLearnedExamples Out;
	Out.Parents = Arm.Parents;
	std::vector<FAffine3d> Palettes;
	for (const auto& [First, Second] : Bends)
	{
		const std::vector<FAffine3d> Palette = BendArm(First, Second);
		Palettes.insert(Palettes.end(), Palette.begin(), Palette.end());
		Out.Operators.push_back(MakeBlendDeformation(Arm.Weights, Palette));
		for (const FDouble3& Point : Arm.Rest.Positions)
		{
			Out.Offsets.push_back(TrueOffset(Point, First, Second));
		}
	}
	Out.Poses = ReadDriverPoses(Palettes, Arm.Parents);
	return Out;
}

const std::vector<std::pair<double, double>> Learned{
	{0.0, 0.0}, {0.6, 0.0}, {-0.6, 0.4}, {0.0, 0.7}, {0.3, 1.4}, {1.2, 1.0}, {-0.9, 0.2}, {0.9, 0.5}};

TEST(DriverPoses, TheChordalKernelIsPositiveDefiniteWhereTheGaussianOfTheAngleIsNot)
{
	std::mt19937 Random(11);
	std::normal_distribution<double> Normal;
	FDriverPoses Poses;
	Poses.JointCount = 1;
	for (int Index = 0; Index < 40; ++Index)
	{
		Vector4d Q(Normal(Random), Normal(Random), Normal(Random), Normal(Random));
		Poses.Rotations.push_back(Q.normalized());
	}
	for (const double Width : {1.0, 3.0, 6.0})
	{
		const Eigen::MatrixXd K = RotationKernels(Poses, Poses, 0, Width);
		EXPECT_GT(Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(K).eigenvalues()[0], -1e-12) << Width;
	}
	Eigen::MatrixXd ByAngle(40, 40);
	for (Eigen::Index A = 0; A < 40; ++A)
	{
		for (Eigen::Index B = 0; B < 40; ++B)
		{
			const double Dot = (std::min)(1.0, std::abs(Poses.Rotations[size_t(A)].dot(Poses.Rotations[size_t(B)])));
			const double Angle = 2.0 * std::acos(Dot);
			ByAngle(A, B) = std::exp(-Angle * Angle / 9.0);
		}
	}
	EXPECT_LT(Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(ByAngle).eigenvalues()[0], -0.01);
}

TEST(DriverPoses, RotationsAreAgainstTheParentAndSignsDoNotMatter)
{
	const FArm Arm = MakeArm();
	const FDriverPoses Plain = ReadDriverPoses(BendArm(0.5, 0.8), Arm.Parents);
	const FDriverPoses Turned = ReadDriverPoses(
		BendArm(0.5, 0.8, Eigen::Quaterniond(Eigen::AngleAxisd(2.0, Vector3d(1, 2, 0).normalized()))), Arm.Parents);
	for (size_t Joint = 1; Joint < 3; ++Joint)
	{
		EXPECT_NEAR(std::abs(Plain.Rotation(0, Joint).dot(Turned.Rotation(0, Joint))), 1.0, 1e-12);
		EXPECT_NEAR(2.0 * std::acos(std::abs(Plain.Rotation(0, Joint).w())), Joint == 1 ? 0.5 : 0.8, 1e-9);
	}
	const Vector4d P = Plain.Rotation(0, 1), Q = Plain.Rotation(0, 2);
	EXPECT_DOUBLE_EQ(RotationKernel(P, Q, 3.0), RotationKernel(-P, Q, 3.0));
	EXPECT_EQ(RotationKernel(Vector4d::UnitW(), Q, 3.0), 0.0) << "nothing is predicted at rest";
}

TEST(DriverPoses, GroupsHoldNeighbors)
{
	const FArm Arm = MakeArm();
	std::vector<std::pair<double, double>> Bends;
	for (const double Center : {0.0, 1.0, -1.0})
	{
		for (const double Step : {0.0, 0.05, 0.1})
		{
			Bends.push_back({Center + Step, -Center});
		}
	}
	EXPECT_THAT(GroupPoses(MakeExamples(Arm, Bends).Poses, 3), testing::ElementsAre(0, 0, 0, 1, 1, 1, 2, 2, 2));
}

TEST(Relevance, AJointMattersWhereItsSidesMeetAndALittleBeyond)
{
	const FArm Arm = MakeArm();
	const FRelevance Sharp = FindRelevance(Arm.Rest, Arm.Weights, Arm.Parents, 0.0);
	const FRelevance Soft = FindRelevance(Arm.Rest, Arm.Weights, Arm.Parents, 0.3);
	const auto Value = [](const FRelevance& Relevance, size_t Point, uint16_t Joint)
	{
		for (uint32_t Entry = Relevance.Offsets[Point]; Entry < Relevance.Offsets[Point + 1]; ++Entry)
		{
			if (Relevance.Joints[Entry] == Joint)
			{
				return Relevance.Values[Entry];
			}
		}
		return 0.0;
	};
	EXPECT_THAT(Sharp.Joints, testing::Not(testing::Contains(0))) << "the root bends nothing";
	EXPECT_NEAR(Value(Sharp, 3 * 10 + 1, 1), 1.0, 1e-12);
	EXPECT_EQ(Value(Sharp, 3 * 14 + 1, 1), 0.0);
	EXPECT_GT(Value(Soft, 3 * 14 + 1, 1), 0.05) << "a muscle beside the crease";
	EXPECT_EQ(Value(Soft, 3 * 29 + 1, 1), 0.0);
	EXPECT_NEAR(*std::max_element(Soft.Values.begin(), Soft.Values.end()), 1.0, 1e-12);
}

TEST(LearnedLayer, RestIsExactlyZeroAndExamplesAreReproducedAsTheRidgeVanishes)
{
	const FArm Arm = MakeArm();
	const FLearnedExamples Examples = MakeExamples(Arm, Learned);
	FLearnedOptions Options;
	Options.Ridge = 1e-9;
	const FRelevance Relevance = FindRelevance(Arm.Rest, Arm.Weights, Arm.Parents, 0.3);
	const FLearnedLayer Layer = FitLearnedLayer(Examples, Relevance, Options, {});
	const std::vector<FDouble3> Found = EvaluateLearnedLayer(Layer, Examples.Poses, {});
	const size_t Points = Arm.Rest.Positions.size();
	for (size_t Point = 0; Point < Points; ++Point)
	{
		EXPECT_LT(AsVector(Found[Point]).norm(), 1e-12) << "the first example is the rest pose";
	}
	double Worst = 0.0;
	for (size_t Index = 0; Index < Found.size(); ++Index)
	{
		const size_t Point = Index % Points;
		if (Relevance.Offsets[Point] != Relevance.Offsets[Point + 1])
		{
			Worst = (std::max)(Worst, (AsVector(Found[Index]) - AsVector(Examples.Offsets[Index])).norm());
		}
	}
	EXPECT_LT(Worst, 1e-3);
}

TEST(LearnedLayer, UnseenPosesGetMostOfTheCorrectionAndRootMotionChangesNothing)
{
	const FArm Arm = MakeArm();
	const FLearnedExamples Examples = MakeExamples(Arm, Learned);
	const std::unique_ptr<IExecutor> Threads = MakeThreadPool(2);
	FBuildContext Context;
	Context.Executor = Threads.get();
	const TResult<FLearnedTrial> Chosen =
		ChooseLearnedOptions(Examples, Arm.Rest, Arm.Weights, GroupPoses(Examples.Poses, 4), 1, Context);
	ASSERT_TRUE(Chosen);
	const FRelevance Relevance = FindRelevance(Arm.Rest, Arm.Weights, Arm.Parents, Chosen->Options.Spread * 3.0);
	const FLearnedLayer Layer = FitLearnedLayer(Examples, Relevance, Chosen->Options, Context);
	const Eigen::Quaterniond Root(Eigen::AngleAxisd(1.0, Vector3d::UnitX()));
	double Before = 0.0, After = 0.0;
	for (const auto& [First, Second] : {std::pair{0.45, 0.9}, std::pair{-0.3, 1.2}, std::pair{0.7, 0.3}})
	{
		const FDriverPoses Pose = ReadDriverPoses(BendArm(First, Second), Arm.Parents);
		const FDriverPoses Moved = ReadDriverPoses(BendArm(First, Second, Root), Arm.Parents);
		const std::vector<FDouble3> Found = EvaluateLearnedLayer(Layer, Pose, Context);
		const std::vector<FDouble3> Same = EvaluateLearnedLayer(Layer, Moved, {});
		for (size_t Point = 0; Point < Found.size(); ++Point)
		{
			const FDouble3 True = TrueOffset(Arm.Rest.Positions[Point], First, Second);
			Before += AsVector(True).squaredNorm();
			After += (AsVector(Found[Point]) - AsVector(True)).squaredNorm();
			EXPECT_LT((AsVector(Found[Point]) - AsVector(Same[Point])).norm(), 1e-10);
		}
	}
	EXPECT_LT(std::sqrt(After), 0.15 * std::sqrt(Before));
}

/** The examples, and images in poses that no example has. What images show differs from the truth by Apart. */
FLearnedExamples AddImages(const FArm& Arm, double Apart)
{
	FLearnedExamples Out = MakeExamples(Arm, Learned);
	const size_t PointCount = Arm.Rest.Positions.size();
	Out.OriginalCount = Learned.size();
	std::vector<std::pair<double, double>> Bends;
	for (const auto& [First, Second] : Learned)
	{
		Bends.emplace_back(0.8 * First - 0.15, 0.9 * Second + 0.2);
	}
	FLearnedExamples Images = MakeExamples(Arm, Bends);
	for (size_t Entry = 0; Entry < Images.Offsets.size(); ++Entry)
	{
		const double Near2 = std::exp(-8.0 * std::pow(Arm.Rest.Positions[Entry % PointCount].X - 2.0, 2));
		Images.Offsets[Entry].Y += Apart * Near2 * std::sin(2.0 * Bends[Entry / PointCount].second);
	}
	Out.Poses = JoinPoses(Out.Poses, Images.Poses);
	Out.Offsets.insert(Out.Offsets.end(), Images.Offsets.begin(), Images.Offsets.end());
	return Out;
}

TEST(LearnedLayer, ImagesTeachAsMuchAsTheSidesShare)
{
	const FArm Arm = MakeArm();
	const FRelevance Relevance = FindRelevance(Arm.Rest, Arm.Weights, Arm.Parents, 0.12);
	const std::vector<uint32_t> Groups = GroupPoses(MakeExamples(Arm, Learned).Poses, 4);
	const auto ScoreOf = [&](const FLearnedExamples& Examples, double Share)
	{
		FLearnedOptions Options;
		Options.MirrorShare = Share;
		return ValidateLearnedOptions(Examples, Relevance, Options, MakeGroupings(Examples, Groups), 1, {}).Score;
	};
	const double Alone = ScoreOf(MakeExamples(Arm, Learned), 1.0);
	// Sides that are alike: images are examples.
	const FLearnedExamples Alike = AddImages(Arm, 0.0);
	EXPECT_LT(ScoreOf(Alike, 1.0), 0.7 * Alone);
	// Sides that differ: as examples they mislead, by what is shared they still help.
	const FLearnedExamples Unlike = AddImages(Arm, 0.03);
	const FLearnedTrial Chosen =
		ChooseMirrorShare(Unlike, Arm.Rest, Arm.Weights, FLearnedOptions{}, true, Groups, 1, {});
	EXPECT_LT(Chosen.Options.MirrorShare, 1.0);
	EXPECT_LT(Chosen.Score, 0.9 * ScoreOf(Unlike, 1.0));
	EXPECT_EQ(Chosen.RmsOfPoses.size(), Learned.size()) << "images are not counted";
}

TEST(LearnedLayer, ImagesThatShareNothingChangeNothing)
{
	const FArm Arm = MakeArm();
	const FRelevance Relevance = FindRelevance(Arm.Rest, Arm.Weights, Arm.Parents, 0.12);
	FLearnedOptions Options;
	Options.MirrorShare = 0.0;
	const FLearnedExamples Examples = MakeExamples(Arm, Learned);
	const FLearnedLayer Alone = FitLearnedLayer(Examples, Relevance, Options, {});
	const FLearnedLayer Both = FitLearnedLayer(AddImages(Arm, 0.03), Relevance, Options, {});
	const FDriverPoses Pose = ReadDriverPoses(BendArm(0.45, 0.9), Arm.Parents);
	const std::vector<FDouble3> A = EvaluateLearnedLayer(Alone, Pose, {}), B = EvaluateLearnedLayer(Both, Pose, {});
	for (size_t Point = 0; Point < A.size(); ++Point)
	{
		EXPECT_LT((AsVector(A[Point]) - AsVector(B[Point])).norm(), 1e-12);
	}
	const std::vector<double> Unsure = LearnedUncertainty(Alone, Pose, 1, {});
	EXPECT_NEAR(LearnedUncertainty(Both, Pose, 1, {})[0], Unsure[0], 1e-9);
}

TEST(Relevance, ThreadsChangeNothing)
{
	const FArm Arm = MakeArm();
	const std::unique_ptr<IExecutor> Threads = MakeThreadPool(3);
	const FRelevance Serial = FindRelevance(Arm.Rest, Arm.Weights, Arm.Parents, 0.3);
	const FRelevance Parallel = FindRelevance(Arm.Rest, Arm.Weights, Arm.Parents, 0.3, *Threads);
	EXPECT_EQ(Serial.Joints, Parallel.Joints);
	EXPECT_EQ(Serial.Values, Parallel.Values);
}

TEST(LearnedLayer, OneGroupIsNoValidation)
{
	const FArm Arm = MakeArm();
	const FLearnedExamples Examples = MakeExamples(Arm, Learned);
	const std::vector<uint32_t> Groups(Learned.size(), 0);
	const TResult<FLearnedTrial> Refused = ChooseLearnedOptions(Examples, Arm.Rest, Arm.Weights, Groups, 1, {});
	ASSERT_FALSE(Refused);
	EXPECT_THAT(Refused.GetError().Message, testing::HasSubstr("at least two"));
}

} // namespace LearnedLayerTest
} // namespace Exemplar
