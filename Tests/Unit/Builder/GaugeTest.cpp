// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "AnimationSpace/Gauge.h"

#include "AnimationSkeletons.h"
#include "AnimationSpace/Embedding.h"
#include "RandomSkin.h"
#include "Skinning/PackedSkin.h"

#include <gtest/gtest.h>

namespace Exemplar
{
namespace GaugeTest
{

using namespace AnimationSkeletons;

std::vector<FJointGauge> GaugeOf(const FTree& Tree)
{
	std::vector<FJointGauge> Out;
	for (size_t Bone = 0; Bone < Tree.Parents.size(); ++Bone)
	{
		Out.push_back({Tree.Parents[Bone], Tree.Joint(Bone), EJointFreedom::Turns, {}});
	}
	return Out;
}

TEST(Gauge, NullVectorsAreInvisibleInEveryPoseThatTheJointsAllow)
{
	FRandomNumbers Numbers(4);
	const FTree Tree(Numbers, 3);
	std::vector<FJointGauge> Joints = GaugeOf(Tree);
	// Bone 1 is a hinge, bone 2 never moves against its parent.
	const Eigen::Vector3d Axis = Numbers.Direction();
	Joints[1].Freedom = EJointFreedom::Hinge;
	Joints[1].Axis = {Axis.x(), Axis.y(), Axis.z()};
	Joints[2].Freedom = EJointFreedom::Rigid;
	EXPECT_TRUE(NullVectors(Joints, 0).empty());
	EXPECT_EQ(NullVectors(Joints, 1).size(), 2u);
	EXPECT_EQ(NullVectors(Joints, 2).size(), 4u);
	for (int Pose = 0; Pose < 10; ++Pose)
	{
		const FDouble3 X = Tree.Joint(1);
		const Eigen::Vector3d Center(X.X, X.Y, X.Z);
		const Eigen::Matrix3d Turn = Eigen::AngleAxisd(Numbers.Between(-3.0, 3.0), Axis).toRotationMatrix();
		std::vector<FAffine3d> Palette(3);
		Palette[1] = ToAffine3d(Turn, Center - Turn * Center);
		Palette[2] = Tree.Parents[2] == 1 ? Palette[1] : Palette[0];
		for (size_t Bone = 1; Bone < 3; ++Bone)
		{
			for (const FAnimationVector& Null : NullVectors(Joints, Bone))
			{
				EXPECT_LT(Distance(Project(Null, Palette), {}), 1e-12);
				EXPECT_EQ(Null.Weight(), 0.0);
			}
		}
	}
	Joints[1].Freedom = EJointFreedom::Translates;
	EXPECT_TRUE(NullVectors(Joints, 1).empty());
}

TEST(Gauge, APointKeepsItsPosesAndComesBackToItsLinearBlend)
{
	FRandomNumbers Numbers(8);
	const FTree Tree(Numbers, 6);
	const std::vector<FJointGauge> Joints = GaugeOf(Tree);
	const std::vector<FAffine3d> Palette = Tree.ToPalette(Tree.Pose(Numbers, 3.0));
	const FAnimationVector Linear = EmbedPoint(
		Numbers.Point(), std::vector<uint16_t>{0, 1, 2, 3, 4, 5}, std::vector<double>{.1, .2, .3, .2, .1, .1});
	FAnimationVector Wandered = Linear;
	for (size_t Bone = 1; Bone < 6; ++Bone)
	{
		Wandered = AddScaled(Wandered, NullVectors(Joints, Bone)[0], Numbers.Between(-30.0, 30.0));
	}
	EXPECT_LT(Distance(Project(Wandered, Palette), Project(Linear, Palette)), 1e-12 * 30.0);
	const FAnimationVector Fixed = FixGauge(Wandered, Joints, Linear, {{0.1, 0.2, 0.3}, 2.0});
	ASSERT_EQ(Fixed.Bones, Linear.Bones);
	EXPECT_LT(Distance(Project(Fixed, Palette), Project(Linear, Palette)), 1e-12);
	for (size_t Slot = 0; Slot < 6; ++Slot)
	{
		EXPECT_NEAR(Fixed.Blocks[Slot].W, Linear.Blocks[Slot].W, 1e-12);
		EXPECT_NEAR(Fixed.Blocks[Slot].X, Linear.Blocks[Slot].X, 1e-12);
	}
	// A point that is no linear blend gets as near as null vectors go, and a bone without its parent stays alone.
	FAnimationVector Bent = Wandered;
	Bent.Blocks[2].Y += 0.5;
	const FAnimationVector Near = FixGauge(Bent, Joints, Linear);
	EXPECT_LT(Distance(Project(Near, Palette), Project(Bent, Palette)), 1e-12);
	EXPECT_NEAR(Near.Weight(), 1.0, 1e-12);
	for (size_t Slot = 0; Slot < 6; ++Slot)
	{
		EXPECT_NEAR(Near.Blocks[Slot].W, Linear.Blocks[Slot].W, 0.5);
	}
	const FAnimationVector Alone{{static_cast<uint16_t>(5)}, {{1, 2, 3, 1}}};
	EXPECT_EQ(FixGauge(Alone, Joints, Linear), Alone);
}

TEST(Gauge, SixteenBitsKeepMoreDigitsOfPointsWithAFixedGauge)
{
	FTestRandom Random(12);
	const FSkeletonData Skeleton = MakeRandomSkeleton(Random, 6, true);
	const FRestPose Rest = *MakeRestPose(Skeleton);
	const TResult<std::vector<FJointGauge>> Joints = FindGauge(Skeleton, {});
	ASSERT_TRUE(Joints);
	FMeshLevelData Level = MakeRandomLevel(Random, 60, 6, 6, 6);
	std::vector<FAnimationVector> Linear = ReadSkin(Level), Wandered = Linear, Fixed;
	for (size_t Vertex = 0; Vertex < Linear.size(); ++Vertex)
	{
		for (size_t Bone = 1; Bone < 6; ++Bone)
		{
			const double Share = static_cast<double>(Random.Uniform(-20.0f, 20.0f));
			Wandered[Vertex] = AddScaled(Wandered[Vertex], NullVectors(*Joints, Bone)[0], Share);
		}
		Fixed.push_back(FixGauge(Wandered[Vertex], *Joints, Linear[Vertex]));
	}
	const std::vector<FAffine> Palette = MakePalette(Rest, MakeRandomPose(Random, Rest.Local, 2.0f));
	FPackOptions Options;
	Options.Kind = EPackedKind::AnimationSpace;
	Options.Points = EPointFormat::Fixed16;
	Options.Frames = EFrameFormat::None;
	const auto ErrorOf = [&](const std::vector<FAnimationVector>& Points)
	{
		Level.Skin = StoreSkin(Points);
		const TResult<FPackedSkin> Packed = PackSkin(ViewOf(Level), Rest, Options);
		EXPECT_TRUE(Packed);
		return Packed ? Packed->Errors.LargestPoint : INFINITY;
	};
	const float Before = ErrorOf(Wandered), After = ErrorOf(Fixed), Best = ErrorOf(Linear);
	EXPECT_LT(After, 0.2f * Before);
	EXPECT_LT(After, 1.5f * Best);
	EXPECT_GT(Best, 0.0f);
}

TEST(Gauge, JointsThatAClipMovesHaveNoNullVector)
{
	FTestRandom Random(3);
	const FSkeletonData Skeleton = MakeRandomSkeleton(Random, 3, true);
	FClipData Clip;
	Clip.FrameCount = 2;
	Clip.Translations.Offsets = {0, 0, 2, 4};
	Clip.Translations.Frames = {0, 1, 0, 1};
	const FFloat3 T1 = Skeleton.RestLocal[1].Translation, T2 = Skeleton.RestLocal[2].Translation;
	Clip.Translations.Values = {T1, T1, T2, T2 + FFloat3{0.01f, 0.0f, 0.0f}};
	const TResult<std::vector<FJointGauge>> Joints = FindGauge(Skeleton, std::span(&Clip, 1));
	ASSERT_TRUE(Joints);
	EXPECT_EQ((*Joints)[1].Freedom, EJointFreedom::Turns);
	EXPECT_EQ((*Joints)[2].Freedom, EJointFreedom::Translates);
}

} // namespace GaugeTest
} // namespace Exemplar
