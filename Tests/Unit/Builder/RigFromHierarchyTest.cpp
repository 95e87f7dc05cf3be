// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/RigFromHierarchy.h"
#include "Geometry/EigenLibrary.h"

#include "AnimationSkeletons.h"
#include "Clips/Animation.h"
#include "Fit/RigidMotion.h"
#include "Metrics/ErrorMeasures.h"
#include "Model/Posing.h"
#include "TubeExamples.h"

#include <gtest/gtest.h>

namespace Exemplar
{
namespace RigFromHierarchyTest
{

using AnimationSkeletons::Distance;

TEST(RigFromHierarchy, FlatCoresAreNeverReflected)
{
	FRandomNumbers Numbers(3);
	std::vector<uint32_t> Points;
	std::vector<FDouble3> Rest, Pose;
	for (uint32_t Point = 0; Point < 12; ++Point)
	{
		Points.push_back(Point);
		Rest.push_back({Numbers.Signed(), Numbers.Signed(), 0.0});
	}
	for (int Trial = 0; Trial < 100; ++Trial)
	{
		const Eigen::Matrix3d Turn = Numbers.AnyRotation();
		Pose.clear();
		for (const FDouble3& P : Rest)
		{
			const Eigen::Vector3d Q = Turn * Eigen::Vector3d(P.X, P.Y, P.Z);
			const double Noise = Trial % 2 == 0 ? 0.0 : 0.05; // across the plane too
			Pose.push_back(
				{Q.x() + Noise * Numbers.Signed(), Q.y() + Noise * Numbers.Signed(), Q.z() + Noise * Numbers.Signed()});
		}
		const std::optional<FRigidMotion> Motion = FitRigidMotion(Points, Rest, Pose);
		ASSERT_TRUE(Motion);
		EXPECT_NEAR(Motion->Rotation.determinant(), 1.0, 1e-9);
		EXPECT_LT((Motion->Rotation - Turn).norm(), Trial % 2 == 0 ? 1e-9 : 0.5);
	}
	// A mirror image is explained by the nearest rotation, not by the mirror.
	for (size_t Point = 0; Point < 12; ++Point)
	{
		Rest[Point].Z = Numbers.Signed();
		Pose[Point] = {Rest[Point].X, Rest[Point].Y, -Rest[Point].Z};
	}
	EXPECT_NEAR(FitRigidMotion(Points, Rest, Pose)->Rotation.determinant(), 1.0, 1e-9);
}

/** Motions of a parent and of a child that turns about a joint, which itself stands off by Offset in every pose. */
struct FJointMotions
{
	std::vector<FAffine3d> Parent, Child;

