// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Pose/Twist.h"
#include "RandomSkin.h"
#include "Skinning/ReferenceSkinning.h"

#include <gtest/gtest.h>

namespace Exemplar
{
namespace TwistSkinningTest
{

/** A straight chain along Direction, joints two apart, frames aligned with the axes of the character. */
FRestPose StraightChain(size_t JointCount, const FFloat3& Direction)
{
	std::vector<int32_t> Parents;
	std::vector<FBoneTransform> Local(JointCount);
	for (size_t Joint = 0; Joint < JointCount; ++Joint)
	{
		Parents.push_back(static_cast<int32_t>(Joint) - 1);
		Local[Joint].Translation = Joint == 0 ? FFloat3{} : Direction * 2.0f;
	}
	return *MakeRestPose(Parents, Local);
}

std::vector<float> TwistsOf(const FRestPose& Rest, const std::vector<FBoneTransform>& Pose)
{
	std::vector<float> Twists(Pose.size(), 0.0f);
	FTwistJob{Pose, Rest.Local, Rest.LocalLinkAxes, Twists}.Run();
	return Twists;
}

TEST(TwistSkinning, WithoutTwistItIsLinearBlendSkinning)
{
	FTestRandom Random(31);
	const FRestPose Rest = *MakeRestPose(MakeRandomSkeleton(Random, 20));
	const FMeshLevelData Level = MakeRandomLevel(Random, 60, 20, 1, 6);
	const std::vector<FAffine> Palette = MakePalette(Rest, MakeRandomPose(Random, Rest.Local, 2.0f));
	const std::vector<float> Zero(20, 0.0f);
	const FTwistSegments Segments =
		MakeTwistSegments(Rest, Level.Positions, ViewOf(Level).Weights, ETwistProfile::Smooth);
	for (size_t Vertex = 0; Vertex < 60; ++Vertex)
	{
		const auto Bones = BonesOf(Level.Weights, Vertex);
		const auto Weights = WeightsOf(Level.Weights, Vertex);
		const FSurfacePoint P = SurfaceOf(Level, Vertex);
		const FSurfacePoint Twisted = SkinTwistSegment(Rest, Palette, Zero,
			Segments.Segments[Segments.SegmentOfVertex[Vertex]], Segments.TwistFractions[Vertex], Bones, Weights, P);
		EXPECT_LT(Distance(Twisted.Position, SkinLinearBlend(Palette, Bones, Weights, P).Position), 1e-6f);
	}
}

TEST(TwistSkinning, ATurnOfTheRootMovesTheMeshRigidly)
{
	FTestRandom Random(32);
	const FRestPose Rest = *MakeRestPose(MakeRandomSkeleton(Random, 12));
	const FMeshLevelData Level = MakeRandomLevel(Random, 40, 12, 1, 4);
	std::vector<FBoneTransform> Pose = Rest.Local;
	Pose[0].Rotation = Compose(Pose[0].Rotation, Random.Rotation(3.0f));
	const std::vector<FAffine> Palette = MakePalette(Rest, Pose);
	const std::vector<float> Twists = TwistsOf(Rest, Pose);
	const FTwistSegments Segments =
		MakeTwistSegments(Rest, Level.Positions, ViewOf(Level).Weights, ETwistProfile::Linear);
	for (size_t Vertex = 0; Vertex < 40; ++Vertex)
	{
		const FSurfacePoint P = SkinTwistSegment(Rest, Palette, Twists,
			Segments.Segments[Segments.SegmentOfVertex[Vertex]], Segments.TwistFractions[Vertex],
			BonesOf(Level.Weights, Vertex), WeightsOf(Level.Weights, Vertex), SurfaceOf(Level, Vertex));
		EXPECT_LT(Distance(P.Position, TransformPoint(Palette[0], Level.Positions[Vertex])), 1e-5f);
	}
}

TEST(TwistSkinning, PureTwistOfAStraightChainIsASpiralWhateverTheWeights)
{
	FTestRandom Random(33);
	const FRestPose Rest = StraightChain(5, {0.0f, 1.0f, 0.0f});
	for (const float Degrees : {60.0f, 180.0f, 200.0f, 360.0f, 540.0f, 720.0f})
	{
		std::vector<FBoneTransform> Pose = Rest.Local;
		std::vector<float> Twists(5, 0.0f); // the raw channel: a quaternion has forgotten whole turns
		for (const size_t Joint : {size_t{1}, size_t{2}, size_t{3}})
		{
			Twists[Joint] = Degrees * PiF / 180.0f * (Joint == 2 ? -0.5f : 1.0f);
			Pose[Joint].Rotation = RotationAboutAxis({0.0f, 1.0f, 0.0f}, Twists[Joint]);
		}
		const std::vector<FAffine> Palette = MakePalette(Rest, Pose);
		for (int Round = 0; Round < 60; ++Round)
		{
			const float Y = Random.Uniform(0.0f, 7.99f);
			const uint16_t Base = static_cast<uint16_t>(Y / 2.0f);
			const float Delta = Y / 2.0f - static_cast<float>(Base);
			TBlendWeights<FOwned> Weights;
			AddRandomInfluences(Random, Weights, 5, 3);
			const FSurfacePoint P = SkinTwistSegment(Rest, Palette, Twists, {Base, static_cast<uint16_t>(Base + 1)},
				Delta, Weights.Bones, Weights.Weights, {{1.0f, Y, 0.0f}, {1.0f, 0.0f, 0.0f}, {}});
			float Angle = Delta * Twists[Base + 1];
			for (size_t Joint = 0; Joint <= Base; ++Joint)
			{
				Angle += Twists[Joint];
			}
			EXPECT_NEAR(P.Position.X, std::cos(Angle), 1e-5f);
			EXPECT_NEAR(P.Position.Z, -std::sin(Angle), 1e-5f);
			EXPECT_NEAR(P.Position.Y, Y, 1e-5f);
			EXPECT_NEAR(P.Normal.X, std::cos(Angle), 1e-5f);
		}
	}
}

/** The gap at a joint between what the link before it and the link after it make of the same point. */
float GapAtJoint(const FRestPose& Rest, const std::vector<FAffine>& Palette, const std::vector<float>& Twists,
	uint16_t Joint, const TBlendWeights<FOwned>& Weights, const FSurfacePoint& P)
{
	const FTwistSegment Before{static_cast<uint16_t>(Joint - 1), Joint}, After{Joint, static_cast<uint16_t>(Joint + 1)};
	return Distance(SkinTwistSegment(Rest, Palette, Twists, Before, 1.0f, Weights.Bones, Weights.Weights, P).Position,
		SkinTwistSegment(Rest, Palette, Twists, After, 0.0f, Weights.Bones, Weights.Weights, P).Position);
}

TEST(TwistSkinning, IsContinuousAcrossTheJointsOfACrookedChainForAnyWeights)
{
	FTestRandom Random(34);
	const FRestPose Rest = *MakeRestPose(MakeRandomSkeleton(Random, 8, true));
	const std::vector<FBoneTransform> Pose = MakeRandomPose(Random, Rest.Local, 2.5f);
	const std::vector<FAffine> Palette = MakePalette(Rest, Pose);
	const std::vector<float> Twists = TwistsOf(Rest, Pose);
	float LargestAscending = 0.0f;
	for (int Round = 0; Round < 100; ++Round)
	{
		const uint16_t Joint = static_cast<uint16_t>(1 + Random.Below(6));
		TBlendWeights<FOwned> Weights;
		AddRandomInfluences(Random, Weights, 8, 4);
		const FSurfacePoint P{Random.InBox(1.0f), {}, {}};
		EXPECT_LT(GapAtJoint(Rest, Palette, Twists, Joint, Weights, P), 1e-5f);

		// With the undone twists in ascending order the surface tears: the order of the product is not free.
		FFloat3 Sides[2];
		for (int Side = 0; Side < 2; ++Side)
		{
			const int32_t Base = Joint - 1 + Side;
			for (size_t Index = 0; Index < 4; ++Index)
			{
				FAffine C;
				for (int32_t H = Base; H > Weights.Bones[Index]; --H)
				{
					C = Compose(LineRotation(Rest.Centers[H], Rest.LinkAxes[H], Twists[H]), C);
				}
				for (int32_t H = Weights.Bones[Index]; H > Base; --H)
				{
					C = Compose(LineRotation(Rest.Centers[H], Rest.LinkAxes[H], -Twists[H]), C);
				}
				const FAffine Twist =
					LineRotation(Rest.Centers[Joint], Rest.LinkAxes[Joint], Side == 0 ? Twists[Joint] : 0.0f);
				Sides[Side] += TransformPoint(Compose(Palette[Weights.Bones[Index]], Compose(C, Twist)), P.Position) *
					Weights.Weights[Index];
			}
		}
		LargestAscending = (std::max)(LargestAscending, Distance(Sides[0], Sides[1]));
	}
	EXPECT_GT(LargestAscending, 0.1f);
}

TEST(TwistSkinning, AMirroredCharacterGivesTheMirroredMesh)
{
	// A link that points down its frame's y axis: the twist's sign has to follow the link, not the frame.
	FTestRandom Random(35);
	const FRestPose Up = StraightChain(4, {0.0f, 1.0f, 0.0f}), Down = StraightChain(4, {0.0f, -1.0f, 0.0f});
	std::vector<FBoneTransform> Pose = Up.Local, Mirrored = Down.Local;
	for (size_t Joint = 1; Joint < 4; ++Joint)
	{
		const FRotation Q =
			Compose(Random.Rotation(0.7f), RotationAboutAxis({0.0f, 1.0f, 0.0f}, Random.Uniform(-2.0f, 2.0f)));
		Pose[Joint].Rotation = Q;
		Mirrored[Joint].Rotation = {-Q.X, Q.Y, -Q.Z, Q.W}; // conjugated by the mirror y -> -y
	}
	const std::vector<FAffine> Palette = MakePalette(Up, Pose), MirroredPalette = MakePalette(Down, Mirrored);
	const std::vector<float> Twists = TwistsOf(Up, Pose), MirroredTwists = TwistsOf(Down, Mirrored);
	for (int Round = 0; Round < 50; ++Round)
	{
		TBlendWeights<FOwned> Weights;
		AddRandomInfluences(Random, Weights, 4, 3);
		const uint16_t Base = static_cast<uint16_t>(Random.Below(3));
		const FTwistSegment Segment{Base, static_cast<uint16_t>(Base + 1)};
		const float Fraction = Random.Uniform(0.0f, 1.0f);
		const FFloat3 P = Random.InBox(2.0f);
		const FFloat3 A = SkinTwistSegment(Up, Palette, Twists, Segment, Fraction, Weights.Bones, Weights.Weights,
			{P, {}, {}}).Position;
		const FFloat3 B = SkinTwistSegment(Down, MirroredPalette, MirroredTwists, Segment, Fraction, Weights.Bones,
			Weights.Weights,
			{{P.X, -P.Y, P.Z}, {},
				{}}).Position;
		EXPECT_LT(Distance({A.X, -A.Y, A.Z}, B), 2e-5f);
	}
}

TEST(TwistSkinning, OnlyTheUnwrappedAngleMakesAFullSpiral)
{
	const FRestPose Rest = StraightChain(3, {0.0f, 1.0f, 0.0f});
	std::vector<FBoneTransform> Pose = Rest.Local;
	std::vector<float> Unwrapped(3, 0.0f);
	for (int Degrees = 0; Degrees <= 360; Degrees += 45)
	{
		Pose[1].Rotation = RotationAboutAxis({0.0f, 1.0f, 0.0f}, static_cast<float>(Degrees) * PiF / 180.0f);
		ASSERT_TRUE((FTwistJob{Pose, Rest.Local, Rest.LocalLinkAxes, Unwrapped}.Run()));
	}
	const std::vector<float> Wrapped = TwistsOf(Rest, Pose);
	EXPECT_NEAR(Unwrapped[1], 2.0f * PiF, 1e-4f);
	EXPECT_NEAR(Wrapped[1], 0.0f, 1e-4f);
	const std::vector<uint16_t> Bones{0};
	const std::vector<float> One{1.0f};
	const std::vector<FAffine> Palette = MakePalette(Rest, Pose);
	const FSurfacePoint P{{1.0f, 1.0f, 0.0f}, {}, {}};
	EXPECT_NEAR(SkinTwistSegment(Rest, Palette, Unwrapped, {0, 1}, 0.5f, Bones, One, P).Position.X, -1.0f, 1e-4f);
	EXPECT_NEAR(SkinTwistSegment(Rest, Palette, Wrapped, {0, 1}, 0.5f, Bones, One, P).Position.X, 1.0f, 1e-4f);
}

TEST(TwistSegments, LinearFractionsRunFromZeroToOneAlongAStraightChain)
{
	const FRestPose Rest = StraightChain(5, {0.0f, 1.0f, 0.0f});
	FTestRandom Random(36);
	FMeshLevelData Level;
	Level.Weights.Offsets.push_back(0);
	for (float Y = -0.5f; Y < 8.5f; Y += 0.13f)
	{
		Level.Positions.push_back({0.7f, Y, 0.2f});
		const int Main = (std::min)(3, (std::max)(0, static_cast<int>(Y / 2.0f)));
		Level.Weights.Bones.push_back(static_cast<uint16_t>(Main));
		Level.Weights.Weights.push_back(1.0f);
		Level.Weights.Offsets.push_back(static_cast<uint32_t>(Level.Weights.Bones.size()));
	}
	const FTwistSegments S = MakeTwistSegments(Rest, Level.Positions, ViewOf(Level).Weights, ETwistProfile::Linear);
	for (size_t Vertex = 0; Vertex < Level.Positions.size(); ++Vertex)
	{
		const FTwistSegment& Segment = S.Segments[S.SegmentOfVertex[Vertex]];
		const float Along = static_cast<float>(Segment.Base) + S.TwistFractions[Vertex];
		EXPECT_NEAR(Along, (std::min)(4.0f, (std::max)(0.0f, Level.Positions[Vertex].Y / 2.0f)), 1e-5f);
	}
}

TEST(TwistSegments, SmoothFractionsDoNotTearBetweenSiblingsNorAtBends)
{
	// A fork: 0 -> 1, then 1 -> 2 and 1 -> 3 to both sides. Walk across every border; neighbors must move together.
	const std::vector<int32_t> Parents{NoParent, 0, 1, 1};
	std::vector<FBoneTransform> Local(4);
	Local[1].Translation = {0.0f, 1.0f, 0.0f};
	Local[2].Translation = {0.8f, 0.6f, 0.0f};
	Local[3].Translation = {-0.8f, 0.6f, 0.0f};
	const FRestPose Rest = *MakeRestPose(Parents, Local);
	const std::vector<uint16_t> Bones{0, 1, 2, 3};
	const std::vector<float> Equal(4, 0.25f);
	std::vector<FBoneTransform> Pose = Local;
	for (const size_t Joint : {size_t{1}, size_t{2}})
	{
		Pose[Joint].Rotation = RotationAboutAxis(Rest.LocalLinkAxes[Joint], 1.5f);
	}
	const std::vector<FAffine> Palette = MakePalette(Rest, Pose);
	const std::vector<float> Twists = TwistsOf(Rest, Pose);
	EXPECT_NEAR(Twists[2], 1.5f, 1e-5f);
	float Largest[2] = {};
	for (const ETwistProfile Profile : {ETwistProfile::Linear, ETwistProfile::Smooth})
	{
		for (float Height = 0.7f; Height < 1.8f; Height += 0.1f)
		{
			FMeshLevelData Level;
			Level.Weights.Offsets.push_back(0);
			for (float X = -0.8f; X <= 0.8f; X += 0.002f)
			{
				Level.Positions.push_back({X, Height, 0.2f});
				Level.Weights.Bones.insert(Level.Weights.Bones.end(), Bones.begin(), Bones.end());
				Level.Weights.Weights.insert(Level.Weights.Weights.end(), Equal.begin(), Equal.end());
				Level.Weights.Offsets.push_back(static_cast<uint32_t>(Level.Weights.Bones.size()));
			}
			const FTwistSegments S = MakeTwistSegments(Rest, Level.Positions, ViewOf(Level).Weights, Profile);
			FFloat3 Last;
			for (size_t Vertex = 0; Vertex < Level.Positions.size(); ++Vertex)
			{
				const FFloat3 P = SkinTwistSegment(Rest, Palette, Twists, S.Segments[S.SegmentOfVertex[Vertex]],
					S.TwistFractions[Vertex], Bones, Equal,
					{Level.Positions[Vertex], {},
						{}}).Position;
				float& Step = Largest[Profile == ETwistProfile::Linear ? 0 : 1];
				Step = Vertex == 0 ? Step : (std::max)(Step, Distance(P, Last));
				Last = P;
			}
		}
	}
	EXPECT_GT(Largest[0], 0.05f); // the tear that the linear profile leaves
	EXPECT_LT(Largest[1], 0.02f); // ten times the step of the walk
}

} // namespace TwistSkinningTest
} // namespace Exemplar
