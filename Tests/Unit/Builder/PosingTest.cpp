// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Model/Posing.h"

#include "Rig/ConnectedFit.h"
#include "TubeExamples.h"

#include <gtest/gtest.h>

namespace Exemplar
{
namespace PosingTest
{

using namespace TubeExamples;

double LargestDistance(const std::vector<FDouble3>& A, const std::vector<FDouble3>& B)
{
	double Largest = 0.0;
	for (size_t Index = 0; Index < A.size(); ++Index)
	{
		Largest =
			std::fmax(Largest, std::hypot(A[Index].X - B[Index].X, A[Index].Y - B[Index].Y, A[Index].Z - B[Index].Z));
	}
	return Largest;
}

double RmsError(const FTruth& Truth, const FRig& Rig)
{
	double Sum = 0.0;
	size_t Count = 0;
	for (size_t Pose = 0; Pose < Rig.PoseCount; ++Pose)
	{
		const std::vector<FDouble3> Posed = ReconstructPose(Rig, Truth.Tube.Set.Rest.Positions, Pose);
		for (size_t Point = 0; Point < Posed.size(); ++Point, ++Count)
		{
			const FDouble3& Q = Truth.Tube.Set.Poses[Pose][Point];
			const FDouble3& P = Posed[Point];
			Sum += (P.X - Q.X) * (P.X - Q.X) + (P.Y - Q.Y) * (P.Y - Q.Y) + (P.Z - Q.Z) * (P.Z - Q.Z);
		}
	}
	return std::sqrt(Sum / static_cast<double>(Count));
}

void ExpectConnected(const FRig& Rig, double Tolerance)
{
	for (size_t Bone = 0; Bone < Rig.BoneCount; ++Bone)
	{
		for (size_t Pose = 0; Pose < Rig.PoseCount && Rig.Parents[Bone] != NoParent; ++Pose)
		{
			const FDouble3 A = TransformPoint(Rig.Transform(Bone, Pose), Rig.Joints[Bone]);
			const FDouble3 B =
				TransformPoint(Rig.Transform(static_cast<size_t>(Rig.Parents[Bone]), Pose), Rig.Joints[Bone]);
			EXPECT_NEAR(A.X, B.X, Tolerance);
			EXPECT_NEAR(A.Y, B.Y, Tolerance);
			EXPECT_NEAR(A.Z, B.Z, Tolerance);
		}
	}
}

TEST(Posing, WithoutRotationsTheMeshIsTheRest)
{
	const FTruth Truth;
	FRigPose Pose;
	Pose.Rotations.resize(3);
	const std::vector<FDouble3>& Rest = Truth.Tube.Set.Rest.Positions;
	EXPECT_LT(LargestDistance(BlendPoints(Rest, Truth.Rig.Weights, PoseBones(Truth.Rig, Pose)), Rest), 1e-12);
}

TEST(Posing, TrueMotionsReproduceTheExamplesAndAreReadBackAsAPose)
{
	const FTruth Truth;
	EXPECT_LT(RmsError(Truth, Truth.Rig), 1e-12);
	for (size_t Pose = 0; Pose < FTruth::PoseCount; ++Pose)
	{
		const std::vector<FAffine3d> Motions = PoseBones(Truth.Rig, ReadRigPose(Truth.Rig, Pose));
		for (size_t Bone = 0; Bone < 3; ++Bone)
		{
			for (size_t Index = 0; Index < 12; ++Index)
			{
				EXPECT_NEAR(Motions[Bone].M[Index], Truth.Rig.Transform(Bone, Pose).M[Index], 1e-12);
			}
		}
	}
}

TEST(Posing, SnappedBonesMeetAtTheirJoints)
{
	FTruth Truth;
	FRandomNumbers Random(4);
	for (FAffine3d& Motion : Truth.Rig.Transforms)
	{
		Motion = Compose(Translation({0.1 * Random.Signed(), 0.1 * Random.Signed(), 0.1 * Random.Signed()}), Motion);
	}
	const FRig Before = Truth.Rig;
	Truth.Rig = SnapToJoints(std::move(Truth.Rig));
	ExpectConnected(Truth.Rig, 1e-12);
	for (size_t Pose = 0; Pose < FTruth::PoseCount; ++Pose)
	{
		EXPECT_EQ(Truth.Rig.Transform(1, Pose), Before.Transform(1, Pose)); // the root stays
		EXPECT_EQ(Truth.Rig.Transform(2, Pose).M[0], Before.Transform(2, Pose).M[0]);
	}
}

TEST(Posing, MovingTheRootMovesEverythingRigidly)
{
	const FTruth Truth;
	FRigPose Pose;
	Pose.Rotations.resize(3);
	Pose.Rotations[1] = AxisRotation({1.0, 2.0, 3.0}, 1.1);
	Pose.RootTranslation = {1.0, 2.0, 3.0};
	const std::vector<FDouble3>& Rest = Truth.Tube.Set.Rest.Positions;
	const std::vector<FDouble3> Posed = BlendPoints(Rest, Truth.Rig.Weights, PoseBones(Truth.Rig, Pose));
	std::vector<FDouble3> Expected;
	const FAffine3d Motion =
		Compose(Translation({1.0, 2.0, 3.0}), RotationAbout({4.5, 0.0, 0.0}, {1.0, 2.0, 3.0}, 1.1));
	for (const FDouble3& P : Rest)
	{
		Expected.push_back(TransformPoint(Motion, P));
	}
	EXPECT_LT(LargestDistance(Posed, Expected), 1e-12);
}

TEST(ConnectedFit, RecoversTheRotationsOfATubeFromDisturbedMotions)
{
	FTruth Truth;
	FRandomNumbers Random(5);
	for (FAffine3d& Motion : Truth.Rig.Transforms)
	{
		Motion = Compose(Motion, RotationAbout({4.5, 0.0, 0.0}, Random.Point(), 0.2 * Random.Signed()));
	}
	FConnectedFitOptions Options;
	Options.bMoveJoints = false;
	const TResult<FConnectedFit> Fit = FitConnectedMotions(Truth.Tube.Set, Options, Truth.Rig, {});
	ASSERT_TRUE(Fit);
	ExpectConnected(Truth.Rig, 1e-11);
	EXPECT_LT(RmsError(Truth, Truth.Rig), 1e-5);
	EXPECT_GT(Fit->VertexRmsBefore, 1.0);
	EXPECT_LT(Fit->VertexRms, 1e-3);
}

TEST(ConnectedFit, MovesMisplacedJointsBackToTheHinges)
{
	FTruth Truth;
	Truth.Rig.Joints[0] = {3.3, 0.2, 0.0};
	Truth.Rig.Joints[2] = {5.8, -0.2, 0.0};
	FRig Fixed = Truth.Rig;
	FConnectedFitOptions Options;
	Options.bMoveJoints = false;
	ASSERT_TRUE(FitConnectedMotions(Truth.Tube.Set, Options, Fixed, {}));
	Options.bMoveJoints = true;
	Options.Rounds = 40;
	ASSERT_TRUE(FitConnectedMotions(Truth.Tube.Set, Options, Truth.Rig, {}));
	ExpectConnected(Truth.Rig, 1e-11);
	EXPECT_LT(RmsError(Truth, Truth.Rig), 0.05 * RmsError(Truth, Fixed));
	EXPECT_NEAR(Truth.Rig.Joints[0].X, 3.0, 0.02);
	EXPECT_NEAR(Truth.Rig.Joints[0].Y, 0.0, 0.02);
	EXPECT_NEAR(Truth.Rig.Joints[2].X, 6.0, 0.02);
	EXPECT_NEAR(Truth.Rig.Joints[2].Y, 0.0, 0.02);
}

TEST(ConnectedFit, NeverFollowsSnappingIntoAWorseRig)
{
	FTruth Truth;
	FTruth Noisy;
	Noisy.Tube = MakeTube(3, FTruth::Angles(), 0.6, 0.05, 8);
	FRig Snapped = Truth.Rig;
	Snapped = SnapToJoints(std::move(Snapped));
	ASSERT_TRUE(FitConnectedMotions(Noisy.Tube.Set, {}, Truth.Rig, {}));
	EXPECT_LE(RmsError(Noisy, Truth.Rig), RmsError(Noisy, Snapped));
	ExpectConnected(Truth.Rig, 1e-11);
}

TEST(ConnectedFit, ARigWithoutATreeIsRefused)
{
	FTruth Truth;
	Truth.Rig.Parents.clear();
	const TResult<FConnectedFit> Status = FitConnectedMotions(Truth.Tube.Set, {}, Truth.Rig, {});
	ASSERT_FALSE(Status);
	EXPECT_EQ(Status.GetError().Code, EErrorCode::Mismatch);
}

} // namespace PosingTest
} // namespace Exemplar
