// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "AssetRegistry/AssetData.h"
#include "ExemplarBuildSettings.h"
#include "ExemplarCharacter.h"
#include "ExemplarErrorValidator.h"
#include "Misc/AutomationTest.h"
#include "Misc/DataValidation.h"
#include "Tests/ExemplarBar.h"
#include "UObject/UObjectGlobals.h"

#if WITH_DEV_AUTOMATION_TESTS

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FExemplarValidation, "Exemplar.Editor.Validation.ErrorsAboveTheProjectsLimitFail", ExemplarEditorTestFlags)
bool FExemplarValidation::RunTest(const FString& Parameters)
{
	const Exemplar::FScratchFolder Folder;
	Exemplar::WriteBar(Folder.Path / "bar");
	UExemplarBuildSettings* Settings = Exemplar::MakeBarSettings(TEXT("/Game/Valid/Bar"), Folder.Path / "bar");
	UExemplarErrorValidator* Validator = NewObject<UExemplarErrorValidator>();
	FDataValidationContext Context;
	const FAssetData Data;
	const auto Validate = [&] { return Validator->ValidateLoadedAsset_Implementation(Data, Settings, Context); };
	TestTrue(TEXT("ours"), Validator->CanValidateAsset_Implementation(Data, Settings, Context));
	TestFalse(TEXT("not ours"), Validator->CanValidateAsset_Implementation(Data, Validator, Context));
	TestTrue(TEXT("never built"), Validate() == EDataValidationResult::Invalid);
	TestTrue(TEXT("built"), Settings->Build() == EExemplarBuildResult::Built);
	TestTrue(TEXT("good"), Validate() == EDataValidationResult::Valid);
	Settings->Options.Rig.Bones = 1;
	TestTrue(TEXT("built"), Settings->Build() == EExemplarBuildResult::Built);
	TestTrue(TEXT("one bone does not bend"), Validate() == EDataValidationResult::Invalid);
	Validator->MaxErrorPercent = 0.0;
	TestTrue(TEXT("nor on average"), Validate() == EDataValidationResult::Invalid);
	Validator->MaxRmsErrorPercent = 0.0;
	TestTrue(TEXT("without limits"), Validate() == EDataValidationResult::Valid);
	return true;
}

#endif
