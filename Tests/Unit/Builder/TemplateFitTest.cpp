// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Rig/Shape/TemplateFit.h"

#include "Rig/Shape/Fingers.h"
#include "Rig/Shape/Thinning.h"
#include "ShapeBodies.h"

#include <gtest/gtest.h>

namespace Exemplar
{
namespace TemplateFitTest
{

using namespace ShapeBodies;

FCurveSkeleton CurvesOf(const std::vector<FCapsule>& Body, int Resolution = 110)
{
	const FVoxelGrid Solid = MakeSolid(Body, Resolution);
	FVoxelGrid Thinned = Solid;
	EXPECT_TRUE(ThinToCurves(Thinned, {}).IsOk());
	TResult<FCurveSkeleton> Out = BuildCurveSkeleton(Thinned, Solid, {}, {});
	EXPECT_TRUE(Out.IsOk());
	return Out ? std::move(*Out) : FCurveSkeleton{};
}

FTemplateMatch MatchOf(const FShapeTemplate& Template, const FCurveSkeleton& Tree)
{
	TResult<FTemplateMatch> Out = MatchTemplate(Template, Tree, {});
	EXPECT_TRUE(Out.IsOk()) << (Out ? "" : Out.GetError().Message);
	return Out ? std::move(*Out) : FTemplateMatch{};
}

FShapeSkeleton Fit(const char* Name, const FCurveSkeleton& Tree)
{
	const TResult<FShapeTemplate> Template = FindShapeTemplate(Name);
	EXPECT_TRUE(Template.IsOk());
	return FitTemplate(*Template, Tree, MatchOf(*Template, Tree), {}).Skeleton;
}

FDouble3 JointOf(const FShapeSkeleton& Skeleton, const std::string& Name)
{
	for (size_t Joint = 0; Joint < Skeleton.JointCount(); ++Joint)
	{
		if (Skeleton.Names[Joint] == Name)
		{
			return Skeleton.Joints[Joint];
		}
	}
	ADD_FAILURE() << Name;
	return {};
}

/** The name of the template that fits a body best. */
std::string BestTemplate(const FCurveSkeleton& Tree, double& Cost)
{
	std::string Best;
	Cost = 1e9;
	for (const FShapeTemplate& Template : GetShapeTemplates())
	{
		const TResult<FTemplateMatch> Match = MatchTemplate(Template, Tree, {});
		if (Match && Match->Cost < Cost)
		{
			Cost = Match->Cost;
			Best = Template.Name;
		}
	}
	return Best;
}

TEST(TemplateFit, TheHumanoidHas21JointsAndFiveEnds)
{
	const FShapeTemplate Human = *FindShapeTemplate("humanoid");
	EXPECT_EQ(Human.Leaves().size(), 5u);
	EXPECT_EQ(Human.Joints.size() - Human.Leaves().size(), 21u);
	const std::vector<size_t> Mirror = Human.Mirror();
	for (size_t Joint = 0; Joint < Mirror.size(); ++Joint)
	{
		EXPECT_EQ(Mirror[Mirror[Joint]], Joint);
		EXPECT_EQ(Human.Joints[Mirror[Joint]].Position.X, -Human.Joints[Joint].Position.X);
	}
	EXPECT_FALSE(FindShapeTemplate("centaur").IsOk());
}

TEST(TemplateFit, BodiesAreToldApart)
{
	double Cost = 0.0;
	EXPECT_EQ(BestTemplate(CurvesOf(MakePerson()), Cost), "humanoid");
	EXPECT_LT(Cost, 0.1);
	EXPECT_EQ(BestTemplate(CurvesOf(MakeDog()), Cost), "quadruped");
	EXPECT_LT(Cost, 0.1);
	EXPECT_EQ(BestTemplate(CurvesOf(MakeBirdBody()), Cost), "bird");
	EXPECT_LT(Cost, 0.1);
	const std::string Chain = BestTemplate(CurvesOf(MakeSnakeBody()), Cost);
	EXPECT_TRUE(Chain == "snake" || Chain == "fish") << Chain;
	EXPECT_LT(Cost, 0.1);
}

TEST(TemplateFit, APersonsJointsLieInItsLimbsOnTheirSides)
{
	const FShapeSkeleton Person = Fit("humanoid", CurvesOf(MakePerson(), 155));
	ASSERT_EQ(Person.JointCount(), 21u);
	EXPECT_LT(Distance(JointOf(Person, "left_elbow"), {0.265, 0.80, 0}), 0.04);
	EXPECT_LT(Distance(JointOf(Person, "right_elbow"), {-0.265, 0.80, 0}), 0.04);
	EXPECT_LT(Distance(JointOf(Person, "left_wrist"), {0.41, 0.80, 0}), 0.04);
	EXPECT_LT(Distance(JointOf(Person, "left_knee"), {0.068, 0.29, 0}), 0.04);
	EXPECT_LT(Distance(JointOf(Person, "right_ankle"), {-0.075, 0.045, 0}), 0.03);
	EXPECT_LT(Distance(JointOf(Person, "left_hip"), {0.06, 0.53, 0}), 0.05);
}

TEST(TemplateFit, HandsWithFiveFingersHaveTheirJoints)
{
	std::vector<FCapsule> Body = MakePerson();
	std::vector<FCapsule> Left;
	for (int Finger = -1; Finger <= 2; ++Finger) // index in front, pinky behind
	{
		Left.push_back({{0.50, 0.80, -0.015 * Finger}, {0.66, 0.80, -0.07 * Finger + 0.03}, 0.014});
	}
	Left.push_back({{0.44, 0.80, 0.0}, {0.50, 0.80, 0.15}, 0.014}); // the thumb
	Body = Mirrored(Body, Left);
	const FCurveSkeleton Tree = CurvesOf(Body, 200);
	const FShapeTemplate Human = *FindShapeTemplate("humanoid-fingers");
	EXPECT_TRUE(Human.bFingers);
	FTemplateFit Fitted = FitTemplate(Human, Tree, MatchOf(Human, Tree), {});
	EXPECT_EQ(AddFingers(Tree, Fitted), 10u);
	EXPECT_EQ(Fitted.Skeleton.JointCount(), 21u + 30u);
	EXPECT_GT(JointOf(Fitted.Skeleton, "left_thumb_3").Z, 0.08);
	EXPECT_LT(JointOf(Fitted.Skeleton, "left_pinky_3").Z, JointOf(Fitted.Skeleton, "left_index_3").Z);
	EXPECT_LT(JointOf(Fitted.Skeleton, "right_index_3").X, -0.5);
}

TEST(TemplateFit, LeftIsLeftHoweverTheBodyStands)
{
	std::vector<FCapsule> Turned = MakePerson(); // facing -z
	for (FCapsule& Capsule : Turned)
	{
		Capsule.A = {-Capsule.A.X, Capsule.A.Y, -Capsule.A.Z};
		Capsule.B = {-Capsule.B.X, Capsule.B.Y, -Capsule.B.Z};
	}
	const FShapeSkeleton Person = Fit("humanoid", CurvesOf(Turned));
	EXPECT_LT(JointOf(Person, "left_elbow").X, -0.1);
	EXPECT_LT(JointOf(Person, "left_ankle").X, -0.02);
	EXPECT_GT(JointOf(Person, "right_wrist").X, 0.1);
}

TEST(TemplateFit, CreaturesHaveTheirJoints)
{
	const FShapeSkeleton Dog = Fit("quadruped", CurvesOf(MakeDog()));
	EXPECT_GT(JointOf(Dog, "left_elbow").X, 0.05);
	EXPECT_GT(JointOf(Dog, "head").Z, 0.25);
	EXPECT_LT(JointOf(Dog, "tail_2").Z, -0.45);
	EXPECT_LT(Distance(JointOf(Dog, "right_hock"), {-0.1, 0.2, -0.36}), 0.12);
	const FShapeSkeleton Bird = Fit("bird", CurvesOf(MakeBirdBody()));
	EXPECT_LT(Distance(JointOf(Bird, "left_wing_wrist"), {0.52, 0.60, 0.04}), 0.08);
	const FShapeSkeleton Snake = Fit("snake", CurvesOf(MakeSnakeBody()));
	EXPECT_EQ(Snake.JointCount(), 15u);
	EXPECT_NEAR(JointOf(Snake, "root").Z, 0.0, 0.05);
	EXPECT_GT(std::abs(JointOf(Snake, "head").Z), 0.7);
}

TEST(TemplateFit, ATableHasItsLegsWithoutATemplate)
{
	const FCurveSkeleton Tree = CurvesOf(MakeTableBody());
	const FShapeSkeleton Table = PlaceFreeJoints(Tree);
	size_t Legs = 0;
	for (const double X : {-0.45, 0.45})
	{
		for (const double Z : {-0.28, 0.28})
		{
			for (size_t Joint = 0; Joint < Table.JointCount(); ++Joint)
			{
				if (Distance(Table.Tips[Joint], {X, 0.0, Z}) < 0.06)
				{
					++Legs;
					break;
				}
			}
		}
	}
	EXPECT_EQ(Legs, 4u);
	EXPECT_LT(Table.JointCount(), 40u);
	for (size_t Joint = 0; Joint < Table.JointCount(); ++Joint)
	{
		ASSERT_LT(Table.Parents[Joint], static_cast<int32_t>(Joint));
	}
}

TEST(TemplateFit, JointsStandAtTheTemplatesSharesOfAStraightPath) // T11, T13
{
	FCurveSkeleton Line;
	for (uint32_t Node = 0; Node <= 100; ++Node)
	{
		Line.Positions.push_back({0.0, 0.0, 0.01 * Node});
		Line.Radii.push_back(0.05);
		Line.Neighbors.push_back(Node == 0 ? std::vector<uint32_t>{1}
				: Node == 100              ? std::vector<uint32_t>{99}
										   : std::vector<uint32_t>{Node - 1, Node + 1});
	}
	FShapeTemplate Chain{"chain",
		{{"root", NoParent, {0, 0, 0}}, {"front", 0, {0, 0, 0.4}}, {"end", 1, {0, 0, 0.6}, true},
			{"back", 0, {0, 0, -0.3}}, {"tail", 3, {0, 0, -0.4}, true}}};
	const FShapeSkeleton Found = FitTemplate(Chain, Line, MatchOf(Chain, Line), {}).Skeleton;
	EXPECT_NEAR(JointOf(Found, "root").Z, 0.4, 0.011);
	EXPECT_NEAR(JointOf(Found, "front").Z, 0.8, 0.011);
	EXPECT_NEAR(JointOf(Found, "back").Z, 0.1, 0.011);
	// T12: turned and scaled, the template gives the same.
	for (FTemplateJoint& Joint : Chain.Joints)
	{
		Joint.Position = {3.0, 7.0 + 5.0 * Joint.Position.Y, 5.0 * Joint.Position.Z};
	}
	const FShapeSkeleton Again = FitTemplate(Chain, Line, MatchOf(Chain, Line), {}).Skeleton;
	for (size_t Joint = 0; Joint < Found.JointCount(); ++Joint)
	{
		EXPECT_LT(Distance(Found.Joints[Joint], Again.Joints[Joint]), 1e-9);
	}
}

/** A tree of straight branches, a node every 0.1. */
FCurveSkeleton MakeTree(const std::vector<std::pair<FDouble3, FDouble3>>& Branches)
{
	FCurveSkeleton Out;
	const auto Find = [&](const FDouble3& Place)
	{
		for (uint32_t Node = 0; Node < Out.NodeCount(); ++Node)
		{
			if (Distance(Out.Positions[Node], Place) < 1e-9)
			{
				return Node;
			}
		}
		Out.Positions.push_back(Place);
		Out.Radii.push_back(0.1);
		Out.Neighbors.emplace_back();
		return static_cast<uint32_t>(Out.NodeCount() - 1);
	};
	for (const auto& [From, To] : Branches)
	{
		const int Steps = static_cast<int>(std::lround(Distance(From, To) / 0.1));
		uint32_t Last = Find(From);
		for (int Step = 1; Step <= Steps; ++Step)
		{
			const uint32_t Next = Find(Mix(From, To, static_cast<double>(Step) / Steps));
			Out.Neighbors[Last].push_back(Next);
			Out.Neighbors[Next].push_back(Last);
			Last = Next;
		}
	}
	return Out;
}

TEST(TemplateFit, CountingLimbsFindsTheRootOfTheMedian) // T14
{
	const FDouble3 Hip{0, 1, 0}, Chest{0, 3, 0}, Upper{0, 3.3, 0};
	const FCurveSkeleton Two = MakeTree({{Hip, Chest}, {Hip, {1, -2, 0}}, {Hip, {-1, -2, 0}}, {Chest, {3, 3, 0}},
		{Chest, {-3, 3, 0}}, {Chest, {0, 4, 0}}});
	EXPECT_LT(Distance(Two.Positions[RootByCounting(Two)], Hip), 1e-9);
	const FCurveSkeleton Three = MakeTree({{Hip, Chest}, {Hip, {1, -2, 0}}, {Hip, {-1, -2, 0}}, {Chest, {3, 3, 0}},
		{Chest, Upper}, {Upper, {-3, 3.3, 0}}, {Upper, {0, 4.3, 0}}});
	EXPECT_LT(Distance(Three.Positions[RootByCounting(Three)], Hip), 1e-9);
	const std::vector<uint32_t> Ends = Three.Ends();
	ASSERT_EQ(Ends.size(), 5u);
	const TResult<FShapeTemplate> Human = FindShapeTemplate("humanoid");
	const FTemplateFit Fitted = FitTemplate(*Human, Three, MatchOf(*Human, Three), {});
	EXPECT_TRUE(Fitted.bRootAgrees);
	EXPECT_LT(Distance(Fitted.Skeleton.Joints[0], Hip), 1e-9);
}

TEST(TemplateFit, LabelsAndPlacesOfTheUserHold)
{
	const FCurveSkeleton Tree = CurvesOf(MakePerson());
	const FShapeTemplate Human = *FindShapeTemplate("humanoid");
	FTemplateMatch Match = MatchOf(Human, Tree);
	const std::vector<size_t> Leaves = Human.Leaves();
	const size_t Left = 1, Right = 2; // leaves of the hands, in the template's order
	ASSERT_EQ(Human.Joints[Leaves[Left]].Name, "left_hand_end");
	TResult<FTemplateMatch> Swapped =
		MatchTemplate(Human, Tree, {{Leaves[Left], Match.NodeOfLeaf[Right]}, {Leaves[Right], Match.NodeOfLeaf[Left]}});
	ASSERT_TRUE(Swapped.IsOk());
	EXPECT_EQ(Swapped->NodeOfLeaf[Left], Match.NodeOfLeaf[Right]);
	Swapped->bSidesFixed = true;
	const FShapeSkeleton Fitted = FitTemplate(Human, Tree, *Swapped, {{0, {0.01, 0.5, 0.02}}}).Skeleton;
	EXPECT_LT(JointOf(Fitted, "left_wrist").X, -0.2);
	EXPECT_EQ(Fitted.Joints[0], (FDouble3{0.01, 0.5, 0.02}));
	const TResult<FTemplateMatch> Same =
		MatchTemplate(Human, Tree, {{Leaves[Left], Match.NodeOfLeaf[Right]}, {Leaves[Right], Match.NodeOfLeaf[Right]}});
	EXPECT_FALSE(Same.IsOk());
}

TEST(TemplateFit, ABodyWithTooFewEndsIsRefusedInWords)
{
	const TResult<FTemplateMatch> Match = MatchTemplate(*FindShapeTemplate("humanoid"), CurvesOf(MakeSnakeBody()), {});
	ASSERT_FALSE(Match.IsOk());
	EXPECT_NE(Match.GetError().Message.find("needs 5"), std::string::npos);
}

} // namespace TemplateFitTest
} // namespace Exemplar
