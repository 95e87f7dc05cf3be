// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "ExemplarExamplesFactory.h"

#include "ExemplarBuildSettings.h"
#include "ExemplarImport.h"
#include "ExemplarMessages.h"
#include "ExemplarReimport.h"
#include "Misc/PackageName.h"
#include "Misc/Paths.h"
#include "UObject/Package.h"
#include "UObject/UObjectGlobals.h"

#include UE_INLINE_GENERATED_CPP_BY_NAME(ExemplarExamplesFactory)

UExemplarExamplesFactory::UExemplarExamplesFactory()
{
	SupportedClass = UExemplarBuildSettings::StaticClass();
	Formats.Add(TEXT("examples;Exemplar list of characters"));
	Formats.Add(TEXT("pc2;Point cache beside its mesh"));
	Formats.Add(TEXT("mdd;Point cache beside its mesh"));
	bCreateNew = true;
	bEditAfterNew = true;
	bEditorImport = true;
}

bool UExemplarExamplesFactory::FactoryCanImport(const FString& Filename)
{
	const FString Extension = FPaths::GetExtension(Filename);
	return Extension == TEXT("examples") || Extension == TEXT("pc2") || Extension == TEXT("mdd");
}

UObject* UExemplarExamplesFactory::FactoryCreateFile(UClass* InClass, UObject* InParent, FName InName,
	EObjectFlags Flags, const FString& Filename, const TCHAR* Parms, FFeedbackContext* Warn,
	bool& bOutOperationCanceled)
{
	bOutOperationCanceled = false;
	std::vector<Exemplar::FManifestEntry> Entries;
	if (!Exemplar::ReadEntries(Filename, Entries) || Entries.empty())
	{
		return nullptr;
	}
	// The first is what is imported here; a list of several names the packages of the others.
	EExemplarBuildResult Result = EExemplarBuildResult::Failed;
	UExemplarBuildSettings* Settings = Exemplar::ImportEntry(Entries[0], {InParent, InName, Flags}, Result);
	bOutOperationCanceled = Result == EExemplarBuildResult::Canceled;
	if (Settings)
	{
		Entries.erase(Entries.begin());
		Exemplar::BuildEntries(Entries, FPackageName::GetLongPackagePath(InParent->GetOutermost()->GetName()), false);
	}
	return Settings;
}

UObject* UExemplarExamplesFactory::FactoryCreateNew(
	UClass* InClass, UObject* InParent, FName InName, EObjectFlags Flags, UObject* Context, FFeedbackContext* Warn)
{
	return NewObject<UExemplarBuildSettings>(InParent, InName, Flags);
}

bool UExemplarExamplesFactory::CanReimport(UObject* Obj, TArray<FString>& OutFilenames)
{
	const UExemplarBuildSettings* Settings = Cast<UExemplarBuildSettings>(Obj);
	if (Settings)
	{
		OutFilenames = Settings->Sources;
	}
	return Settings && Settings->Sources.Num() > 0;
}

void UExemplarExamplesFactory::SetReimportPaths(UObject* Obj, const TArray<FString>& NewReimportPaths)
{
	if (UExemplarBuildSettings* Settings = Cast<UExemplarBuildSettings>(Obj))
	{
		Settings->Modify();
		Settings->Sources = NewReimportPaths;
	}
}

EReimportResult::Type UExemplarExamplesFactory::Reimport(UObject* Obj)
{
	UExemplarBuildSettings* Settings = Cast<UExemplarBuildSettings>(Obj);
	const EExemplarBuildResult Result = Settings ? Settings->Build() : EExemplarBuildResult::Failed;
	return Exemplar::ToReimportResult(Result);
}
