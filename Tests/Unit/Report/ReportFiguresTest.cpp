// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Report/ReportFigures.h"

#include <gmock/gmock.h>

namespace Exemplar
{
namespace ReportFiguresTest
{

TEST(ReportFigures, ReadWhatABuildWrites)
{
	const FJson Document = FJson::parse(R"({
		"summary": {"seconds": 12.5}, "curve": [9.0, 3.0, 1.0],
		"stages": [{"name": "rig", "seconds": 10, "cached": true, "figures": {"size": {"value": 2000000, "unit": "bytes"}}},
			{"stage": "levels", "seconds": 2.5}],
		"bones": [{"parent": -1, "kind": "root", "gap": 0}, {"parent": 0, "kind": "ball", "gap": 0.01}],
		"skins": {"choice": {"folds": 8, "leftOutRmsPercent": 0.2, "linearBlendLeftOutRmsPercent": 0.3}},
		"levelCurve": [{"triangles": 100, "errorPercent": 0.5}], "unexplained": [1, 2],
		"problems": ["alone", {"message": "what", "remedy": "do"}],
		"options": {"preset": "hero", "rig": {"bones": 21, "symmetric": true}, "levels": {"fractions": [0.5, 0.2]}}})");
	const FReportFigures Figures = ReadReportFigures(Document);
	EXPECT_EQ(Figures.Seconds, 12.5);
	ASSERT_EQ(Figures.Stages.size(), 2u);
	EXPECT_EQ(Figures.Stages[0].Name, "rig");
	EXPECT_TRUE(Figures.Stages[0].bCached);
	ASSERT_EQ(Figures.Stages[0].Figures.size(), 1u);
	EXPECT_EQ(Figures.Stages[0].Figures[0].second, "2.0\u202fMB");
	EXPECT_EQ(Figures.Stages[1].Name, "levels");
	EXPECT_FALSE(Figures.Stages[1].bCached);
	EXPECT_EQ(Figures.BoneCurve, (std::vector<double>{9.0, 3.0, 1.0}));
	ASSERT_EQ(Figures.Bones.size(), 2u);
	EXPECT_EQ(Figures.Bones[0].Kind, "root");
	EXPECT_EQ(Figures.Bones[1].Gap, 0.01);
	EXPECT_EQ(Figures.Folds, 8u);
	EXPECT_EQ(Figures.LeftOutRms, 0.2);
	EXPECT_EQ(Figures.BlendLeftOutRms, 0.3);
	ASSERT_EQ(Figures.TriangleCurve.size(), 1u);
	EXPECT_EQ(Figures.TriangleCurve[0], (std::pair<double, double>(100.0, 0.5)));
	EXPECT_EQ(Figures.Times.size(), 2u);
	ASSERT_EQ(Figures.Problems.size(), 2u) << "a document that has problems has all";
	EXPECT_EQ(Figures.Problems[0].What, "alone");
	EXPECT_EQ(Figures.Problems[1].Remedy, "do");
	const std::vector<std::pair<std::string, std::string>> Options = {
		{"preset", "hero"}, {"rig.bones", "21"}, {"rig.symmetric", "yes"}, {"levels.fractions", "0.5, 0.2"}};
	EXPECT_EQ(Figures.Options, Options);
}

TEST(ReportFigures, ReadADocumentWithItsRunApart)
{
	const FJson Document = FJson::parse(R"({
		"preset": "hero", "inputs": {"paths": ["a.obj", "b.pc2"]}, "options": {"rig": {"bones": 21}},
		"stages": [{"stage": "clusters", "figures": {"bones": {"value": 21}}}, {"stage": "bake"}],
		"rig": {"curve": [9.0], "bones": [{"parent": -1, "kind": "root", "gap": 0}]},
		"skin": {"choice": {"folds": 4, "leftOutRmsPercent": 0.2, "linearBlendLeftOutRmsPercent": 0.3}},
		"run": {"cached": ["rig"], "seconds": {"examples": 0.5, "rig": 0.25, "levels": 4, "total": 5}, "steps": {"clusters": 3}}})");
	const FReportFigures Figures = ReadReportFigures(Document);
	ASSERT_EQ(Figures.Times.size(), 3u);
	EXPECT_EQ(Figures.Times[0].Name, "examples");
	EXPECT_FALSE(Figures.Times[0].bCached);
	EXPECT_TRUE(Figures.Times[1].bCached);
	EXPECT_EQ(Figures.Times[2].Seconds, 4.0);
	EXPECT_EQ(Figures.Seconds, 5.0);
	ASSERT_EQ(Figures.Stages.size(), 2u);
	EXPECT_EQ(Figures.Stages[0].Seconds, 3.0);
	EXPECT_EQ(Figures.Stages[1].Seconds, 0.0);
	EXPECT_EQ(Figures.BoneCurve, std::vector<double>{9.0});
	EXPECT_EQ(Figures.Bones.size(), 1u);
	EXPECT_EQ(Figures.Folds, 4u);
	const std::vector<std::pair<std::string, std::string>> Options = {
		{"preset", "hero"}, {"rig.bones", "21"}, {"inputs", "a.obj, b.pc2"}};
	EXPECT_EQ(Figures.Options, Options);
}

TEST(ReportFigures, ARigWithoutProblemsOfItsOwnIsLookedAt)
{
	const FReportFigures Figures =
		ReadReportFigures(FJson::parse(R"({"unexplained": [1, 2], "edgesWithoutEvidence": 1})"));
	ASSERT_EQ(Figures.Problems.size(), 2u);
	EXPECT_THAT(Figures.Problems[0].What, ::testing::HasSubstr("2 vertices"));
	EXPECT_FALSE(Figures.Problems[1].Remedy.empty());
}

TEST(ReportFigures, WhatIsMissingOrOfAnotherKindIsLeftOut)
{
	for (const char* Text :
		{"null", "[]", "{}", "3", R"({"stages": 3, "curve": {}, "bones": "no", "problems": {}})",
			R"({"stages": [null, [], {"seconds": "long"}], "options": [], "skins": [], "levels": 4, "summary": 1})",
			R"({"bones": [{"parent": 0}, {"parent": 0.5}, {"parent": 1e300}], "unexplained": 5, "problems": [{}, 7]})"})
	{
		const FReportFigures Figures = ReadReportFigures(FJson::parse(Text));
		EXPECT_TRUE(Figures.Problems.empty()) << Text;
		EXPECT_TRUE(Figures.Options.empty()) << Text;
		EXPECT_TRUE(Figures.BoneCurve.empty()) << Text;
		EXPECT_EQ(Figures.Seconds, 0.0) << Text;
	}
}

} // namespace ReportFiguresTest
} // namespace Exemplar
