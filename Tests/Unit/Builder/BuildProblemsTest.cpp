// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Pipeline/BuildProblems.h"

#include "TubeExamples.h"

#include <algorithm>
#include <gmock/gmock.h>

namespace Exemplar
{
namespace BuildProblemsTest
{

using testing::HasSubstr;

FExampleSet MakeExamples()
{
	return TubeExamples::AsImported(TubeExamples::MakeTube(2, {20.0, 45.0, -30.0}, 0.6, 0.0, 1, 8, 3).Set);
}

const FBuildProblem* Find(const std::vector<FBuildProblem>& Problems, const std::string& Name)
{
	const auto Found = std::find_if(
		Problems.begin(), Problems.end(), [&](const FBuildProblem& Problem) { return Problem.Name == Name; });
	return Found != Problems.end() ? &*Found : nullptr;
}

/** The one problem of examples that have no other; its sentence is one and ends in a full stop. */
std::string OnlyProblem(const FExampleSet& Examples, const std::string& Name, size_t Count)
{
	std::vector<FBuildProblem> Problems = FindExampleProblems(Examples);
	std::erase_if(Problems, [](const FBuildProblem& Problem) { return Problem.Name == "units-guess"; });
	const FBuildProblem* Found = Find(Problems, Name);
	EXPECT_EQ(Problems.size(), 1u);
	if (Found == nullptr)
	{
		ADD_FAILURE() << "no " << Name;
		return {};
	}
	EXPECT_EQ(Found->Count, Count);
	EXPECT_EQ(Found->Stage, "examples");
	EXPECT_TRUE(Found->Message.ends_with('.'));
	return Found->Message;
}

TEST(BuildProblems, GoodExamplesHaveNone)
{
	std::vector<FBuildProblem> Problems = FindExampleProblems(MakeExamples());
	std::erase_if(Problems, [](const FBuildProblem& Problem) { return Problem.Name == "units-guess"; });
	EXPECT_TRUE(Problems.empty()) << Problems.front().Message;
}

TEST(BuildProblems, FlippedFacesAndSurfacesInsideOutAreFound)
{
	FExampleSet Flipped = MakeExamples();
	std::swap(Flipped.Rest.Triangles[40][0], Flipped.Rest.Triangles[40][1]);
	EXPECT_THAT(OnlyProblem(Flipped, "flipped-faces", 3), HasSubstr("recalculate normals"));
	FExampleSet Inside = MakeExamples();
	for (FTriangle& Triangle : Inside.Rest.Triangles)
	{
		std::swap(Triangle[0], Triangle[1]);
	}
	EXPECT_THAT(OnlyProblem(Inside, "inside-out", Inside.Rest.Triangles.size()), HasSubstr("Flip all faces"));
}

TEST(BuildProblems, PosesThatRepeatOrAreScaledAreNamed)
{
	FExampleSet Repeated = MakeExamples();
	Repeated.Poses.push_back(Repeated.Poses[1]);
	Repeated.Source.Poses.push_back({"again", Repeated.Source.Poses[1].Positions});
	EXPECT_THAT(OnlyProblem(Repeated, "repeated-poses", 1), HasSubstr("'again' (same as "));
	FExampleSet Rest = MakeExamples();
	Rest.Poses[2] = Rest.Rest.Positions;
	EXPECT_THAT(OnlyProblem(Rest, "rest-among-poses", 1), HasSubstr("the rest mesh itself"));
	FExampleSet Scaled = MakeExamples();
	for (FDouble3& P : Scaled.Poses[0])
	{
		P = {100.0 * P.X, 100.0 * P.Y, 100.0 * P.Z};
	}
	const std::string Message = OnlyProblem(Scaled, "scaled-poses", 1);
	EXPECT_THAT(Message, HasSubstr(" %)"));
	EXPECT_THAT(Message, HasSubstr("the same units"));
}

TEST(BuildProblems, MorePosesThanAnyFitGainsFromAreCounted)
{
	FExampleSet Many = MakeExamples();
	while (Many.Poses.size() <= 500)
	{
		Many.Poses.push_back(Many.Poses[0]);
		Many.Poses.back()[0].X += 1e-6 * static_cast<double>(Many.Poses.size());
		Many.Source.Poses.push_back(Many.Source.Poses[0]);
	}
	EXPECT_THAT(OnlyProblem(Many, "many-poses", 501), HasSubstr("examples.rate"));
	Many.Poses.pop_back();
	EXPECT_EQ(Find(FindExampleProblems(Many), "many-poses"), nullptr);
}

TEST(BuildProblems, WhatStandsOnZIsGuessedToHaveZUp)
{
	const auto StandOn = [](bool bZ)
	{
		FExampleSet Out = MakeExamples();
		double Low = 1e9, High = -1e9;
		for (const FDouble3& P : Out.Rest.Positions)
		{
			Low = (std::min)(Low, P.X); // the tube lies along x
			High = (std::max)(High, P.X);
		}
		EXPECT_GT(High - Low, 1.5);
		const auto Turn = [&](FDouble3& P) { P = bZ ? FDouble3{P.Y, P.Z, P.X - Low} : FDouble3{P.Y, P.X - Low, P.Z}; };
		for (std::vector<FDouble3>& Pose : Out.Poses)
		{
			std::for_each(Pose.begin(), Pose.end(), Turn);
		}
		std::for_each(Out.Rest.Positions.begin(), Out.Rest.Positions.end(), Turn);
		return Out;
	};
	EXPECT_NE(Find(FindExampleProblems(StandOn(true)), "up-guess"), nullptr);
	EXPECT_EQ(Find(FindExampleProblems(StandOn(false)), "up-guess"), nullptr);
}

TEST(BuildProblems, StagesTellWhatTheyCouldNotDo)
{
	const FExampleSet Examples = MakeExamples();
	FBuildOptions Options;
	Options.Rig.Clusters.BoneCount = 2;
	Options.Rig.Refine.Effort = ERefineEffort::Fast;
	Options.Rig.Refine.bAffineBones = true;
	Options.Levels.LevelCount = 12;
	Options.Levels.MaxPoses = 3;
	TResult<FBuiltCharacter> Built = BuildCharacter(Examples, Options, {});
	ASSERT_TRUE(Built) << Built.GetError().Message;
	EXPECT_FALSE(Built->Skin);
	Built->Rig.Joints[0].Rank = Built->Rig.Joints[1].Rank = 0;
	Built->Rig.Joints[0].Gap = Built->Rig.Joints[1].Gap = 1.0;
	Built->Rig.UnprovenEdges = 1;
	Built->Rig.Rig.Unexplained = {3, 9};
	std::fill(Built->Rig.Rig.Weights.Bones.begin(), Built->Rig.Rig.Weights.Bones.end(), uint16_t{0});
	const std::vector<FBuildProblem> Problems = FindBuildProblems(Examples, Options, *Built);
	for (const auto& [Name, Count, Words] :
		{std::tuple("affine-bones", 1u, "--affine"), {"tiny-bones", 1u, "rig.bones"},
			{"joints-not-bent", 1u, "Add poses"}, {"loose-joints", 1u, "rig.connected"},
			{"edges-without-evidence", 1u, "rig.forcedEdges"}, {"unexplained-points", 2u, "point 3"}})
	{
		const FBuildProblem* Problem = Find(Problems, Name);
		ASSERT_NE(Problem, nullptr) << Name;
		EXPECT_EQ(Problem->Count, Count) << Name;
		EXPECT_THAT(Problem->Message, HasSubstr(Words));
	}
	for (uint32_t Point = 0; Point < Examples.PointCount() / 4; ++Point)
	{
		Built->Rig.Rig.Unexplained.push_back(10 + Point);
	}
	EXPECT_THAT(Find(FindBuildProblems(Examples, Options, *Built), "unexplained-points")->Message,
		HasSubstr("2 bones are too few"));
	const FBuildProblem* Fewer = Find(Problems, "fewer-levels");
	ASSERT_NE(Fewer, nullptr);
	EXPECT_EQ(Fewer->Count, 12 - Built->Character->Levels.size());
	Options.Rig.Refine.bAffineBones = false;
	Options.Levels.LevelCount = 1;
	Built = BuildCharacter(Examples, Options, {});
	ASSERT_TRUE(Built);
	EXPECT_EQ(Find(FindBuildProblems(Examples, Options, *Built), "affine-bones"), nullptr);
	Built->Skin->bBlend = true;
	EXPECT_NE(Find(FindBuildProblems(Examples, Options, *Built), "no-gain"), nullptr);
}

} // namespace BuildProblemsTest
} // namespace Exemplar
