// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Files/Svg.h"

#include <cmath>
#include <gmock/gmock.h>
#include <limits>

namespace Exemplar
{
namespace SvgTest
{

using testing::HasSubstr;
using testing::Not;

FPlot MakePlot()
{
	FPlot Plot;
	Plot.Title = "Error against bones <20 & more>";
	Plot.X.Label = "bones";
	Plot.Y = {"RMS, % of the diagonal", true};
	Plot.Series = {{"ours", {{5, 1.1}, {10, 0.52}, {20, 0.31}, {40, 0.12}, {80, 0.05}}, false},
		{"Dem Bones 1.2.1", {{10, 0.7}, {20, 0.414}, {30, 0.32}}, false}, {"bound", {{5, 0.1}, {80, 0.1}}, true}};
	return Plot;
}

size_t CountOf(const std::string& Text, const std::string& Word)
{
	size_t Count = 0;
	for (size_t At = Text.find(Word); At != std::string::npos; At = Text.find(Word, At + 1))
	{
		++Count;
	}
	return Count;
}

TEST(Svg, DrawsALineALegendAndAMarkForEachMeasurement)
{
	const std::string Text = FormatSvg(MakePlot());
	EXPECT_THAT(Text, HasSubstr("Error against bones &lt;20 &amp; more&gt;"));
	EXPECT_THAT(Text, HasSubstr("Dem Bones 1.2.1"));
	EXPECT_EQ(CountOf(Text, "<circle"), 8u); // a bound has no marks
	EXPECT_EQ(CountOf(Text, "<path"), 6u);   // a line and a legend's stroke for each
	EXPECT_EQ(CountOf(Text, ">0.1<"), 1u);   // decades are labeled
	EXPECT_EQ(CountOf(Text, ">20<"), 1u);
	EXPECT_EQ(FormatSvg(MakePlot()), Text);
}

TEST(Svg, BreaksTheLineWhereAPointCannotBeShown)
{
	FPlot Plot;
	Plot.Y.bLogarithmic = true;
	Plot.Series = {{"", {{1, 1}, {2, 10}, {3, 0}, {4, std::nan("")}, {5, 100}, {6, 10}}, false}};
	const std::string Text = FormatSvg(Plot);
	EXPECT_EQ(CountOf(Text, "<circle"), 4u);
	EXPECT_EQ(CountOf(Text, " M"), 1u); // the pen was lifted once
	EXPECT_THAT(Text, Not(HasSubstr("nan")));
	EXPECT_THAT(Text, Not(HasSubstr("inf")));
}

TEST(Svg, SurvivesPlotsWithoutExtent)
{
	for (const std::vector<FDouble2>& Points : {std::vector<FDouble2>{}, {{3, 3}}, {{0, 0}, {0, 0}},
			 {{-1e300, 1e300}, {1e300, -1e300}}, {{std::numeric_limits<double>::infinity(), 1}}})
	{
		for (const bool bLogarithmic : {false, true})
		{
			FPlot Plot;
			Plot.X.bLogarithmic = Plot.Y.bLogarithmic = bLogarithmic;
			Plot.Series = {{"series", Points, false}};
			const std::string Text = FormatSvg(Plot);
			EXPECT_THAT(Text, testing::EndsWith("</svg>\n"));
			EXPECT_THAT(Text, Not(HasSubstr("nan")));
			EXPECT_LT(Text.size(), 20000u);
		}
	}
}

} // namespace SvgTest
} // namespace Exemplar
