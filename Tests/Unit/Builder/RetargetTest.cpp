// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Clips/Retarget.h"

#include "Clips/GroundContact.h"
#include "RandomNumbers.h"
#include "Sample/SampleCharacter.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <numbers>

namespace Exemplar
{
namespace RetargetTest
{

struct FPlacedJoint
{
	const char* Name;
	int32_t Parent;
	FDouble3 Place;
};

/** Unrotated joints at places of the model. */
FSkeletonData SkeletonOf(const std::vector<FPlacedJoint>& Joints)
{
	FSkeletonData Out;
	for (const FPlacedJoint& Joint : Joints)
	{
		const FDouble3 Above = Joint.Parent == NoParent ? FDouble3{} : Joints[static_cast<size_t>(Joint.Parent)].Place;
		Out.Names.push_back(Joint.Name);
		Out.Parents.push_back(Joint.Parent);
		Out.RestLocal.push_back({{},
			{static_cast<float>(Joint.Place.X - Above.X), static_cast<float>(Joint.Place.Y - Above.Y),
				static_cast<float>(Joint.Place.Z - Above.Z)},
			{1.0f, 1.0f, 1.0f}});
	}
	return Out;
}

enum EJoint : size_t
{
	Hips,
	Spine,
	Chest,
	Neck,
	Head,
	ArmL,
	ElbowL,
	HandL,
	ArmR,
	ElbowR,
	HandR,
	LegL,
	KneeL,
	FootL,
	ToeL,
	LegR,
	KneeR,
	FootR,
	ToeR
};

/** A body whose names say nothing. Drop lowers the hands, as a part of the arm's length. */
std::vector<FPlacedJoint> BodyJoints(double Size = 1.0, double Drop = 0.0)
{
	const double Out = std::sqrt(1.0 - Drop * Drop);
	std::vector<FPlacedJoint> Joints{{"j0", NoParent, {0, 1, 0}}, {"j1", 0, {0, 1.2, 0}}, {"j2", 1, {0, 1.45, 0}},
		{"j3", 2, {0, 1.6, 0}}, {"j4", 3, {0, 1.75, 0}}, {"j5", 2, {0.18, 1.5, 0}},
		{"j6", 5, {0.18 + 0.28 * Out, 1.5 - 0.28 * Drop, 0}}, {"j7", 6, {0.18 + 0.54 * Out, 1.5 - 0.54 * Drop, 0}},
		{"j8", 2, {-0.18, 1.5, 0}}, {"j9", 8, {-0.18 - 0.28 * Out, 1.5 - 0.28 * Drop, 0}},
		{"j10", 9, {-0.18 - 0.54 * Out, 1.5 - 0.54 * Drop, 0}}, {"j11", 0, {0.1, 0.95, 0}},
		{"j12", 11, {0.1, 0.5, 0.02}}, {"j13", 12, {0.1, 0.08, 0}}, {"j14", 13, {0.1, 0.02, 0.14}},
		{"j15", 0, {-0.1, 0.95, 0}}, {"j16", 15, {-0.1, 0.5, 0.02}}, {"j17", 16, {-0.1, 0.08, 0}},
		{"j18", 17, {-0.1, 0.02, 0.14}}};
	for (FPlacedJoint& Joint : Joints)
	{
		Joint.Place = {Size * Joint.Place.X, Size * Joint.Place.Y, Size * Joint.Place.Z};
	}
	return Joints;
}

FRotation About(const FFloat3& Axis, float Angle)
{
	return RotationAboutAxis(Axis, Angle);
}

/** A clip in which every joint turns by what Turn(Joint, Frame) gives, and the first moves. */
template <typename TurnType>
FAnimation Animate(const FSkeletonData& Skeleton, size_t Frames, const TurnType& Turn)
{
	FClipData Clip;
	Clip.Name = "clip";
	Clip.FrameCount = static_cast<uint32_t>(Frames);
	Clip.Rotations.Offsets = Clip.Translations.Offsets = {0};
	for (size_t Joint = 0; Joint < Skeleton.JointCount(); ++Joint)
	{
		for (size_t Frame = 0; Frame < Frames; ++Frame)
		{
			Clip.Rotations.Frames.push_back(static_cast<uint16_t>(Frame));
			Clip.Rotations.Values.push_back(Turn(Joint, Frame));
			if (Joint == 0)
			{
				Clip.Translations.Frames.push_back(static_cast<uint16_t>(Frame));
				Clip.Translations.Values.push_back(Skeleton.RestLocal[0].Translation +
					FFloat3{0.0f, 0.01f * static_cast<float>(Frame % 3), 0.05f * static_cast<float>(Frame)});
			}
		}
		Clip.Rotations.Offsets.push_back(static_cast<uint32_t>(Clip.Rotations.Values.size()));
		Clip.Translations.Offsets.push_back(static_cast<uint32_t>(Clip.Translations.Values.size()));
	}
	return {Skeleton, {Clip}};
}

FAnimation AnimateRandomly(const FSkeletonData& Skeleton, size_t Frames = 6)
{
	FRandomNumbers Numbers(3);
	return Animate(Skeleton, Frames,
		[&](size_t, size_t)
		{
			const FDouble3 Axis = Numbers.Point();
			return About(
				Normalize(FFloat3{static_cast<float>(Axis.X), static_cast<float>(Axis.Y), static_cast<float>(Axis.Z)},
					{1, 0, 0}),
				0.5f);
		});
}

TResult<FRetargeted> Transfer(const FAnimation& Source, const FSkeletonData& Target, FRetargetOptions Options = {})
{
	const TResult<FRetargetMap> Map = MatchSkeletons(Source.Skeleton, Target, Options);
	return Map ? RetargetClip(Source, 0, Target, *Map, Options) : TResult<FRetargeted>(Map.GetError());
}

std::vector<FAffine3d> ModelAt(const FSkeletonData& Skeleton, const FClipData& Clip, size_t Frame)
{
	const FAnimation Animation{Skeleton, {Clip}};
	const std::vector<FAffine3d> Locals = *PlayLocals(Animation);
	std::vector<FAffine3d> Own;
	for (size_t Joint = 0; Joint < Skeleton.JointCount(); ++Joint)
	{
		Own.push_back(Locals[Joint * Clip.FrameCount + Frame]);
	}
	return ToModel(Skeleton.Parents, Own);
}

double LargestDifference(const std::vector<FAffine3d>& A, const std::vector<FAffine3d>& B)
{
	double Largest = 0.0;
	for (size_t Joint = 0; Joint < A.size(); ++Joint)
	{
		for (size_t I = 0; I < 12; ++I)
		{
			Largest = (std::max)(Largest, std::abs(A[Joint].M[I] - B[Joint].M[I]));
		}
	}
	return Largest;
}

FDouble3 Direction(const std::vector<FAffine3d>& Model, size_t From, size_t To)
{
	const FDouble3 V{
		Model[To].M[3] - Model[From].M[3], Model[To].M[7] - Model[From].M[7], Model[To].M[11] - Model[From].M[11]};
	const double Length = std::hypot(V.X, V.Y, V.Z);
	return {V.X / Length, V.Y / Length, V.Z / Length};
}

TEST(Retarget, ASkeletonGivesItselfItsOwnMotion)
{
	const FSkeletonData Body = SkeletonOf(BodyJoints());
	const FAnimation Source = AnimateRandomly(Body);
	for (const bool bNames : {true, false})
	{
		FRetargetOptions Options;
		Options.bNames = bNames;
		const TResult<FRetargeted> Made = Transfer(Source, Body, Options);
		ASSERT_TRUE(Made) << Made.GetError().Message;
		EXPECT_NEAR(Made->Scale, 1.0, 1e-9);
		for (size_t Frame = 0; Frame < Source.FrameCount(); ++Frame)
		{
			EXPECT_LT(LargestDifference(ModelAt(Body, Made->Clip, Frame), ModelAt(Body, Source.Clips[0], Frame)), 2e-6);
		}
	}
}

TEST(Retarget, TwiceTheSizeMovesTwiceAsFar)
{
	const FAnimation Source = AnimateRandomly(SkeletonOf(BodyJoints()));
	const FSkeletonData Giant = SkeletonOf(BodyJoints(2.0));
	FRetargetOptions Options;
	Options.bNames = false;
	const TResult<FRetargeted> Made = Transfer(Source, Giant, Options);
	ASSERT_TRUE(Made) << Made.GetError().Message;
	EXPECT_NEAR(Made->Scale, 2.0, 1e-6);
	const std::vector<FAffine3d> Own = ModelAt(Giant, Made->Clip, 4),
								 Theirs = ModelAt(Source.Skeleton, Source.Clips[0], 4);
	EXPECT_NEAR(Own[HandL].M[3], 2.0 * Theirs[HandL].M[3], 1e-5);
	EXPECT_NEAR(Own[ToeR].M[7], 2.0 * Theirs[ToeR].M[7], 1e-5);
}

/** A body with one more joint in the left upper arm, half way, which does not turn. */
FSkeletonData WithInserted(const std::vector<FPlacedJoint>& Joints)
{
	std::vector<FPlacedJoint> Out = Joints;
	const FDouble3 A = Joints[ArmL].Place, B = Joints[ElbowL].Place;
	Out.insert(Out.begin() + ElbowL,
		{"inserted", static_cast<int32_t>(ArmL), {0.5 * (A.X + B.X), 0.5 * (A.Y + B.Y), 0.5 * (A.Z + B.Z)}});
	for (size_t Joint = ElbowL + 1; Joint < Out.size(); ++Joint)
	{
		int32_t& Parent = Out[Joint].Parent;
		Parent += Parent >= static_cast<int32_t>(ElbowL) || Joint == ElbowL + 1 ? 1 : 0;
	}
	return SkeletonOf(Out);
}

TEST(Retarget, AJointThatTheTargetDoesNotHaveAddsItsRotationOrIsBlendedByItsLength)
{
	const FSkeletonData Body = SkeletonOf(BodyJoints()), Longer = WithInserted(BodyJoints());
	const auto ElbowAlone = [](size_t Elbow) {
		return [Elbow](size_t Joint, size_t) { return Joint == Elbow ? About({0, 1, 0}, -0.2f) : FRotation{}; };
	};
	const FAnimation Plain = Animate(Body, 2, ElbowAlone(ElbowL)), Source = Animate(Longer, 2, ElbowAlone(ElbowL + 1));
	FRetargetOptions Options;
	Options.bNames = false;
	const TResult<FRetargeted> Composed = Transfer(Source, Body, Options);
	ASSERT_TRUE(Composed) << Composed.GetError().Message;
	EXPECT_LT(LargestDifference(ModelAt(Body, Composed->Clip, 1), ModelAt(Body, Plain.Clips[0], 1)), 2e-6);

	Options.Fold = ERetargetFold::Blend;
	const TResult<FRetargetMap> Map = MatchSkeletons(Longer, Body, Options);
	ASSERT_TRUE(Map);
	ASSERT_EQ(Map->Shares[ElbowL].size(), 2u);
	const double Factor = Map->Shares[ElbowL].back().Factor;
	EXPECT_NEAR(Map->Shares[ElbowL].front().Factor + Factor, 1.0, 1e-12);
	const TResult<FRetargeted> Blended = Transfer(Source, Body, Options);
	ASSERT_TRUE(Blended);
	const std::vector<FAffine3d> Model = ModelAt(Body, Blended->Clip, 1);
	const FDouble3 Forearm = Direction(Model, ElbowL, HandL);
	EXPECT_NEAR(std::atan2(Forearm.Z, Forearm.X), Factor * 0.2, 0.01 * 0.2);
}

TEST(Retarget, AJointThatTheSourceDoesNotHaveDoesNotTurn)
{
	const FSkeletonData Body = SkeletonOf(BodyJoints()), Longer = WithInserted(BodyJoints());
	FRetargetOptions Options;
	Options.bNames = false;
	const TResult<FRetargeted> Made = Transfer(AnimateRandomly(Body), Longer, Options);
	ASSERT_TRUE(Made) << Made.GetError().Message;
	const auto& Offsets = Made->Clip.Rotations.Offsets;
	EXPECT_EQ(Offsets[ElbowL], Offsets[ElbowL + 1]); // the inserted joint has no keys
	const std::vector<FAffine3d> Own = ModelAt(Longer, Made->Clip, 3),
								 Theirs = ModelAt(Body, AnimateRandomly(Body).Clips[0], 3);
	EXPECT_NEAR(Own[HandL + 1].M[3], Theirs[HandL].M[3], 2e-6);
}

TEST(Retarget, FactorsAreShareOfTheLengthSinceTheLastPair)
{
	const FSkeletonData Target = SkeletonOf({{"a", NoParent, {0, 0, 0}}, {"b", 0, {0.583, 0, 0}}, {"c", 1, {1, 0, 0}}});
	const FSkeletonData Source = SkeletonOf(
		{{"p", NoParent, {0, 0, 0}}, {"q", 0, {0.2332, 0, 0}}, {"r", 1, {0.583, 0, 0}}, {"s", 2, {1, 0, 0}}});
	FRetargetOptions Options;
	Options.bNames = false;
	const TResult<FRetargetMap> Map = MatchSkeletons(Source, Target, Options);
	ASSERT_TRUE(Map) << Map.GetError().Message;
	EXPECT_EQ(Map->SourceOf, (std::vector<int32_t>{0, 2, 3}));
	ASSERT_EQ(Map->Shares[1].size(), 2u);
	EXPECT_NEAR(Map->Shares[1][0].Factor, 0.4, 1e-6);
	EXPECT_NEAR(Map->Shares[1][1].Factor, 0.6, 1e-6);
}

TEST(Retarget, LeftStaysLeftAndASourceThatLooksBackIsRefused)
{
	const FSkeletonData Body = SkeletonOf(BodyJoints());
	FRetargetOptions Options;
	Options.bNames = false;
	const TResult<FRetargetMap> Map = MatchSkeletons(SkeletonOf(BodyJoints(0.01, 0.6)), Body, Options);
	ASSERT_TRUE(Map) << Map.GetError().Message;
	for (size_t Joint = 0; Joint < Body.JointCount(); ++Joint)
	{
		EXPECT_EQ(Map->SourceOf[Joint], static_cast<int32_t>(Joint));
	}
	EXPECT_EQ(Map->Feet.size(), 2u);
	const FAnimation Back = TurnAnimation({Body, {}}, false, 180.0);
	const TResult<FRetargetMap> Refused = MatchSkeletons(Back.Skeleton, Body, Options);
	ASSERT_FALSE(Refused);
	EXPECT_NE(Refused.GetError().Message.find("opposite sides"), std::string::npos);

	// Names that contradict places are refused as well: a body without feet, sides exchanged.
	std::vector<FPlacedJoint> Named = BodyJoints(), Exchanged = BodyJoints();
	Named[HandL].Name = Exchanged[HandR].Name = "hand_l";
	Named[HandR].Name = Exchanged[HandL].Name = "hand_r";
	EXPECT_TRUE(MatchSkeletons(SkeletonOf(Named), SkeletonOf(Named), Options));
	EXPECT_FALSE(MatchSkeletons(SkeletonOf(Exchanged), SkeletonOf(Named), Options));
}

TEST(Retarget, InTheRestOfTheSourceBonesPointWhereItsBonesDo)
{
	const FSkeletonData Source = SkeletonOf(BodyJoints(1.0, 0.0)), Target = SkeletonOf(BodyJoints(0.8, 0.7));
	const FAnimation Rest = Animate(Source, 1, [](size_t, size_t) { return FRotation{}; });
	FRetargetOptions Options;
	Options.bNames = false;
	const TResult<FRetargeted> Made = Transfer(Rest, Target, Options);
	ASSERT_TRUE(Made) << Made.GetError().Message;
	const std::vector<FAffine3d> Own = ModelAt(Target, Made->Clip, 0), Theirs = RestModel(Source);
	const std::pair<size_t, size_t> Bones[] = {{ArmL, ElbowL}, {ElbowL, HandL}, {ArmR, ElbowR}, {ElbowR, HandR},
		{LegL, KneeL}, {KneeL, FootL}, {LegR, KneeR}, {Spine, Chest}, {Neck, Head}};
	for (const auto& [From, To] : Bones)
	{
		const FDouble3 A = Direction(Own, From, To), B = Direction(Theirs, From, To);
		EXPECT_LT(std::hypot(A.X - B.X, A.Y - B.Y, A.Z - B.Z), 1e-6) << From;
	}
}

TEST(Retarget, ZUpBecomesYUp)
{
	FSkeletonData Lying = SkeletonOf({{"a", NoParent, {0, 0, 1}}, {"b", 0, {0, -1, 1}}});
	const FAnimation Turned = TurnAnimation({Lying, {}}, true, 0.0);
	const std::vector<FAffine3d> Model = RestModel(Turned.Skeleton);
	EXPECT_NEAR(Model[0].M[7], 1.0, 1e-6);  // z is up
	EXPECT_NEAR(Model[1].M[11], 1.0, 1e-6); // and -y ahead
}

TEST(GroundContact, AFootStandsWhileItIsLowAndSlow)
{
	std::vector<Eigen::Vector3d> Places;
	for (size_t Frame = 0; Frame < 60; ++Frame)
	{
		const bool bStands = Frame >= 20 && Frame < 40;
		const double Along = bStands ? 1.0 : 0.2 * static_cast<double>(Frame);
		Places.emplace_back(0.0, bStands ? 0.0 : 0.3, Along);
	}
	const std::vector<FGroundContact> Contacts = FindContacts(Places, 0.0, 1.0, 30.0);
	ASSERT_EQ(Contacts.size(), 1u);
	EXPECT_EQ(Contacts[0].First, 21u); // the frames at the ends still move
	EXPECT_EQ(Contacts[0].Last, 38u);
	EXPECT_NEAR(MeasureSlide(Places, Contacts, 30.0), 0.0, 1e-12);
}

TEST(GroundContact, ALegReachesItsGoalWithoutChangingItsLength)
{
	const Eigen::Vector3d Hip(0, 1, 0), Knee(0, 0.5, 0.05), Ankle(0, 0.1, 0), Goal(0.05, 0.2, 0.1);
	const FLegTurns Turns = BendLeg(Hip, Knee, Ankle, Goal, Eigen::Vector3d::UnitZ());
	const Eigen::Vector3d NewKnee = Hip + Turns.Hip * (Knee - Hip);
	const Eigen::Vector3d NewAnkle = NewKnee + Turns.Knee * (Ankle - Knee);
	EXPECT_LT((NewAnkle - Goal).norm(), 1e-9);
	EXPECT_GT(NewKnee.z(), 0.0);
	// Out of reach: straight toward the goal.
	const FLegTurns Far = BendLeg(Hip, Knee, Ankle, {0, -1, 0}, Eigen::Vector3d::UnitZ());
	const Eigen::Vector3d FarAnkle = Hip + Far.Hip * (Knee - Hip) + Far.Knee * (Ankle - Knee);
	EXPECT_NEAR(FarAnkle.x(), 0.0, 1e-9);
	EXPECT_NEAR((FarAnkle - Hip).norm(), (Knee - Hip).norm() + (Ankle - Knee).norm(), 1e-3);
}

TEST(Retarget, FeetOfOtherLegsSlideNoMoreThanTheSource)
{
	FSampleOptions Small;
	Small.VertexCount = 2000;
	const TResult<FSampleCharacter> Sample = BuildSample(Small, {});
	ASSERT_TRUE(Sample);
	const FSkeletonData& Body = Sample->Source.Rig->Skeleton;
	const auto Walk = std::find_if(Sample->Source.Rig->Clips.begin(), Sample->Source.Rig->Clips.end(),
		[](const FClipData& Clip) { return Clip.Name == "walk"; });
	ASSERT_NE(Walk, Sample->Source.Rig->Clips.end());
	// The walk is on the spot: give it the way that its standing foot goes.
	FAnimation Source{Body, {*Walk}};
	FSkeletonData Target = Body;
	size_t Changed = 0;
	for (size_t Joint = 0; Joint < Target.JointCount(); ++Joint)
	{
		const bool bShin = Target.Names[Joint].find("Foot") != std::string::npos;
		Target.RestLocal[Joint].Translation = Target.RestLocal[Joint].Translation * (bShin ? 1.4f : 1.0f);
		Changed += bShin ? 1 : 0;
	}
	ASSERT_EQ(Changed, 2u);
	FRetargetOptions Free;
	Free.bGround = false;
	const TResult<FRetargeted> Held = Transfer(Source, Target), Loose = Transfer(Source, Target, Free);
	ASSERT_TRUE(Held && Loose);
	EXPECT_LE(Held->Ground.TargetSlide, 1.2 * Held->Ground.SourceSlide + 1e-9);
	EXPECT_LE(Held->Ground.TargetSlide, Loose->Ground.TargetSlide + 1e-9);
}

} // namespace RetargetTest
} // namespace Exemplar
