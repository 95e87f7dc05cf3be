// Copyright (c) 2026 Exemplar contributors. MIT license.

// What only a stand-in can do to an editor: press Cancel, undo, and look into its caches.
#include "Misc/AutomationTest.h"

#if HOST_EDITOR_MODULE

#include "AssetRegistry/AssetRegistryModule.h"
#include "DerivedDataCacheInterface.h"
#include "EditorReimportHandler.h"
#include "ExemplarBuildSettings.h"
#include "ExemplarCharacter.h"
#include "ExemplarEditorLibrary.h"
#include "Misc/CoreMisc.h"
#include "Misc/FeedbackContext.h"
#include "Misc/SlowTask.h"
#include "Tests/ExemplarBar.h"
#include "UObject/UObjectGlobals.h"

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FEditorCancel, "Exemplar.Host.Editor.ACanceledImportLeavesNothingBehind", ExemplarEditorTestFlags)
bool FEditorCancel::RunTest(const FString&)
{
	const Exemplar::FScratchFolder Folder;
	Exemplar::WriteBar(Folder.Path / "bar", 0.21);
	for (const double At : {0.05, 0.3, 0.9})
	{
		HostFeedback().HostCancelAt = At;
		HostFeedback().HostFrames = 0;
		TestNull(
			TEXT("canceled"), UExemplarEditorLibrary::ImportExamples({Folder.Text("bar")}, TEXT("/Game/Cancel/Bar")));
		HostFeedback().HostCancelAt = 2.0;
		TestTrue(TEXT("progress was shown"), HostFeedback().HostFrames > 0);
		TestNull(TEXT("no settings"), FindObject<UObject>(nullptr, TEXT("/Game/Cancel/Bar.Bar")));
		TestNull(TEXT("no character"), FindObject<UObject>(nullptr, TEXT("/Game/Cancel/Bar_Character.Bar_Character")));
	}
	UExemplarBuildSettings* Settings = Exemplar::MakeBarSettings(TEXT("/Game/Cancel/Kept"), Folder.Path / "bar");
	TestTrue(TEXT("built"), Settings->Build() == EExemplarBuildResult::Built);
	const UExemplarCharacter* Character = Settings->Character;
	TestTrue(TEXT("the registry knows it"), HostIsRegisteredAsset(Character));
	Settings->Options.Rig.Bones = 1;
	HostFeedback().HostCancelAt = 0.3;
	TestTrue(TEXT("canceled"), HostReimport(Settings) == EReimportResult::Cancelled);
	HostFeedback().HostCancelAt = 2.0;
	TestEqual(TEXT("the character stays"), Character->GetNumBones(), 2);
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FEditorStages, "Exemplar.Host.Editor.StagesWhoseInputHasNotChangedComeFromDerivedData", ExemplarEditorTestFlags)
bool FEditorStages::RunTest(const FString&)
{
	const Exemplar::FScratchFolder Folder;
	Exemplar::WriteBar(Folder.Path / "bar", 0.23);
	UExemplarBuildSettings* Settings = Exemplar::MakeBarSettings(TEXT("/Game/Stages/Bar"), Folder.Path / "bar");
	FDerivedDataCacheInterface& Cache = GetDerivedDataCacheRef();
	const int32 Before = Cache.HostHits;
	TestTrue(TEXT("built"), Settings->Build() == EExemplarBuildResult::Built);
	TestEqual(TEXT("all stages are computed"), Cache.HostHits.load(), Before);
	Settings->Options.Levels.Count = 3;
	TestTrue(TEXT("built again"), Settings->Build() == EExemplarBuildResult::Built);
	TestTrue(TEXT("but not the rig"), Cache.HostHits > Before);
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FEditorUndo, "Exemplar.Host.Editor.PresetsOptionsAndBuildsAreUndone", ExemplarEditorTestFlags)
bool FEditorUndo::RunTest(const FString&)
{
	const Exemplar::FScratchFolder Folder;
	Exemplar::WriteBar(Folder.Path / "bar", 0.22);
	UExemplarBuildSettings* Settings = Exemplar::MakeBarSettings(TEXT("/Game/Undo/Bar"), Folder.Path / "bar");
	UObject::HostBeginTransaction();
	Settings->ApplyPreset(EExemplarPreset::Crowd);
	UObject::HostUndo();
	TestTrue(TEXT("no preset"), Settings->Preset == EExemplarPreset::None);
	TestEqual(TEXT("bones as before"), Settings->Options.Rig.Bones, 2);
	UObject::HostBeginTransaction();
	TestTrue(TEXT("set"), Settings->SetOption(TEXT("rig.bones"), TEXT("7")));
	UObject::HostUndo();
	TestEqual(TEXT("bones are undone"), Settings->Options.Rig.Bones, 2);

	TestTrue(TEXT("built"), Settings->Build() == EExemplarBuildResult::Built);
	UExemplarCharacter* Character = Settings->Character;
	const FString Key = Settings->BuildKey;
	Settings->Options.Rig.Bones = 1;
	UObject::HostBeginTransaction();
	TestTrue(TEXT("built again"), Settings->Build() == EExemplarBuildResult::Built);
	TestEqual(TEXT("one bone"), Character->GetNumBones(), 1);
	UObject::HostUndo();
	TestEqual(TEXT("two bones"), Character->GetNumBones(), 2);
	TestEqual(TEXT("their key"), Settings->BuildKey, Key);
	return true;
}

#endif
