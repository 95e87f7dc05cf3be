// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "ExemplarCharacterFactory.h"

#include "EditorFramework/AssetImportData.h"
#include "ExemplarBuildSettings.h"
#include "ExemplarCharacter.h"
#include "ExemplarConversions.h"
#include "ExemplarMessages.h"
#include "ExemplarReimport.h"
#include "Misc/FileHelper.h"
#include "Misc/Paths.h"
#include "UObject/UObjectGlobals.h"

#include UE_INLINE_GENERATED_CPP_BY_NAME(ExemplarCharacterFactory)

namespace
{

/** The bytes of a character's file; false if they are none, and the message log says why. */
bool ExemplarReadFile(const FString& Filename, TArray<uint8>& Out)
{
	const std::string Name = TCHAR_TO_UTF8(*Filename);
	if (!FFileHelper::LoadFileToArray(Out, *Filename))
	{
		Exemplar::SayError(Name + ": the file cannot be read. Check that it exists and may be read.");
		return false;
	}
	const std::byte* First = reinterpret_cast<const std::byte*>(Out.GetData());
	const Exemplar::TResult<Exemplar::FCharacter> Read =
		Exemplar::FCharacter::FromBytes(Exemplar::TAlignedArray<std::byte>(First, First + Out.Num()));
	if (!Read)
	{
		Exemplar::SayError(Name + ": " + Read.GetError().Message);
		return false;
	}
	return true;
}

UExemplarBuildSettings* ExemplarSettingsOf(UObject* Object)
{
#if WITH_EDITORONLY_DATA
	if (UExemplarCharacter* Character = Cast<UExemplarCharacter>(Object))
	{
		return Cast<UExemplarBuildSettings>(Character->BuildSettings.Get());
	}
#endif
	return nullptr;
}

} // namespace

UExemplarCharacterFactory::UExemplarCharacterFactory()
{
	SupportedClass = UExemplarCharacter::StaticClass();
	Formats.Add(TEXT("exemplar;Exemplar character"));
	bEditorImport = true;
}

bool UExemplarCharacterFactory::FactoryCanImport(const FString& Filename)
{
	return FPaths::GetExtension(Filename) == TEXT("exemplar");
}

UObject* UExemplarCharacterFactory::FactoryCreateFile(UClass* InClass, UObject* InParent, FName InName,
	EObjectFlags Flags, const FString& Filename, const TCHAR* Parms, FFeedbackContext* Warn,
	bool& bOutOperationCanceled)
{
	bOutOperationCanceled = false;
	TArray<uint8> Bytes;
	if (!ExemplarReadFile(Filename, Bytes))
	{
		return nullptr;
	}
	UExemplarCharacter* Character = NewObject<UExemplarCharacter>(InParent, InName, Flags);
	Character->SetCharacterBytes(Bytes);
#if WITH_EDITORONLY_DATA
	Character->AssetImportData = NewObject<UAssetImportData>(Character);
	Character->AssetImportData->Update(Filename);
#endif
	return Character;
}

bool UExemplarCharacterFactory::CanReimport(UObject* Obj, TArray<FString>& OutFilenames)
{
#if WITH_EDITORONLY_DATA
	if (const UExemplarBuildSettings* Settings = ExemplarSettingsOf(Obj))
	{
		OutFilenames = Settings->Sources;
		return true;
	}
	const UExemplarCharacter* Character = Cast<UExemplarCharacter>(Obj);
	if (Character && Character->AssetImportData)
	{
		Character->AssetImportData->ExtractFilenames(OutFilenames);
		return true;
	}
#endif
	return false;
}

void UExemplarCharacterFactory::SetReimportPaths(UObject* Obj, const TArray<FString>& NewReimportPaths)
{
#if WITH_EDITORONLY_DATA
	if (UExemplarBuildSettings* Settings = ExemplarSettingsOf(Obj))
	{
		Settings->Modify();
		Settings->Sources = NewReimportPaths;
		return;
	}
	UExemplarCharacter* Character = Cast<UExemplarCharacter>(Obj);
	if (Character && Character->AssetImportData && NewReimportPaths.Num() == 1)
	{
		Character->AssetImportData->UpdateFilenameOnly(NewReimportPaths[0], 0);
	}
#endif
}

EReimportResult::Type UExemplarCharacterFactory::Reimport(UObject* Obj)
{
#if WITH_EDITORONLY_DATA
	if (UExemplarBuildSettings* Settings = ExemplarSettingsOf(Obj))
	{
		return Exemplar::ToReimportResult(Settings->Build());
	}
	UExemplarCharacter* Character = Cast<UExemplarCharacter>(Obj);
	TArray<uint8> Bytes;
	if (!Character || !Character->AssetImportData ||
		!ExemplarReadFile(Character->AssetImportData->GetFirstFilename(), Bytes))
	{
		return EReimportResult::Failed;
	}
	Character->Modify();
	Character->SetCharacterBytes(Bytes);
	Character->AssetImportData->Update(Character->AssetImportData->GetFirstFilename());
	Character->MarkPackageDirty();
	return EReimportResult::Succeeded;
#else
	return EReimportResult::Failed;
#endif
}