	FJointMotions(FRandomNumbers& Numbers, const FDouble3& Joint, bool bHinge, const FDouble3& Offset = {})
	{
		const Eigen::Vector3d H(Joint.X, Joint.Y, Joint.Z), D(Offset.X, Offset.Y, Offset.Z);
		for (int Pose = 0; Pose < 12; ++Pose)
		{
			const FDouble3 T = Numbers.Point();
			Parent.push_back(ToAffine3d(Numbers.AnyRotation(), {3.0 * T.X, T.Y, T.Z}));
			const Eigen::Matrix3d Turn = bHinge
				? Eigen::AngleAxisd(Numbers.Between(-1.0, 1.0), Eigen::Vector3d::UnitZ()).toRotationMatrix()
				: Numbers.RotationBy(1.0);
			Child.push_back(Compose(Parent.back(), ToAffine3d(Turn, H + D - Turn * H)));
		}
	}
};

TEST(RigFromHierarchy, JointsAreFoundAndAHingeKeepsItsPlaceAlongTheAxis)
{
	FRandomNumbers Numbers(6);
	const FDouble3 True{0.4, -0.7, 0.2}, Drawn{0.45, -0.6, 0.35};
	double Spread = 1.0;
	const FJointMotions Ball(Numbers, True, false);
	EXPECT_LT(Distance(FindSteadyJoint(Ball.Child, Ball.Parent, Drawn, 1e-3, &Spread), True), 1e-6);
	EXPECT_LT(Spread, 1e-6);
	const FJointMotions Hinge(Numbers, True, true);
	const FDouble3 Found = FindSteadyJoint(Hinge.Child, Hinge.Parent, Drawn, 1e-3);
	EXPECT_LT(std::hypot(Found.X - True.X, Found.Y - True.Y), 1e-6);
	EXPECT_NEAR(Found.Z, Drawn.Z, 1e-9);
	// Bones that never turn against each other say nothing.
	EXPECT_LT(Distance(FindSteadyJoint(Ball.Parent, Ball.Parent, Drawn, 1e-3), Drawn), 1e-9);
	EXPECT_EQ(FindSteadyJoint({}, {}, Drawn, 0.0), Drawn);
}

TEST(RigFromHierarchy, NoPlaceIsSteadierThanTheJoint)
{
	// The child stands off its joint by the same amount in every example but the rest: no point is at rest, one is
	// steadiest.
	FRandomNumbers Numbers(8);
	const FJointMotions Motions(Numbers, {0.4, -0.7, 0.2}, false, {0.02, 0.0, 0.01});
	double Least = 0.0;
	const FDouble3 Best = FindSteadyJoint(Motions.Child, Motions.Parent, {}, 0.0, &Least);
	const auto SpreadAt = [&](const FDouble3& Place)
	{
		double Spread = 0.0;
		const FDouble3 There = FindSteadyJoint(Motions.Child, Motions.Parent, Place, 1e9, &Spread);
		EXPECT_LT(Distance(There, Place), 1e-6);
		return Spread;
	};
	EXPECT_GT(Least, 1e-4);
	for (int Trial = 0; Trial < 50; ++Trial)
	{
		const FDouble3 Off = Numbers.Point();
		EXPECT_GT(SpreadAt({Best.X + 0.01 * Off.X, Best.Y + 0.01 * Off.Y, Best.Z + 0.01 * Off.Z}), Least - 1e-9);
	}
}

FUserHierarchy OfTube(const FExampleSet& Set)
{
	FUserHierarchy Out;
	Out.Parents = {1, NoParent, 1};
	Out.Joints = {{3.2, 0.1, 0.0}, {4.5, 0.0, 0.0}, {5.8, -0.1, 0.0}};
	Out.Core.resize(3);
	for (uint32_t Point = 0; Point < Set.PointCount(); ++Point)
	{
		const double X = Set.Rest.Positions[Point].X;
		if (X < 2.0 || (X > 4.0 && X < 5.0) || X > 7.0)
		{
			Out.Core[X < 2.0 ? 0 : (X < 5.0 ? 1 : 2)].push_back(Point);
		}
	}
	return Out;
}

TEST(RigFromHierarchy, ATubeIsRecoveredFromItsDrawnSkeleton)
{
	const TubeExamples::FTruth Truth;
	const FExampleSet Set = TubeExamples::AsImported(Truth.Tube.Set);
	for (const bool bConnected : {false, true})
	{
		FRigFromHierarchyOptions Options;
		Options.bConnected = bConnected;
		const TResult<FRigFromHierarchy> Found = BuildRigFromHierarchy(Set, OfTube(Set), Options, {});
		ASSERT_TRUE(Found) << Found.GetError().Message;
		EXPECT_TRUE(Found->Warnings.empty());
		EXPECT_EQ(Found->Rig.Root, 1);
		// Hinges along z: the joint is known across that axis.
		EXPECT_NEAR(Found->Rig.Joints[0].X, 3.0, 1e-4);
		EXPECT_NEAR(Found->Rig.Joints[0].Y, 0.0, 1e-4);
		EXPECT_NEAR(Found->Rig.Joints[2].X, 6.0, 1e-4);
		EXPECT_LT(Found->CoreErrors[2], 1e-6);
		EXPECT_LT(Found->JointSpread[2], 1e-3);
		const TResult<FErrorMeasures> Error = MeasureRig(Set, Found->Rig);
		ASSERT_TRUE(Error);
		EXPECT_LT(Error->VertexRms, 0.01);
		EXPECT_TRUE(MakeAnimation(SortBones(Found->Rig, SortParentsFirst(Found->Rig.Parents)), 1.0));
	}
}

TEST(RigFromHierarchy, BonesWithoutACoreFollowTheirParentsAndNonsenseIsRefused)
{
	const TubeExamples::FTruth Truth;
	const FExampleSet Set = TubeExamples::AsImported(Truth.Tube.Set);
	FUserHierarchy Hierarchy = OfTube(Set);
	Hierarchy.Core[2].resize(2);
	const TResult<FRigFromHierarchy> Found = BuildRigFromHierarchy(Set, Hierarchy, {}, {});
	ASSERT_TRUE(Found);
	ASSERT_EQ(Found->Warnings.size(), 1u);
	EXPECT_NE(Found->Warnings[0].find("bone 2"), std::string::npos);
	EXPECT_EQ(Found->Rig.Transform(2, 3), Found->Rig.Transform(1, 3));

	const auto Refused = [&](const auto& Spoil)
	{
		FUserHierarchy Bad = OfTube(Set);
		Spoil(Bad);
		return !BuildRigFromHierarchy(Set, Bad, {}, {});
	};
	EXPECT_TRUE(Refused([](FUserHierarchy& H) { H.Parents = {1, 0, 1}; }));
	EXPECT_TRUE(Refused([](FUserHierarchy& H) { H.Parents = {NoParent, NoParent, 1}; }));
	EXPECT_TRUE(Refused([](FUserHierarchy& H) { H.Parents = {7, NoParent, 1}; }));
	EXPECT_TRUE(Refused([](FUserHierarchy& H) { H.Core[0].push_back(1u << 30); }));
	EXPECT_TRUE(Refused([](FUserHierarchy& H) { H.Joints.pop_back(); }));
}

} // namespace RigFromHierarchyTest
} // namespace Exemplar
