// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "EditorFramework/AssetImportData.h"
#include "ExemplarBuildCommandlet.h"
#include "ExemplarBuildSettings.h"
#include "ExemplarCharacter.h"
#include "ExemplarCharacterFactory.h"
#include "ExemplarConversions.h"
#include "ExemplarEditorLibrary.h"
#include "ExemplarExamplesFactory.h"
#include "ExemplarStockAssets.h"
#include "ExemplarStockAssetsFactory.h"
#include "MaterialDomain.h"
#include "Materials/Material.h"
#include "Materials/MaterialInterface.h"
#include "Misc/AutomationTest.h"
#include "Misc/FileHelper.h"
#include "Misc/PackageName.h"
#include "Tests/ExemplarBar.h"
#include "UObject/Package.h"
#include "UObject/UObjectGlobals.h"

#if WITH_DEV_AUTOMATION_TESTS

#include <fstream>

namespace
{

std::vector<std::byte> ExemplarBytesOf(const UExemplarCharacter& Character)
{
	const std::span<const std::byte> Bytes = Character.GetCharacter()->Bytes();
	return {Bytes.begin(), Bytes.end()};
}

UObject* ExemplarImportFile(UFactory& Factory, const TCHAR* Package, const FString& File, bool& bCanceled)
{
	const FString Name = FPackageName::GetShortName(Package);
	return Factory.FactoryCreateFile(Factory.SupportedClass, CreatePackage(Package), FName(*Name),
		RF_Public | RF_Standalone, File, nullptr, nullptr, bCanceled);
}

} // namespace

IMPLEMENT_SIMPLE_AUTOMATION_TEST(FExemplarBuildInEditor,
	"Exemplar.Editor.Build.ExamplesBecomeACharacterThatIsNotBuiltTwice", ExemplarEditorTestFlags)
