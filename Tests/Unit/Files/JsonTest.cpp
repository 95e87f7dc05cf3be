// Copyright (c) 2026 Exemplar contributors. MIT licence.

#include "Files/Json.h"

#include <gtest/gtest.h>

namespace Exemplar
{
namespace
{

TEST(Json, KeepsTheOrderOfItsKeysAndRowsOnOneLine)
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

TEST(Json, SurvivesNamesThatAreNotUtf8)
{
	FReport Report;
	Report["name"] = "\xff\xfe";
	EXPECT_TRUE(FReport::accept(FormatReport(Report)));
}

} // namespace
} // namespace Exemplar
