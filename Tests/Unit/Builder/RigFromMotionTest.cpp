// Copyright (c) 2026 Exemplar contributors. MIT licence.

#include "Rig/RigFromMotion.h"

#include "Rig/Posing.h"
#include "Sample/SampleCharacter.h"
#include "TubeExamples.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>

namespace Exemplar
{
namespace
{

using namespace TubeExamples;

const std::vector<double> FourAngles{20.0, 40.0, 60.0, 80.0};

FRigFromMotion BuildRig(const FExampleSet& Set, const FRigFromMotionOptions& Options)
{
	TResult<FRigFromMotion> Rig = BuildRigFromMotion(Set, Options, {});
	EXPECT_TRUE(Rig.IsOk()) << (Rig ? "" : Rig.GetError().Message);
	return Rig ? std::move(*Rig) : FRigFromMotion{};
}

/** Vertex RMS over all examples in % of the rest diagonal, from the definition. */
double RmsOf(const FExampleSet& Set, const FRig& Rig)
{
	FDouble3 Low = Set.Rest.Positions.front(), High = Low;
	for (const FDouble3& P : Set.Rest.Positions)
	{
		Low = {std::fmin(Low.X, P.X), std::fmin(Low.Y, P.Y), std::fmin(Low.Z, P.Z)};
		High = {std::fmax(High.X, P.X), std::fmax(High.Y, P.Y), std::fmax(High.Z, P.Z)};
	}
	double Sum = 0.0;
	for (size_t Pose = 0; Pose < Set.PoseCount(); ++Pose)
	{
		const std::vector<FDouble3> Posed = ReconstructPose(Rig, Set.Rest.Positions, Pose);
		for (size_t Point = 0; Point < Posed.size(); ++Point)
		{
			const FDouble3 &P = Posed[Point], &Q = Set.Poses[Pose][Point];
			Sum += (P.X - Q.X) * (P.X - Q.X) + (P.Y - Q.Y) * (P.Y - Q.Y) + (P.Z - Q.Z) * (P.Z - Q.Z);
		}
	}
	return 100.0 * std::sqrt(Sum / static_cast<double>(Set.PointCount() * Set.PoseCount())) /
		std::hypot(High.X - Low.X, High.Y - Low.Y, High.Z - Low.Z);
}

void ExpectProperWeights(const FRig& Rig, size_t Influences)
{
	for (size_t Point = 0; Point < Rig.Weights.PointCount(); ++Point)
	{
		const uint32_t Begin = Rig.Weights.Offsets[Point], End = Rig.Weights.Offsets[Point + 1];
		ASSERT_GE(End, Begin + 1);
		ASSERT_LE(End, Begin + Influences);
		double Sum = 0.0;
		for (uint32_t Index = Begin; Index < End; ++Index)
		{
			ASSERT_GT(Rig.Weights.Weights[Index], 0.0);
			Sum += Rig.Weights.Weights[Index];
		}
		ASSERT_NEAR(Sum, 1.0, 1e-12);
	}
}

TEST(RigFromMotion, TubesGetTheirHingesBackInOnePass)
{
	struct FCase
	{
		size_t Bones;
		double Blend, Noise;
	};
	for (const FCase& Case : {FCase{2, 0.0, 0.0}, FCase{2, 0.6, 0.0}, FCase{3, 0.6, 0.0}, FCase{3, 0.6, 0.001}})
	{
		const FTube Tube = MakeTube(Case.Bones, FourAngles, Case.Blend, Case.Noise);
		FRigFromMotionOptions Options;
		Options.Clusters.BoneCount = static_cast<int>(Case.Bones);
		Options.bRefine = false;
		const FRigFromMotion Found = BuildRig(Tube.Set, Options);
		const FRig& Rig = Found.Rig;
		ASSERT_EQ(Rig.BoneCount, Case.Bones);
		ExpectProperWeights(Rig, 4);
		EXPECT_LT(RmsOf(Tube.Set, Rig), 0.12);
		if (Case.Bones == 3)
		{
			EXPECT_EQ(Rig.Root, 1); // labels run along the tube: the middle bone
		}
		std::vector<FDouble3> Joints;
		for (size_t Bone = 0; Bone < Rig.BoneCount; ++Bone)
		{
			if (Rig.Parents[Bone] != NoParent)
			{
				Joints.push_back(Rig.Joints[Bone]);
				EXPECT_EQ(Found.Joints[Bone].Rank, 2);
				EXPECT_LT(Found.Joints[Bone].Gap, 0.02);
			}
		}
		std::sort(Joints.begin(), Joints.end(), [](const FDouble3& A, const FDouble3& B) { return A.X < B.X; });
		ASSERT_EQ(Joints.size(), Tube.Joints.size());
		for (size_t Hinge = 0; Hinge < Joints.size(); ++Hinge)
		{
			EXPECT_NEAR(Joints[Hinge].X, Tube.Joints[Hinge], 0.03);
			EXPECT_NEAR(Joints[Hinge].Y, 0.0, 0.03);
		}
	}
}

TEST(RigFromMotion, RefinementFindsTheExactRigOfASmoothTube)
{
	const FTube Tube = MakeTube(3, FourAngles, 0.6);
	FRigFromMotionOptions Options;
	Options.Clusters.BoneCount = 3;
	const FRigFromMotion Found = BuildRig(Tube.Set, Options);
	ExpectProperWeights(Found.Rig, 4);
	EXPECT_LT(RmsOf(Tube.Set, Found.Rig), 0.005);
	for (size_t Bone = 0; Bone < 3; ++Bone)
	{
		if (Found.Rig.Parents[Bone] != NoParent)
		{
			const double X = Found.Rig.Joints[Bone].X;
			EXPECT_LT(std::fmin(std::abs(X - 3.0), std::abs(X - 6.0)), 0.01);
		}
	}
}

TEST(RigFromMotion, ConnectedBonesMeetInEveryExampleAndStillReproduceThem)
{
	const FTube Tube = MakeTube(3, FourAngles, 0.6);
	FRigFromMotionOptions Options;
	Options.Clusters.BoneCount = 3;
	Options.bConnected = true;
	const FRigFromMotion Found = BuildRig(Tube.Set, Options);
	const FRig& Rig = Found.Rig;
	EXPECT_LT(RmsOf(Tube.Set, Rig), 0.01);
	ExpectProperWeights(Rig, 4);
	for (size_t Bone = 0; Bone < 3; ++Bone)
	{
		for (size_t Pose = 0; Pose < 4 && Rig.Parents[Bone] != NoParent; ++Pose)
		{
			const FDouble3 A = TransformPoint(Rig.Transform(Bone, Pose), Rig.Joints[Bone]);
			const FDouble3 B =
				TransformPoint(Rig.Transform(static_cast<size_t>(Rig.Parents[Bone]), Pose), Rig.Joints[Bone]);
			EXPECT_LT(std::hypot(A.X - B.X, A.Y - B.Y, A.Z - B.Z), 1e-10);
		}
	}
}

TEST(RigFromMotion, ASymmetricRigIsFoundFromOneSidedExamples)
{
	FTube Tube = MakeTube(3, {20.0, 40.0, 60.0}, 0.3);
	for (size_t Pose = 0; Pose < Tube.Set.Poses.size(); ++Pose)
	{
		for (size_t Point = 0; Point < Tube.Set.Rest.Positions.size(); ++Point)
		{
			const FDouble3& P = Tube.Set.Rest.Positions[Point];
			const FAffine3d Bend = RotationAbout({6.0, 0.0, 0.0}, {0.0, 0.0, 1.0}, 0.4 * static_cast<double>(Pose + 1));
			Tube.Set.Poses[Pose][Point] = P.X <= 6.0 ? P : TransformPoint(Bend, P);
		}
	}
	FRigFromMotionOptions Options;
	Options.Clusters.BoneCount = 3;
	Options.bSymmetric = true;
	const FRigFromMotion Found = BuildRig(Tube.Set, Options);
	ASSERT_EQ(Found.Rig.BoneCount, 3u);
	EXPECT_EQ(Found.Rig.PoseCount, 3u);
	EXPECT_EQ(Found.Rig.Transforms.size(), 9u);
	std::vector<double> Joints;
	for (size_t Bone = 0; Bone < 3; ++Bone)
	{
		if (Found.Rig.Parents[Bone] != NoParent)
		{
			Joints.push_back(Found.Rig.Joints[Bone].X);
		}
	}
	std::sort(Joints.begin(), Joints.end());
	ASSERT_EQ(Joints.size(), 2u);
	EXPECT_NEAR(Joints[0], 3.0, 0.1);
	EXPECT_NEAR(Joints[0] + Joints[1], 9.0, 1e-4);
}

TEST(RigFromMotion, DependentBonesAreRemovedWhenAsked)
{
	const FTube Tube = MakeTube(2, FourAngles, 0.6);
	FRigFromMotionOptions Options;
	Options.Clusters.BoneCount = 4; // two more than there are
	Options.bRefine = false;
	EXPECT_EQ(BuildRig(Tube.Set, Options).Rig.BoneCount, 4u);
	Options.DependentTolerance = 1.5;
	const FRigFromMotion Fewer = BuildRig(Tube.Set, Options);
	EXPECT_EQ(Fewer.Rig.BoneCount, 2u);
	EXPECT_EQ(Fewer.Removed.size(), 2u);
	EXPECT_LT(RmsOf(Tube.Set, Fewer.Rig), 0.5);
}

TEST(RigFromMotion, TheSampleCharactersJointsComeBackWhereTheExamplesBendThem)
{
	FSampleOptions SampleOptions;
	SampleOptions.VertexCount = 2000;
	TResult<FSampleCharacter> Sample = BuildSample(SampleOptions, {});
	ASSERT_TRUE(Sample) << Sample.GetError().Message;
	const FSkeletonData& Truth = Sample->Source.Rig->Skeleton;
	const std::vector<FAffine3d> Palettes = Sample->Palettes;
	const TResult<FExampleSet> Set = BuildExampleSet(Sample->Source, {}, {});
	ASSERT_TRUE(Set) << Set.GetError().Message;

	FRigFromMotionOptions Options;
	Options.Clusters.BoneCount = static_cast<int>(Truth.JointCount());
	const FRigFromMotion Found = BuildRig(*Set, Options);
	ASSERT_EQ(Found.Rig.BoneCount, Truth.JointCount());
	EXPECT_LT(RmsOf(*Set, Found.Rig), 0.01);

	double Low = 1e9, High = -1e9;
	for (const FDouble3& P : Set->Rest.Positions)
	{
		Low = std::fmin(Low, P.Y);
		High = std::fmax(High, P.Y);
	}
	// Every true joint that bends by more than ten degrees in some example has a joint of ours near it.
	std::vector<FAffine> Model(Truth.JointCount());
	std::vector<FDouble3> Rest(Truth.JointCount());
	size_t Excited = 0, Hit = 0;
	for (size_t Joint = 0; Joint < Truth.JointCount(); ++Joint)
	{
		const int32_t Parent = Truth.Parents[Joint];
		const FAffine Local = ToAffine(Truth.RestLocal[Joint]);
		Model[Joint] = Parent == NoParent ? Local : Compose(Model[static_cast<size_t>(Parent)], Local);
		Rest[Joint] = {Model[Joint].Rows[0].W, Model[Joint].Rows[1].W, Model[Joint].Rows[2].W};
		if (Parent == NoParent)
		{
			continue;
		}
		double Bend = 0.0;
		for (size_t Pose = 0; Pose < Set->PoseCount(); ++Pose)
		{
			const FAffine3d& A = Palettes[Pose * Truth.JointCount() + Joint];
			const FAffine3d& B = Palettes[Pose * Truth.JointCount() + static_cast<size_t>(Parent)];
			const FAffine3d Relative = Compose(InverseRigid(B), A);
			Bend = std::fmax(Bend,
				std::acos(
					std::fmax(-1.0, std::fmin(1.0, 0.5 * (Relative.M[0] + Relative.M[5] + Relative.M[10] - 1.0)))));
		}
		if (Bend < 10.0 * std::numbers::pi / 180.0)
		{
			continue;
		}
		++Excited;
		double Nearest = 1e9;
		for (size_t Bone = 0; Bone < Found.Rig.BoneCount; ++Bone)
		{
			if (Found.Rig.Parents[Bone] != NoParent)
			{
				const FDouble3& X = Found.Rig.Joints[Bone];
				Nearest = std::fmin(Nearest, std::hypot(X.X - Rest[Joint].X, X.Y - Rest[Joint].Y, X.Z - Rest[Joint].Z));
			}
		}
		Hit += Nearest < 0.03 * (High - Low);
		EXPECT_LT(Nearest, 0.03 * (High - Low)) << Truth.Names[Joint];
	}
	EXPECT_GT(Excited, 10u);
	EXPECT_EQ(Hit, Excited);
}

TEST(RigFromMotion, WhatAStageRefusesIsPassedOn)
{
	const FTube Tube = MakeTube(2, FourAngles, 0.6, 0.0, 1, 4, 1);
	FRigFromMotionOptions Options;
	Options.Clusters.BoneCount = 100000;
	EXPECT_FALSE(BuildRigFromMotion(Tube.Set, Options, {}));
	Options.Clusters.BoneCount = 2;
	Options.Tree.ForbiddenEdges = {{0, 1}};
	EXPECT_FALSE(BuildRigFromMotion(Tube.Set, Options, {}));
	FExampleSet Crooked = Tube.Set;
	for (FDouble3& P : Crooked.Rest.Positions)
	{
		P = {P.X, P.Y + 0.1 * P.X * P.X, P.Z + (P.X > 3.0 ? P.X - 3.0 : 0.0)};
	}
	Options.Tree = {};
	Options.bSymmetric = true;
	EXPECT_FALSE(BuildRigFromMotion(Crooked, Options, {}));
}

} // namespace
} // namespace Exemplar
