// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/Joints.h"

#include "TubeExamples.h"

#include <gtest/gtest.h>

namespace Exemplar
{
namespace JointsTest
{

using namespace TubeExamples;

struct FPair
{
	std::vector<FAffine3d> A, B;
};

/** Two bones that turn about a common point: both move by something random, the second turns about Axis besides. */
FPair MakePair(
	FRandomNumbers& Random, size_t PoseCount, const FDouble3& Joint, const FDouble3* Axis, double Noise = 0.0)
{
	FPair Pair;
	for (size_t Pose = 0; Pose < PoseCount; ++Pose)
	{
		const FAffine3d Common =
			Compose(Translation(Random.Point()), AxisRotation(Random.Point(), 2.0 * Random.Signed()));
		const FDouble3 Own = Random.Point();
		FAffine3d Bend = RotationAbout(Joint, Axis != nullptr ? *Axis : Own, 0.4 + Random.Unit());
		if (Noise > 0.0)
		{
			Bend = Compose(Bend, RotationAbout(Joint, Random.Point(), Noise * Random.Signed()));
		}
		Pair.A.push_back(Common);
		Pair.B.push_back(Compose(Common, Bend));
	}
	return Pair;
}

double Objective(const FPair& Pair, const FDouble3& X)
{
	double Sum = 0.0;
	for (size_t Pose = 0; Pose < Pair.A.size(); ++Pose)
	{
		const FDouble3 U = TransformPoint(Pair.A[Pose], X), V = TransformPoint(Pair.B[Pose], X);
		Sum += (U.X - V.X) * (U.X - V.X) + (U.Y - V.Y) * (U.Y - V.Y) + (U.Z - V.Z) * (U.Z - V.Z);
	}
	return Sum;
}

TEST(Joints, TheNormalMatrixIsTheSumOverAxesAndAngles)
{
	// sum_k A_k^T A_k = sum_k 4 sin^2(theta_k / 2) (I - u_k u_k^T), A_k the difference of the rotations.
	FRandomNumbers Random(1);
	for (int Round = 0; Round < 20; ++Round)
	{
		const FDouble3 U = Random.Point();
		const double Length = std::sqrt(U.X * U.X + U.Y * U.Y + U.Z * U.Z), Angle = 3.0 * Random.Signed();
		const FAffine3d Base = AxisRotation(Random.Point(), 2.0), Other = Compose(Base, AxisRotation(U, Angle));
		const double Axis[3] = {U.X / Length, U.Y / Length, U.Z / Length};
		for (size_t Row = 0; Row < 3; ++Row)
		{
			for (size_t Column = 0; Column < 3; ++Column)
			{
				double H = 0.0;
				for (size_t K = 0; K < 3; ++K)
				{
					H += (Other.M[4 * K + Row] - Base.M[4 * K + Row]) *
						(Other.M[4 * K + Column] - Base.M[4 * K + Column]);
				}
				const double Sine = std::sin(0.5 * Angle);
				EXPECT_NEAR(H, 4.0 * Sine * Sine * ((Row == Column) - Axis[Row] * Axis[Column]), 1e-12);
			}
		}
	}
}

TEST(Joints, ABallJointIsFoundExactlyFromAnyEstimate)
{
	FRandomNumbers Random(2);
	for (int Round = 0; Round < 20; ++Round)
	{
		const FDouble3 Joint = Random.Point(), Estimate = Random.Point();
		const FPair Pair = MakePair(Random, 5, Joint, nullptr);
		const FJointFit Fit = FitJoint(Pair.A, Pair.B, Estimate, 10.0);
		EXPECT_EQ(Fit.Rank, 3);
		EXPECT_NEAR(Fit.Position.X, Joint.X, 1e-12);
		EXPECT_NEAR(Fit.Position.Y, Joint.Y, 1e-12);
		EXPECT_NEAR(Fit.Position.Z, Joint.Z, 1e-12);
		EXPECT_NEAR(Fit.Gap, 0.0, 1e-12);
	}
}

TEST(Joints, AHingeIsPlacedOnItsAxisNearestToTheEstimate)
{
	FRandomNumbers Random(3);
	const FDouble3 Axis{0.0, 0.0, 1.0};
	for (const size_t PoseCount : {1u, 2u, 7u})
	{
		for (int Round = 0; Round < 20; ++Round)
		{
			const FDouble3 Joint{3.0, 0.0, 5.0 * Random.Signed()}, Estimate = Random.Point();
			const FPair Pair = MakePair(Random, PoseCount, Joint, &Axis);
			const FJointFit Fit = FitJoint(Pair.A, Pair.B, Estimate, 10.0);
			EXPECT_EQ(Fit.Rank, 2);
			EXPECT_NEAR(Fit.Position.X, 3.0, 1e-11);
			EXPECT_NEAR(Fit.Position.Y, 0.0, 1e-11);
			EXPECT_NEAR(Fit.Position.Z, Estimate.Z, 1e-11);
		}
	}
}

TEST(Joints, ANoisyHingeStaysNearItsEstimate)
{
	FRandomNumbers Random(4);
	const FDouble3 Axis{0.0, 0.0, 1.0};
	for (int Round = 0; Round < 50; ++Round)
	{
		const FPair Pair = MakePair(Random, 6, {3.0, 0.0, 0.0}, &Axis, 1e-4);
		const FJointFit Fit = FitJoint(Pair.A, Pair.B, {2.9, 0.05, 0.3}, 10.0);
		EXPECT_EQ(Fit.Rank, 2);
		EXPECT_NEAR(Fit.Position.X, 3.0, 0.01);
		EXPECT_NEAR(Fit.Position.Y, 0.0, 0.01);
		EXPECT_NEAR(Fit.Position.Z, 0.3, 0.01); // untruncated, the noise alone would decide it
	}
}

TEST(Joints, IdleFramesChangeNeitherRankNorPosition)
{
	FRandomNumbers Random(12);
	const FDouble3 Joint{0.3, -0.2, 0.5}, Estimate{0.35, -0.1, 0.45};
	const FPair Moving = MakePair(Random, 12, Joint, nullptr);
	const FJointFit Before = FitJoint(Moving.A, Moving.B, Estimate, 1.0);
	ASSERT_EQ(Before.Rank, 3);
	// Frames at rest, and frames in a stance that one of the poses has.
	for (const size_t Stance : {size_t{12}, size_t{4}})
	{
		FPair Idle = Moving;
		for (int Frame = 0; Frame < 3000; ++Frame)
		{
			Idle.A.push_back(Stance < 12 ? Moving.A[Stance] : FAffine3d{});
			Idle.B.push_back(Stance < 12 ? Moving.B[Stance] : FAffine3d{});
		}
		const FJointFit After = FitJoint(Idle.A, Idle.B, Estimate, 1.0);
		EXPECT_EQ(After.Rank, 3);
		EXPECT_NEAR(After.Position.X, Before.Position.X, 1e-9);
		EXPECT_NEAR(After.Position.Y, Before.Position.Y, 1e-9);
		EXPECT_NEAR(After.Position.Z, Before.Position.Z, 1e-9);
	}
}

TEST(Joints, WithoutRelativeMotionTheEstimateIsKept)
{
	FRandomNumbers Random(5);
	const FDouble3 Estimate{0.123, -4.5, 6.0};
	const FPair Pair = MakePair(Random, 4, {}, nullptr);
	const FJointFit Fit = FitJoint(Pair.A, Pair.A, Estimate, 1.0);
	EXPECT_EQ(Fit.Rank, 0);
	EXPECT_EQ(Fit.Position, Estimate);
	EXPECT_EQ(Fit.Gap, 0.0);
}

TEST(Joints, TheFitIsNeverWorseThanTheEstimateAndNeverFarAway)
{
	FRandomNumbers Random(6);
	for (int Round = 0; Round < 200; ++Round)
	{
		FPair Pair;
		for (int Pose = 0; Pose < 3; ++Pose)
		{
			Pair.A.push_back(Compose(Translation(Random.Point()), AxisRotation(Random.Point(), 0.3 * Random.Signed())));
			Pair.B.push_back(Compose(Translation(Random.Point()), AxisRotation(Random.Point(), 0.3 * Random.Signed())));
		}
		const FDouble3 Estimate = Random.Point();
		const FJointFit Fit = FitJoint(Pair.A, Pair.B, Estimate, 0.5);
		EXPECT_LE(Objective(Pair, Fit.Position), Objective(Pair, Estimate) * (1.0 + 1e-12));
		EXPECT_LE(
			std::hypot(Fit.Position.X - Estimate.X, Fit.Position.Y - Estimate.Y, Fit.Position.Z - Estimate.Z), 0.5);
		EXPECT_NEAR(Fit.Gap * Fit.Gap * 3.0, Objective(Pair, Fit.Position), 1e-9);
	}
}

TEST(Joints, TheJointMovesWithTheRestCoordinates)
{
	FRandomNumbers Random(7);
	const FPair Pair = MakePair(Random, 4, {0.5, 0.2, 0.1}, nullptr, 0.05);
	const FAffine3d Motion = Compose(Translation({4.0, 5.0, 6.0}), AxisRotation({1.0, 2.0, -1.0}, 1.3));
	FPair Moved;
	for (size_t Pose = 0; Pose < 4; ++Pose)
	{
		Moved.A.push_back(Compose(Pair.A[Pose], InverseRigid(Motion)));
		Moved.B.push_back(Compose(Pair.B[Pose], InverseRigid(Motion)));
	}
	const FDouble3 Estimate{0.4, 0.0, 0.0};
	const FDouble3 Expected = TransformPoint(Motion, FitJoint(Pair.A, Pair.B, Estimate, 10.0).Position);
	const FDouble3 Found = FitJoint(Moved.A, Moved.B, TransformPoint(Motion, Estimate), 10.0).Position;
	EXPECT_NEAR(Found.X, Expected.X, 1e-11);
	EXPECT_NEAR(Found.Y, Expected.Y, 1e-11);
	EXPECT_NEAR(Found.Z, Expected.Z, 1e-11);
}

} // namespace JointsTest
} // namespace Exemplar
