// Copyright (c) 2026 Exemplar contributors. MIT licence.

#include "Base/File.h"
#include "Files/Images.h"
#include "Files/Json.h"
#include "Files/Svg.h"
#include "TemporaryFolder.h"

#include <cmath>
#include <gmock/gmock.h>
#include <limits>

namespace Exemplar
{
namespace
{

using testing::HasSubstr;
using testing::Not;

TEST(Report, KeepsTheOrderOfItsKeysAndRowsOnOneLine)
{
	FReport Report;
	Report["zebra"] = ToReport(FFloat3{1.0f, 2.5f, 3.0f});
	Report["apple"]["list"] = {{{"name", "a"}, {"count", 2}}};
	Report["empty"] = FReport::array();
	const std::string Text = FormatReport(Report);
	EXPECT_EQ(Text,
		"{\n  \"zebra\": [1.0, 2.5, 3.0],\n  \"apple\": {\n    \"list\": [\n      {\n        \"name\": \"a\",\n"
		"        \"count\": 2\n      }\n    ]\n  },\n  \"empty\": []\n}\n");
	EXPECT_EQ(FReport::parse(Text), Report);
	EXPECT_EQ(FormatReportForPeople(Report), "zebra  1 2.5 3\napple\n  list\n    - a\n      count  2\nempty  none\n");
}

TEST(Report, SurvivesNamesThatAreNotUtf8)
{
	FReport Report;
	Report["name"] = "\xff\xfe";
	EXPECT_TRUE(FReport::accept(FormatReport(Report)));
}

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
	EXPECT_EQ(CountOf(Text, ">0.1<"), 1u);   // decades are labelled
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

TEST(Png, WritesAPictureAndRefusesWrongSizes)
{
	const FTemporaryFolder Folder;
	std::vector<uint8_t> Pixels(16 * 8 * 3, 200);
	ASSERT_TRUE(WritePng(Folder / "a.png", 16, 8, 3, Pixels));
	const TResult<std::string> Bytes = ReadWholeTextFile(Folder / "a.png");
	ASSERT_TRUE(Bytes);
	EXPECT_EQ(Bytes->substr(0, 8), "\x89PNG\r\n\x1a\n");
	EXPECT_EQ(Bytes->substr(16, 8), std::string("\0\0\0\x10\0\0\0\x08", 8)); // width and height, big endian
	Pixels.pop_back();
	const FStatus Refused = WritePng(Folder / "b.png", 16, 8, 3, Pixels);
	ASSERT_FALSE(Refused);
	EXPECT_EQ(Refused.GetError().Code, EErrorCode::InvalidArgument);
	EXPECT_FALSE(std::filesystem::exists(Folder / "b.png"));
}

} // namespace
} // namespace Exemplar
