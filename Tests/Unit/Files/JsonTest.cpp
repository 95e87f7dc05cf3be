// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Files/Json.h"

#include <gtest/gtest.h>

namespace Exemplar
{
namespace JsonTest
{

TEST(Json, KeepsTheOrderOfItsKeysAndRowsOnOneLine)
{
	FJson Json;
	Json["zebra"] = ToJson(FFloat3{1.0f, 2.5f, 3.0f});
	Json["apple"]["list"] = {{{"name", "a"}, {"count", 2}}};
	Json["empty"] = FJson::array();
	const std::string Text = FormatJson(Json);
	EXPECT_EQ(Text,
		"{\n  \"zebra\": [1.0, 2.5, 3.0],\n  \"apple\": {\n    \"list\": [\n      {\n        \"name\": \"a\",\n"
		"        \"count\": 2\n      }\n    ]\n  },\n  \"empty\": []\n}\n");
	EXPECT_EQ(FJson::parse(Text), Json);
	EXPECT_EQ(FormatJsonForPeople(Json), "zebra  1 2.5 3\napple\n  list\n    - a\n      count  2\nempty  none\n");
}

TEST(Json, SurvivesNamesThatAreNotUtf8)
{
	FJson Json;
	Json["name"] = "\xff\xfe";
	EXPECT_TRUE(FJson::accept(FormatJson(Json)));
}

} // namespace JsonTest
} // namespace Exemplar
