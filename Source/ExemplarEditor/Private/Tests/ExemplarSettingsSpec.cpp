// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "ExemplarBuildSettings.h"
#include "ExemplarOptionVisits.h"
#include "ExemplarOptions.h"
#include "Misc/AutomationTest.h"
#include "Tests/ExemplarBar.h"
#include "UObject/UObjectGlobals.h"

#if WITH_DEV_AUTOMATION_TESTS

#include <set>

IMPLEMENT_SIMPLE_AUTOMATION_TEST(FExemplarSettingsTable,
	"Exemplar.Editor.Settings.EveryOptionOfTheTableIsAPropertyWithItsDefault", ExemplarEditorTestFlags)
bool FExemplarSettingsTable::RunTest(const FString& Parameters)
{
	const FExemplarBuildOptions Properties;
	std::set<std::string> Keys;
	Exemplar::VisitOptions(Properties, [&](std::string_view Key, const auto&) { Keys.emplace(Key); });
	for (const Exemplar::FBuildOption& Option : Exemplar::GetOptionTable())
	{
		TestTrue(TEXT("an option is a property"), Keys.erase(Option.Key) == 1);
	}
	TestTrue(TEXT("a property is an option"), Keys.empty());

	const Exemplar::TResult<Exemplar::FBuildOptions> Options = Exemplar::ToBuildOptions(Properties);
	if (!TestTrue(TEXT("the defaults are options"), Options.IsOk()))
	{
		return false;
	}
	const Exemplar::FBuildOptions Defaults;
	for (const Exemplar::FBuildOption& Option : Exemplar::GetOptionTable())
	{
		TestTrue(TEXT("a property has the option's default"),
			Exemplar::FormatOptionValue(Option.Get(*Options)) == Exemplar::FormatOptionValue(Option.Get(Defaults)));
	}
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FExemplarSettingsPresets, "Exemplar.Editor.Settings.PresetsAreThoseOfTheTable", ExemplarEditorTestFlags)
bool FExemplarSettingsPresets::RunTest(const FString& Parameters)
{
	UExemplarBuildSettings* Settings = NewObject<UExemplarBuildSettings>();
	for (size_t Index = 0; Index < Exemplar::GetBuildPresets().size(); ++Index)
	{
		Settings->Preset = static_cast<EExemplarPreset>(Index + 1);
		FPropertyChangedEvent Event;
		Settings->PostEditChangeProperty(Event);
		Exemplar::FBuildOptions Chosen;
		const Exemplar::FBuildPreset& Preset = Exemplar::GetBuildPresets()[Index];
		TestTrue(TEXT("the preset is legal"), Exemplar::AssignOptions(Preset.Options, Preset.Name, Chosen).IsOk());
		const Exemplar::TResult<Exemplar::FBuildOptions> Options = Exemplar::ToBuildOptions(Settings->Options);
		if (!TestTrue(TEXT("the preset's properties are options"), Options.IsOk()))
		{
			return false;
		}
		for (const Exemplar::FBuildOption& Option : Exemplar::GetOptionTable())
		{
			TestTrue(TEXT("an option of the preset"),
				Exemplar::FormatOptionValue(Option.Get(*Options)) == Exemplar::FormatOptionValue(Option.Get(Chosen)));
		}
	}
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(FExemplarSettingsByName,
	"Exemplar.Editor.Settings.OptionsAreSetByNameAndWrongOnesAreExplained", ExemplarEditorTestFlags)
bool FExemplarSettingsByName::RunTest(const FString& Parameters)
{
	UExemplarBuildSettings* Settings = NewObject<UExemplarBuildSettings>();
	TestTrue(TEXT("a number"), Settings->SetOption(TEXT("rig.bones"), TEXT("40")));
	TestEqual(TEXT("is the property"), Settings->Options.Rig.Bones, 40);
	TestTrue(TEXT("a list"), Settings->SetOption(TEXT("levels.fractions"), TEXT("0.5,0.25")));
	TestEqual(TEXT("has its items"), Settings->Options.Levels.Fractions.Num(), 2);
	TestTrue(TEXT("a choice"), Settings->SetOption(TEXT("skin.operator"), TEXT("dqs")));
	TestTrue(TEXT("is the enum"), Settings->Options.Skin.Operator == EExemplarSkinOperator::Dqs);

	AddExpectedError(TEXT("Did you mean 'rig.bones'?"), EAutomationExpectedErrorFlags::Contains, 1, false);
	TestFalse(TEXT("no such option"), Settings->SetOption(TEXT("rig.bonse"), TEXT("40")));
	AddExpectedError(TEXT("rig.bones"), EAutomationExpectedErrorFlags::Contains, 1, false);
	TestFalse(TEXT("out of range"), Settings->SetOption(TEXT("rig.bones"), TEXT("-3")));
	TestEqual(TEXT("nothing has changed"), Settings->Options.Rig.Bones, 40);
	return true;
}

#endif
