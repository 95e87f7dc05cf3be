// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/BuildRig.h"

#include "FullSize.h"
#include "Model/Posing.h"
#include "Rig/Symmetry.h"
#include "Sample/SampleCharacter.h"
#include "TubeExamples.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>

namespace Exemplar
{
namespace BuildRigTest
{

using namespace TubeExamples;

const std::vector<double> FourAngles{20.0, 40.0, 60.0, 80.0};

FRigResult BuildRigOf(const FExampleSet& Set, const FRigOptions& Options)
{
	TResult<FRigResult> Rig = BuildRig(Set, Options, {});
	EXPECT_TRUE(Rig.IsOk()) << (Rig ? "" : Rig.GetError().Message);
	return Rig ? std::move(*Rig) : FRigResult{};
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

TEST(BuildRig, TubesGetTheirHingesBackInOnePass)
{
	struct FCase
	{
		size_t Bones;
		double Blend, Noise;
	};
	for (const FCase& Case : {FCase{2, 0.0, 0.0}, FCase{2, 0.6, 0.0}, FCase{3, 0.6, 0.0}, FCase{3, 0.6, 0.001}})
	{
		const FTube Tube = MakeTube(Case.Bones, FourAngles, Case.Blend, Case.Noise);
		FRigOptions Options;
		Options.Clusters.BoneCount = static_cast<int>(Case.Bones);
		Options.bRefine = false;
		const FRigResult Found = BuildRigOf(Tube.Set, Options);
		const FRig& Rig = Found.Rig;
		ASSERT_EQ(Rig.BoneCount, Case.Bones);
		ExpectProperWeights(Rig, 4);
		EXPECT_LT(RmsOf(Tube.Set, Rig), 0.12);
		if (Case.Bones == 3)
		{
			EXPECT_EQ(Rig.Root, 0); // parents come first
			EXPECT_EQ(Rig.NumberOf(0), 1u) << "labels run along the tube: the middle bone";
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

TEST(BuildRig, RefinementFindsTheExactRigOfASmoothTube)
{
	const FTube Tube = MakeTube(3, FourAngles, 0.6);
	FRigOptions Options;
	Options.Clusters.BoneCount = 3;
	const FRigResult Found = BuildRigOf(Tube.Set, Options);
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

TEST(BuildRig, ConnectedBonesMeetInEveryExampleAndStillReproduceThem)
{
	const FTube Tube = MakeTube(3, FourAngles, 0.6);
	FRigOptions Options;
	Options.Clusters.BoneCount = 3;
	Options.bConnected = true;
	const FRigResult Found = BuildRigOf(Tube.Set, Options);
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

/** Bones that no point follows. */
size_t CountIdle(const FRig& Rig)
{
	const std::set<uint16_t> Held(Rig.Weights.Bones.begin(), Rig.Weights.Bones.end());
	return Rig.BoneCount - Held.size();
}

TEST(BuildRig, EveryBoneHoldsPointsAlsoWithMoreBonesThanTheTruthHas)
{
	const FTube Tube = MakeTube(3, FourAngles, 0.6, 0.0, 1, 8, 3);
	for (const bool bSymmetric : {false, true})
	{
		for (const bool bConnected : {false, true})
		{
			for (const bool bRefine : {false, true})
			{
				FRigOptions Options;
				Options.Clusters.BoneCount = 12;
				Options.Refine.Effort = ERefineEffort::Fast;
				Options.bSymmetric = bSymmetric;
				Options.bConnected = bConnected;
				Options.bRefine = bRefine;
				const FRigResult Found = BuildRigOf(Tube.Set, Options);
				ASSERT_EQ(Found.Rig.BoneCount, 12u);
				EXPECT_EQ(CountIdle(Found.Rig), 0u) << (bSymmetric ? "symmetric " : "")
													<< (bConnected ? "connected " : "") << (bRefine ? "refined" : "");
				EXPECT_LT(RmsOf(Tube.Set, Found.Rig), 0.3);
				for (size_t Bone = 0; Bone < 12 && bSymmetric; ++Bone)
				{
					EXPECT_EQ(Found.MirrorImages[Found.MirrorImages[Bone]], Bone);
				}
			}
		}
	}
}

TEST(BuildRig, ASymmetricRigIsFoundFromOneSidedExamples)
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
	FRigOptions Options;
	Options.Clusters.BoneCount = 3;
	Options.bSymmetric = true;
	const FRigResult Found = BuildRigOf(Tube.Set, Options);
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

TEST(BuildRig, DependentBonesAreRemovedWhenAsked)
{
	const FTube Tube = MakeTube(2, FourAngles, 0.6);
	FRigOptions Options;
	Options.Clusters.BoneCount = 4; // two more than there are
	Options.bRefine = false;
	EXPECT_EQ(BuildRigOf(Tube.Set, Options).Rig.BoneCount, 4u);
	Options.DependentTolerance = 1.5;
	const FRigResult Fewer = BuildRigOf(Tube.Set, Options);
	EXPECT_EQ(Fewer.Rig.BoneCount, 2u);
	EXPECT_EQ(Fewer.Removed.size(), 2u);
	EXPECT_LT(RmsOf(Tube.Set, Fewer.Rig), 0.5);
}

/** The sample character at a modest size, and where its joints are that some example bends by ten degrees or more. */
struct FSampleTruth
{
	FExampleSet Set;
	size_t JointCount = 0;
	double Height = 0.0;
	std::vector<std::pair<std::string, FDouble3>> Excited;

	FSampleTruth()
	{
		FSampleOptions SampleOptions;
		SampleOptions.VertexCount = 2000;
		TResult<FSampleCharacter> Sample = BuildSample(SampleOptions, {});
		EXPECT_TRUE(Sample) << Sample.GetError().Message;
		const FSkeletonData Truth = Sample->Source.Rig->Skeleton;
		const std::vector<FAffine3d> Palettes = Sample->Palettes;
		TResult<FExampleSet> Built = BuildExampleSet(Sample->Source, {}, {});
		EXPECT_TRUE(Built) << Built.GetError().Message;
		Set = std::move(*Built);
		JointCount = Truth.JointCount();
		const auto [Low, High] = std::minmax_element(Set.Rest.Positions.begin(), Set.Rest.Positions.end(),
			[](const FDouble3& A, const FDouble3& B) { return A.Y < B.Y; });
		Height = High->Y - Low->Y;
		std::vector<FAffine> Model(JointCount);
		for (size_t Joint = 0; Joint < JointCount; ++Joint)
		{
			const int32_t Parent = Truth.Parents[Joint];
			const FAffine Local = ToAffine(Truth.RestLocal[Joint]);
			Model[Joint] = Parent == NoParent ? Local : Compose(Model[static_cast<size_t>(Parent)], Local);
			double Bend = 0.0;
			for (size_t Pose = 0; Pose < Set.PoseCount() && Parent != NoParent; ++Pose)
			{
				const FAffine3d& A = Palettes[Pose * JointCount + Joint];
				const FAffine3d& B = Palettes[Pose * JointCount + static_cast<size_t>(Parent)];
				const FAffine3d Relative = Compose(InverseRigid(B), A);
				const double Cosine = 0.5 * (Relative.M[0] + Relative.M[5] + Relative.M[10] - 1.0);
				Bend = std::fmax(Bend, std::acos(std::fmax(-1.0, std::fmin(1.0, Cosine))));
			}
			if (Bend >= 10.0 * std::numbers::pi / 180.0)
			{
				Excited.push_back(
					{Truth.Names[Joint], {Model[Joint].Rows[0].W, Model[Joint].Rows[1].W, Model[Joint].Rows[2].W}});
			}
		}
	}
};

const FSampleTruth& SampleTruth()
{
	static const FSampleTruth Truth;
	return Truth;
}

double DistanceBetween(const FDouble3& A, const FDouble3& B)
{
	return std::hypot(A.X - B.X, A.Y - B.Y, A.Z - B.Z);
}

/** Every excited joint but so many has a joint of the rig within 3 % of the height. */
void ExpectJointsFound(const FSampleTruth& Truth, const FRig& Rig, size_t Missed = 0)
{
	std::string Names;
	EXPECT_GT(Truth.Excited.size(), 10u);
	for (const auto& [Name, Position] : Truth.Excited)
	{
		double Nearest = 1e9;
		for (size_t Bone = 0; Bone < Rig.BoneCount; ++Bone)
		{
			Nearest = Rig.Parents[Bone] == NoParent ? Nearest
													: std::fmin(Nearest, DistanceBetween(Rig.Joints[Bone], Position));
		}
		Names += Nearest < 0.03 * Truth.Height ? "" : " " + Name;
	}
	EXPECT_LE(static_cast<size_t>(std::count(Names.begin(), Names.end(), ' ')), Missed) << Names;
}

TEST(BuildRig, TheSampleCharactersJointsComeBackWhereTheExamplesBendThem)
{
	FULL_SIZE_TEST();
	const FSampleTruth& Truth = SampleTruth();
	FRigOptions Options;
	Options.Clusters.BoneCount = static_cast<int>(Truth.JointCount);
	const FRigResult Found = BuildRigOf(Truth.Set, Options);
	ASSERT_EQ(Found.Rig.BoneCount, Truth.JointCount);
	EXPECT_LT(RmsOf(Truth.Set, Found.Rig), 0.01);
	ExpectJointsFound(Truth, Found.Rig);
}

TEST(BuildRig, TheSampleCharacterIsReproducedByConnectedBonesAsWell)
{
	FULL_SIZE_TEST();
	const FSampleTruth& Truth = SampleTruth();
	FRigOptions Options;
	Options.Clusters.BoneCount = static_cast<int>(Truth.JointCount);
	Options.bConnected = true;
	const FRigResult Found = BuildRigOf(Truth.Set, Options);
	EXPECT_LT(RmsOf(Truth.Set, Found.Rig), 0.05);
	ExpectJointsFound(Truth, Found.Rig);
}

TEST(BuildRig, TheFastWayFindsTheSampleCharactersJointsButForThoseThatHardlyMatter)
{
	FULL_SIZE_TEST();
	// Bones are not exchanged: with as many bones as joints the toes, whose motion costs least, go without.
	const FSampleTruth& Truth = SampleTruth();
	FRigOptions Options;
	Options.Clusters.BoneCount = static_cast<int>(Truth.JointCount);
	Options.Refine.Effort = ERefineEffort::Fast;
	const FRigResult Found = BuildRigOf(Truth.Set, Options);
	EXPECT_LT(RmsOf(Truth.Set, Found.Rig), 0.1);
	ExpectJointsFound(Truth, Found.Rig, 3);
}

TEST(BuildRig, TheSampleCharacterGetsASymmetricRig)
{
	FULL_SIZE_TEST();
	const FSampleTruth& Truth = SampleTruth();
	const TResult<FMirror> Mirror = FindMirror(Truth.Set.Rest, 1.0, {});
	ASSERT_TRUE(Mirror);
	for (const bool bConnected : {false, true})
	{
		FRigOptions Options;
		Options.Clusters.BoneCount = static_cast<int>(Truth.JointCount);
		Options.Refine.Effort = ERefineEffort::Fast;
		Options.bSymmetric = true;
		Options.bConnected = bConnected;
		const FRigResult Found = BuildRigOf(Truth.Set, Options);
		const FRig& Rig = Found.Rig;
		ASSERT_EQ(Rig.BoneCount, Truth.JointCount);
		ASSERT_EQ(Found.MirrorImages.size(), Rig.BoneCount);
		EXPECT_EQ(Rig.PoseCount, Truth.Set.PoseCount());
		EXPECT_LT(RmsOf(Truth.Set, Rig), 0.15);
		ExpectProperWeights(Rig, 4);
		ExpectJointsFound(Truth, Rig, 3);
		for (size_t Bone = 0; Bone < Rig.BoneCount; ++Bone)
		{
			const size_t Image = Found.MirrorImages[Bone];
			ASSERT_EQ(Found.MirrorImages[Image], Bone);
			const int32_t Parent = Rig.Parents[Bone];
			ASSERT_EQ(Rig.Parents[Image],
				Parent == NoParent ? NoParent : static_cast<int32_t>(Found.MirrorImages[static_cast<size_t>(Parent)]));
			EXPECT_LT(DistanceBetween(Rig.Joints[Bone], Reflect(*Mirror, Rig.Joints[Image])), 1e-9);
		}
		// Weights: a point follows a bone as its mirror image follows the bone's. The surface is tessellated
		// differently on either side, so that images are blends.
		double Difference = 0.0;
		const size_t Points = Rig.Weights.PointCount();
		for (size_t Point = 0; Point < Points; ++Point)
		{
			std::vector<double> Row(Rig.BoneCount, 0.0);
			for (uint32_t Index = Rig.Weights.Offsets[Point]; Index < Rig.Weights.Offsets[Point + 1]; ++Index)
			{
				Row[Rig.Weights.Bones[Index]] += Rig.Weights.Weights[Index];
			}
			for (size_t Corner = 0; Corner < 3; ++Corner)
			{
				const uint32_t Other = Mirror->Points[Point][Corner];
				for (uint32_t Index = Rig.Weights.Offsets[Other]; Index < Rig.Weights.Offsets[Other + 1]; ++Index)
				{
					Row[Found.MirrorImages[Rig.Weights.Bones[Index]]] -=
						Mirror->Shares[Point][Corner] * Rig.Weights.Weights[Index];
				}
			}
			for (const double Entry : Row)
			{
				Difference += std::abs(Entry);
			}
		}
		EXPECT_LT(Difference / static_cast<double>(Points), 0.02);
	}
}

TEST(BuildRig, WhatAStageRefusesIsPassedOn)
{
	const FTube Tube = MakeTube(2, FourAngles, 0.6, 0.0, 1, 4, 1);
	FRigOptions Options;
	Options.Clusters.BoneCount = 100000;
	EXPECT_FALSE(BuildRig(Tube.Set, Options, {}));
	Options.Clusters.BoneCount = 2;
	Options.Tree.ForbiddenEdges = {{0, 1}};
	EXPECT_FALSE(BuildRig(Tube.Set, Options, {}));
	FExampleSet Crooked = Tube.Set;
	for (FDouble3& P : Crooked.Rest.Positions)
	{
		P = {P.X, P.Y + 0.1 * P.X * P.X, P.Z + (P.X > 3.0 ? P.X - 3.0 : 0.0)};
	}
	Options.Tree = {};
	Options.bSymmetric = true;
	EXPECT_FALSE(BuildRig(Crooked, Options, {}));
}

} // namespace BuildRigTest
} // namespace Exemplar
