// Copyright (c) 2026 Exemplar contributors. MIT licence.

#include "Report/ReportFigures.h"

#include <gmock/gmock.h>

namespace Exemplar
{
namespace
{

TEST(ReportFigures, ReadWhatABuildWrites)
{
	const FReport Document = FReport::parse(R"({
		"summary": {"seconds": 12.5}, "curve": [9.0, 3.0, 1.0],
		"stages": [{"name": "rig", "seconds": 10, "cached": true, "figures": {"size": {"value": 2000000, "unit": "bytes"}}},
			{"stage": "levels", "seconds": 2.5}],
		"bones": [{"parent": 1, "kind": "ball", "gap": 0.01}, {"parent": -1, "kind": "root", "gap": 0}],
		"skins": {"choice": {"folds": 8, "leftOutRmsPercent": 0.2, "linearBlendLeftOutRmsPercent": 0.3}},
		"levels": {"curve": [{"triangles": 100, "errorPercent": 0.5}]},
		"unexplained": [1, 2], "edgesWithoutEvidence": 1,
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
	EXPECT_EQ(Figures.Bones[0].Kind, "root") << "joints have parents first";
	EXPECT_EQ(Figures.Bones[1].Gap, 0.01);
	EXPECT_EQ(Figures.Folds, 8u);
	EXPECT_EQ(Figures.LeftOutRms, 0.2);
	EXPECT_EQ(Figures.BlendLeftOutRms, 0.3);
	ASSERT_EQ(Figures.TriangleCurve.size(), 1u);
	EXPECT_EQ(Figures.TriangleCurve[0], (std::pair<double, double>(100.0, 0.5)));
	ASSERT_EQ(Figures.Problems.size(), 4u);
	EXPECT_EQ(Figures.Problems[0].What, "alone");
	EXPECT_EQ(Figures.Problems[1].Remedy, "do");
	const std::vector<std::pair<std::string, std::string>> Options = {
		{"preset", "hero"}, {"rig.bones", "21"}, {"rig.symmetric", "yes"}, {"levels.fractions", "0.500, 0.200"}};
	EXPECT_EQ(Figures.Options, Options);
}

TEST(ReportFigures, WhatIsMissingOrOfAnotherKindIsLeftOut)
{
	for (const char* Text :
		{"null", "[]", "{}", "3", R"({"stages": 3, "curve": {}, "bones": "no", "problems": {}})",
			R"({"stages": [null, [], {"seconds": "long"}], "options": [], "skins": [], "levels": 4, "summary": 1})",
			R"({"bones": [{"parent": 0}, {"parent": 0.5}, {"parent": 1e300}], "unexplained": 5, "problems": [{}, 7]})"})
	{
		const FReportFigures Figures = ReadReportFigures(FReport::parse(Text));
		EXPECT_TRUE(Figures.Problems.empty()) << Text;
		EXPECT_TRUE(Figures.Options.empty()) << Text;
		EXPECT_TRUE(Figures.BoneCurve.empty()) << Text;
		EXPECT_EQ(Figures.Seconds, 0.0) << Text;
	}
}

} // namespace
} // namespace Exemplar
