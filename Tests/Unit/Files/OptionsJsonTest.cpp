// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Files/OptionsJson.h"

#include "Base/File.h"

#include <gmock/gmock.h>

namespace Exemplar
{
namespace OptionsJsonTest
{

using testing::HasSubstr;

std::string ErrorOf(const char* Text)
{
	const TResult<FOptionsFile> Read = ParseOptionsFile(Text, "o.json");
	return Read ? std::string() : Read.GetError().Message;
}

TEST(OptionsJson, WhatIsWrittenIsReadAgainExactly)
{
	FBuildOptions Options;
	const std::vector<FOptionAssignment> Layer{{"rig.bones", int64_t{30}}, {"rig.smoothness", 0.1},
		{"rig.forcedEdges", std::vector<std::string>{"3-7"}}, {"levels.fractions", std::vector<double>{0.5, 0.1}},
		{"clip.name", std::string("läuft")}, {"skin.kind", std::string("lbs")}, {"rig.connected", true}};
	ASSERT_TRUE(AssignOptions(Layer, "test", Options));
	const TResult<FOptionsFile> Read = ParseOptionsFile(FormatJson(DescribeOptions(Options)), "o.json");
	ASSERT_TRUE(Read) << Read.GetError().Message;
	EXPECT_EQ(Read->Options.size(), GetOptionTable().size());
	FBuildOptions Again;
	ASSERT_TRUE(AssignOptions(Read->Options, "test", Again));
	for (const FBuildOption& Option : GetOptionTable())
	{
		EXPECT_EQ(Option.Get(Again), Option.Get(Options)) << Option.Key;
	}
}

TEST(OptionsJson, AFileMayNameAPresetAndItsSchema)
{
	const TResult<FOptionsFile> Read =
		ParseOptionsFile(R"({"$schema": "x", "preset": "hero", "rig": {"tolerance": 1}})", "o.json");
	ASSERT_TRUE(Read);
	EXPECT_EQ(Read->Preset, "hero");
	ASSERT_EQ(Read->Options.size(), 1u);
	EXPECT_EQ(Read->Options[0].Value, FOptionValue(1.0)); // a whole number where any number may stand
}

TEST(OptionsJson, MistakesGetASentenceWithFileKeyAndRemedy)
{
	EXPECT_EQ(ErrorOf(R"({"rig": {"bonez": 3}})"), "o.json: unknown option rig.bonez. Did you mean rig.bones?");
	EXPECT_THAT(
		ErrorOf(R"({"bones": 3})"), HasSubstr(R"(Did you mean rig.bones, written as {"rig": {"bones": ...}}?)"));
	EXPECT_THAT(ErrorOf(R"({"rig.bones": 3})"), HasSubstr(R"({"rig": {"bones")"));
	EXPECT_EQ(ErrorOf(R"({"rig": {"bones": "many"}})"),
		"o.json: rig.bones must be a whole number from 0 to 4096, not \"many\".");
	for (const char* Bad : {"2.5", "-1", "4097", "1e300", "18446744073709551615", "null", "[3]", "{}", "true"})
	{
		EXPECT_THAT(ErrorOf((std::string(R"({"rig": {"bones": )") + Bad + "}}").c_str()), HasSubstr("must be a whole"))
			<< Bad;
	}
	for (const char* Bad : {"[1, \"a\"]", "0.5", "[0.5, 2]", "[null]", "[[0.5]]"})
	{
		EXPECT_THAT(
			ErrorOf((std::string(R"({"levels": {"fractions": )") + Bad + "}}").c_str()), HasSubstr("list of numbers"))
			<< Bad;
	}
	EXPECT_THAT(ErrorOf(R"({"preset": 3})"), HasSubstr("preset must be the name"));
	EXPECT_THAT(ErrorOf("[]"), HasSubstr("one JSON object"));
	EXPECT_THAT(ErrorOf("{\"rig\": {"), HasSubstr("o.json: not valid JSON: parse error at line 1"));
	EXPECT_THAT(ErrorOf(""), HasSubstr("not valid JSON"));
	EXPECT_THAT(ErrorOf((std::string(100000, '[')).c_str()), HasSubstr("not valid JSON"));
}

TEST(OptionsJson, TheShippedSchemaIsTheCodes)
{
	const TResult<std::string> Shipped =
		ReadWholeTextFile(std::filesystem::path(EXEMPLAR_SOURCE_DIR) / "Docs" / "BuildOptions.schema.json");
	ASSERT_TRUE(Shipped) << Shipped.GetError().Message;
	EXPECT_EQ(*Shipped, FormatJson(MakeOptionsSchema()))
		<< "write it anew: exemplar build --print-schema >Docs/BuildOptions.schema.json";
}

} // namespace OptionsJsonTest
} // namespace Exemplar
