// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Pipeline/OptionTable.h"

#include <cmath>
#include <gmock/gmock.h>
#include <set>

namespace Exemplar
{
namespace OptionTableTest
{

using testing::HasSubstr;

std::string ErrorOf(const std::vector<FOptionAssignment>& Layer, FBuildOptions Options = {})
{
	const FStatus Status = AssignOptions(Layer, "options.json", Options);
	return Status ? std::string() : Status.GetError().Message;
}

TEST(OptionTable, EveryOptionHasItsOwnNameUnderAStageAndAHelpText)
{
	std::set<std::string> Keys;
	for (const FBuildOption& Option : GetOptionTable())
	{
		EXPECT_TRUE(Keys.insert(Option.Key).second) << Option.Key;
		EXPECT_NE(Option.Key.find('.'), std::string::npos) << Option.Key;
		EXPECT_FALSE(Option.Help.empty()) << Option.Key;
		EXPECT_EQ(FindOption(Option.Key), &Option);
	}
	EXPECT_EQ(FindOption("rig"), nullptr);
}

TEST(OptionTable, DefaultsAreInRangeAndSurviveTextAndAssignment)
{
	for (const FBuildOption& Option : GetOptionTable())
	{
		const FOptionValue Default = Option.Get({});
		EXPECT_TRUE(CheckOptionValue(Option, Default)) << Option.Key;
		const TResult<FOptionValue> Again = ParseOptionValue(Option, FormatOptionValue(Default));
		ASSERT_TRUE(Again) << Again.GetError().Message;
		EXPECT_EQ(*Again, Default) << Option.Key;
		FBuildOptions Options;
		Option.Set(Options, Default);
		EXPECT_EQ(Option.Get(Options), Default) << Option.Key;
	}
}

/** Another legal value than the default. */
FOptionValue OtherValue(const FBuildOption& Option)
{
	const FOptionValue Default = Option.Get({});
	switch (Option.Kind)
	{
	case EOptionKind::Flag:
		return !*std::get_if<bool>(&Default);
	case EOptionKind::Integer:
	{
		const auto Lowest = static_cast<int64_t>((std::max)(7.0, Option.Low));
		return *std::get_if<int64_t>(&Default) == Lowest ? Lowest + 1 : Lowest;
	}
	case EOptionKind::Number:
		return *std::get_if<double>(&Default) == Option.High ? Option.Low : Option.High;
	case EOptionKind::Choice:
		return Option.Choices.front() == *std::get_if<std::string>(&Default) ? Option.Choices.back()
																			 : Option.Choices.front();
	case EOptionKind::Text:
		return std::string("other");
	case EOptionKind::Numbers:
		return std::vector<double>{0.25, 0.125};
	case EOptionKind::Texts:
		return std::vector<std::string>{"a", "b"};
	case EOptionKind::Edges:
		return std::vector<std::string>{"3-7", "0-1"};
	}
	return false;
}

TEST(OptionTable, SettingAnOptionChangesItAndNoOther)
{
	for (const FBuildOption& Option : GetOptionTable())
	{
		const FOptionValue Value = OtherValue(Option);
		ASSERT_TRUE(CheckOptionValue(Option, Value)) << Option.Key;
		FBuildOptions Options;
		ASSERT_TRUE(AssignOptions(std::vector<FOptionAssignment>{{Option.Key, Value}}, "test", Options));
		for (const FBuildOption& Other : GetOptionTable())
		{
			EXPECT_EQ(Other.Get(Options), Other.Key == Option.Key ? Value : Other.Get({}))
				<< Option.Key << " " << Other.Key;
		}
	}
}

TEST(OptionTable, MistakesNameTheSourceTheKeyAndWhatWasMeant)
{
	EXPECT_EQ(ErrorOf({{"rig.bonez", int64_t{3}}}), "options.json: unknown option rig.bonez. Did you mean rig.bones?");
	EXPECT_EQ(FindNearestOption("bones"), "rig.bones");
	EXPECT_EQ(FindNearestOption("skin.max-bones"), "rig.maxBones");
	EXPECT_EQ(FindNearestOption("levels.mintriangles"), "levels.minTriangles");
	EXPECT_EQ(ErrorOf({{"rig.bones", std::string("many")}}),
		"options.json: rig.bones must be a whole number from 0 to 4096, not 'many'.");
	EXPECT_THAT(ErrorOf({{"rig.bones", 2.5}}), HasSubstr("whole number"));
	EXPECT_THAT(ErrorOf({{"rig.influences", int64_t{65}}}), HasSubstr("from 1 to 64"));
	EXPECT_THAT(ErrorOf({{"rig.smoothness", std::nan("")}}), HasSubstr("a number from 0 to 100"));
	EXPECT_THAT(ErrorOf({{"rig.effort", std::string("best")}}), HasSubstr("fast, default or thorough"));
	EXPECT_THAT(ErrorOf({{"rig.forcedEdges", std::vector<std::string>{"3to7"}}}), HasSubstr("3-7"));
	EXPECT_THAT(ErrorOf({{"rig.forcedEdges", std::vector<std::string>{"-3-7"}}}), HasSubstr("3-7"));
	EXPECT_FALSE(ParseOptionValue(*FindOption("levels.fractions"), "0.5,half"));
	EXPECT_FALSE(ParseOptionValue(*FindOption("rig.tolerance"), "inf"));
	EXPECT_FALSE(ParseOptionValue(*FindOption("rig.bones"), "3 "));
	EXPECT_FALSE(ParseOptionValue(*FindOption("rig.bones"), "99999999999999999999"));
}

TEST(OptionTable, ALayerThatIsRefusedChangesNothing)
{
	FBuildOptions Options;
	EXPECT_FALSE(AssignOptions(
		std::vector<FOptionAssignment>{{"rig.bones", int64_t{3}}, {"rig.influences", int64_t{0}}}, "test", Options));
	EXPECT_EQ(Options.Rig.Clusters.BoneCount, 0);
}

TEST(OptionTable, WhatALayerSaysReplacesWhatLowerOnesSaidInOtherWords)
{
	FBuildOptions Options;
	const auto Assign = [&](std::vector<FOptionAssignment> Layer)
	{ return AssignOptions(Layer, "test", Options).IsOk(); };
	ASSERT_TRUE(Assign({{"rig.bones", int64_t{20}}, {"levels.fractions", std::vector<double>{0.5}}}));
	ASSERT_TRUE(Assign({{"rig.tolerance", 0.5}, {"levels.errors", std::vector<double>{0.1}}}));
	EXPECT_EQ(Options.Rig.Clusters.BoneCount, 0);
	EXPECT_TRUE(Options.Levels.Fractions.empty());
	ASSERT_TRUE(Assign({{"levels.count", int64_t{1}}}));
	EXPECT_FALSE(Options.HasLevels());
	EXPECT_EQ(Options.Rig.Clusters.Tolerance, 0.5);
	ASSERT_TRUE(Assign({{"levels.count", int64_t{3}}, {"levels.errors", std::vector<double>{0.1}}}));
	EXPECT_EQ(Options.Levels.Errors.size(), 1u);
	EXPECT_FALSE(Assign({{"rig.bones", int64_t{20}}, {"rig.tolerance", 0.5}}));
	EXPECT_FALSE(Assign({{"levels.fractions", std::vector<double>{0.5}}, {"levels.errors", std::vector<double>{0.1}}}));
}

TEST(OptionTable, EveryPresetIsMadeOfOptionsAndDiffersFromTheDefaultsInEach)
{
	std::set<std::string> Names;
	for (const FBuildPreset& Preset : GetBuildPresets())
	{
		EXPECT_TRUE(Names.insert(Preset.Name).second);
		EXPECT_FALSE(Preset.Description.empty());
		FBuildOptions Options;
		const FStatus Status = AssignOptions(Preset.Options, Preset.Name, Options);
		ASSERT_TRUE(Status) << Status.GetError().Message;
		for (const FOptionAssignment& Assignment : Preset.Options)
		{
			EXPECT_NE(FindOption(Assignment.Key)->Get({}), Assignment.Value) << Preset.Name << " " << Assignment.Key;
		}
		EXPECT_GE(Options.Rig.Clusters.MaxBones, Options.Rig.Clusters.MinBones);
		EXPECT_LE(Options.Rig.Refine.MaxInfluences, 8); // what glTF and Unreal hold
	}
	EXPECT_EQ(Names, (std::set<std::string>{"prop", "creature", "hero", "crowd"}));
}

} // namespace OptionTableTest
} // namespace Exemplar