bool FExemplarBuildInEditor::RunTest(const FString& Parameters)
{
	const Exemplar::FScratchFolder Folder;
	Exemplar::WriteBar(Folder.Path / "bar");
	UExemplarBuildSettings* Settings = Exemplar::MakeBarSettings(TEXT("/Game/Build/Bar"), Folder.Path / "bar");
	TestTrue(TEXT("built"), Settings->Build() == EExemplarBuildResult::Built);
	if (!TestNotNull(TEXT("character"), Settings->Character.Get()))
	{
		return false;
	}
	UExemplarCharacter* Character = Settings->Character;
	TestEqual(TEXT("beside the settings"), Character->GetPathName(),
		FString(TEXT("/Game/Build/Bar_Character.Bar_Character")));
	TestEqual(TEXT("bones"), Character->GetNumBones(), 2);
	TestEqual(TEXT("levels"), Character->GetNumLevels(), 2);
	TestTrue(TEXT("two rigid halves are what two bones can do"), Settings->MaxError < 0.5);
	TestTrue(TEXT("measured"), Settings->MaxError >= Settings->RmsError && Settings->RmsError > 0.0);
	TestEqual(TEXT("where it came from"), Settings->AssetImportData->GetFirstFilename(), Folder.Text("bar"));

	const std::vector<std::byte> Before = ExemplarBytesOf(*Character);
	TestTrue(TEXT("not again"), Settings->Build() == EExemplarBuildResult::UpToDate);
	Settings->Options.Rig.Bones = 1;
	TestTrue(TEXT("another option"), Settings->Build() == EExemplarBuildResult::Built);
	TestTrue(TEXT("the same asset"), Settings->Character.Get() == Character);
	TestEqual(TEXT("with one bone"), Character->GetNumBones(), 1);
	TestTrue(TEXT("which cannot bend"), Settings->MaxError > 5.0);
	Settings->Options.Rig.Bones = 2;
	TestTrue(TEXT("back again, by derived data"), Settings->Build() == EExemplarBuildResult::Built);
	TestTrue(TEXT("the same bytes"), ExemplarBytesOf(*Character) == Before);
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FExemplarCreateNew, "Exemplar.Editor.Import.SettingsAndStockAssetsAreMadeNew", ExemplarEditorTestFlags)
bool FExemplarCreateNew::RunTest(const FString& Parameters)
{
	const auto Make = [](UFactory* Factory, const TCHAR* Package) -> UObject*
	{
		return !Factory->bCreateNew ? nullptr
									: Factory->FactoryCreateNew(Factory->SupportedClass, CreatePackage(Package),
										  FName(TEXT("New")), RF_Public | RF_Standalone, nullptr, nullptr);
	};
	UExemplarBuildSettings* Settings =
		Cast<UExemplarBuildSettings>(Make(NewObject<UExemplarExamplesFactory>(), TEXT("/Game/New/Settings")));
	if (!TestNotNull(TEXT("settings"), Settings))
	{
		return false;
	}
	TArray<FString> Files;
	TestFalse(TEXT("nothing to reimport"), NewObject<UExemplarExamplesFactory>()->CanReimport(Settings, Files));
	TestNotNull(TEXT("stock assets"),
		Cast<UExemplarStockAssets>(Make(NewObject<UExemplarStockAssetsFactory>(), TEXT("/Game/New/Stock"))));
	TestNull(TEXT("characters come from files"), Make(NewObject<UExemplarCharacterFactory>(), TEXT("/Game/New/No")));
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FExemplarBuildBad, "Exemplar.Editor.Build.BadSetsAreRefusedWithASentenceAndChangeNothing", ExemplarEditorTestFlags)
bool FExemplarBuildBad::RunTest(const FString& Parameters)
{
	const Exemplar::FScratchFolder Folder;
	Exemplar::WriteBar(Folder.Path / "bar");
	UExemplarBuildSettings* Settings = Exemplar::MakeBarSettings(TEXT("/Game/Bad/Bar"), Folder.Path / "bar");
	TestTrue(TEXT("built"), Settings->Build() == EExemplarBuildResult::Built);
	const std::vector<std::byte> Before = ExemplarBytesOf(*Settings->Character);
	const FString Key = Settings->BuildKey;

	AddExpectedError(TEXT("absent"), EAutomationExpectedErrorFlags::Contains, 1, false);
	Settings->Sources = {Folder.Text("absent")};
	TestTrue(TEXT("no folder"), Settings->Build() == EExemplarBuildResult::Failed);
	std::ofstream(Folder.Path / "bar/pose5.obj") << "v 1 2\n";
	AddExpectedError(TEXT("pose5.obj"), EAutomationExpectedErrorFlags::Contains, 1, false);
	Settings->Sources = {Folder.Text("bar")};
	TestTrue(TEXT("a file is damaged"), Settings->Build() == EExemplarBuildResult::Failed);
	std::filesystem::remove(Folder.Path / "bar/pose5.obj");
	AddExpectedError(TEXT("Invalid bone options"), EAutomationExpectedErrorFlags::Contains, 1, false);
	Settings->Options.Rig.Bones = 0;
	Settings->Options.Rig.MinBones = 20;
	Settings->Options.Rig.MaxBones = 10;
	TestTrue(TEXT("options that contradict"), Settings->Build() == EExemplarBuildResult::Failed);

	TestTrue(TEXT("the character stays"), ExemplarBytesOf(*Settings->Character) == Before);
	TestEqual(TEXT("and its key"), Settings->BuildKey, Key);
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(FExemplarImportCache,
	"Exemplar.Editor.Import.APointCacheBesideItsMeshIsImportedAndReimported", ExemplarEditorTestFlags)
bool FExemplarImportCache::RunTest(const FString& Parameters)
{
	const Exemplar::FScratchFolder Folder;
	Exemplar::WriteBarCache(Folder.Path);
	UExemplarExamplesFactory* Factory = NewObject<UExemplarExamplesFactory>();
	TestTrue(TEXT("ours"), Factory->FactoryCanImport(Folder.Text("bar.pc2")));
	TestFalse(TEXT("the engine's"), Factory->FactoryCanImport(Folder.Text("bar.obj")));
	bool bCanceled = true;
	UExemplarBuildSettings* Settings = Cast<UExemplarBuildSettings>(
		ExemplarImportFile(*Factory, TEXT("/Game/Cache/Bar"), Folder.Text("bar.pc2"), bCanceled));
	TestFalse(TEXT("canceled"), bCanceled);
	if (!TestNotNull(TEXT("settings"), Settings) || !TestNotNull(TEXT("character"), Settings->Character.Get()))
	{
		return false;
	}
	TestEqual(TEXT("mesh and cache"), Settings->Sources.Num(), 2);
	TArray<FString> Files;
	TestTrue(TEXT("can be reimported"), Factory->CanReimport(Settings, Files));
	TestEqual(TEXT("from both"), Files.Num(), 2);
	TestTrue(TEXT("up to date"), Factory->Reimport(Settings) == EReimportResult::Succeeded);
	UExemplarCharacterFactory* OfCharacters = NewObject<UExemplarCharacterFactory>();
	TestTrue(TEXT("its character is built again"),
		OfCharacters->Reimport(Settings->Character) == EReimportResult::Succeeded);

	AddExpectedError(TEXT("a point cache needs its mesh"), EAutomationExpectedErrorFlags::Contains, 1, false);
	std::filesystem::rename(Folder.Path / "bar.obj", Folder.Path / "other.obj");
	TestNull(TEXT("without its mesh"),
		ExemplarImportFile(*Factory, TEXT("/Game/Cache/Lonely"), Folder.Text("bar.pc2"), bCanceled));
	TestNull(TEXT("nothing is left"), FindObject<UObject>(nullptr, TEXT("/Game/Cache/Lonely.Lonely")));
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(FExemplarImportCharacter,
	"Exemplar.Editor.Import.ACharacterFileIsImportedAndReimportKeepsReferences", ExemplarEditorTestFlags)
bool FExemplarImportCharacter::RunTest(const FString& Parameters)
{
	const Exemplar::FScratchFolder Folder;
	Exemplar::WriteBar(Folder.Path / "bar");
	UExemplarBuildSettings* Settings = Exemplar::MakeBarSettings(TEXT("/Game/File/Source"), Folder.Path / "bar");
	TestTrue(TEXT("built"), Settings->Build() == EExemplarBuildResult::Built);
	const auto Write = [&](size_t Skip)
	{
		const std::vector<std::byte> Bytes = ExemplarBytesOf(*Settings->Character);
		std::ofstream(Folder.Path / "bar.exemplar", std::ios::binary)
			.write(reinterpret_cast<const char*>(Bytes.data()), static_cast<std::streamsize>(Bytes.size() - Skip));
	};
	Write(0);
	UExemplarCharacter* Character =
		UExemplarEditorLibrary::ImportCharacter(Folder.Text("bar.exemplar"), TEXT("/Game/File/Bar"));
	if (!TestNotNull(TEXT("imported"), Character) || !TestTrue(TEXT("has a slot"), Character->Materials.Num() > 0))
	{
		return false;
	}
	UMaterialInterface* Material = UMaterial::GetDefaultMaterial(MD_Surface);
	Character->Materials[0].Material = Material;
	Settings->Options.Rig.Bones = 1;
	TestTrue(TEXT("another"), Settings->Build() == EExemplarBuildResult::Built);
	Write(0);
	UExemplarCharacterFactory* Factory = NewObject<UExemplarCharacterFactory>();
	TestTrue(TEXT("reimported"), Factory->Reimport(Character) == EReimportResult::Succeeded);
	TestEqual(TEXT("with one bone"), Character->GetNumBones(), 1);
	TestTrue(TEXT("its material stays"), Character->Materials[0].Material.Get() == Material);

	Write(10);
	AddExpectedError(TEXT("bar.exemplar"), EAutomationExpectedErrorFlags::Contains, 1, false);
	TestTrue(TEXT("damaged"), Factory->Reimport(Character) == EReimportResult::Failed);
	TestEqual(TEXT("stays as it was"), Character->GetNumBones(), 1);
	AddExpectedError(TEXT("is not the name of a package"), EAutomationExpectedErrorFlags::Contains, 1, false);
	TestNull(TEXT("no package"), UExemplarEditorLibrary::ImportCharacter(Folder.Text("bar.exemplar"), TEXT("Bar")));
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(FExemplarCommandlet,
	"Exemplar.Editor.Commandlet.BuildsAListIncrementallyAndAnswersWithJson", ExemplarEditorTestFlags)
bool FExemplarCommandlet::RunTest(const FString& Parameters)
{
	const Exemplar::FScratchFolder Folder;
	Exemplar::WriteBar(Folder.Path / "one");
	Exemplar::WriteBar(Folder.Path / "two", 0.2);
	std::ofstream(Folder.Path / "all.examples") << Exemplar::FastLines << "[/Game/List/One]\nexamples = one\n"
												<< "[/Game/List/Two]\nexamples = two\n";
	const FString Arguments =
		TEXT("-Manifest=\"") + Folder.Text("all.examples") + TEXT("\" -Json=\"") + Folder.Text("all.json") + TEXT("\"");
	const auto Run = [&](const FString& Words) { return NewObject<UExemplarBuildCommandlet>()->Main(Words); };
	const auto Json = [&]
	{
		FString Text;
		FFileHelper::LoadFileToString(Text, *Folder.Text("all.json"));
		return Text;
	};
	TestEqual(TEXT("exit code"), Run(Arguments), 0);
	TestTrue(TEXT("two were built"), Json().Contains(TEXT("\"failed\": 0")) && Json().Contains(TEXT("/Game/List/Two")));
	TestFalse(TEXT("all of them"), Json().Contains(TEXT("unchanged")));
	const FString File =
		FPackageName::LongPackageNameToFilename(TEXT("/Game/List/One"), FPackageName::GetAssetPackageExtension());
	TArray<uint8> Saved;
	TestTrue(TEXT("saved"), FFileHelper::LoadFileToArray(Saved, *File) && Saved.Num() > 0);
	TestEqual(TEXT("again"), Run(Arguments), 0);
	TestFalse(TEXT("nothing was built"), Json().Contains(TEXT("\"built\"")));

	std::filesystem::remove_all(Folder.Path / "two");
	AddExpectedError(TEXT("two"), EAutomationExpectedErrorFlags::Contains, 1, false);
	TestEqual(TEXT("one fails"), Run(Arguments), 1);
	TestTrue(TEXT("and says so"), Json().Contains(TEXT("\"failed\": 1")));
	AddExpectedError(TEXT("-Manifest=FILE is missing"), EAutomationExpectedErrorFlags::Contains, 1, false);
	TestEqual(TEXT("no list"), Run(TEXT("")), 2);
	std::ofstream(Folder.Path / "all.examples") << "rig.bonse = 3\n";
	AddExpectedError(TEXT("rig.bones"), EAutomationExpectedErrorFlags::Contains, 1, false);
	TestEqual(TEXT("a wrong list"), Run(Arguments), 2);
	return true;
}

#endif
