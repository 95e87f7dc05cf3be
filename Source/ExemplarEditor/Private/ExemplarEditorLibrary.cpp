// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "ExemplarEditorLibrary.h"

#include "ExemplarAssets.h"
#include "ExemplarBuildRun.h"
#include "ExemplarCharacter.h"
#include "ExemplarCharacterFactory.h"
#include "ExemplarConversions.h"
#include "ExemplarImport.h"
#include "ExemplarMessages.h"
#include "ExemplarStockAssets.h"

#include UE_INLINE_GENERATED_CPP_BY_NAME(ExemplarEditorLibrary)

namespace
{

/** Whether an asset of class T can have this name; says what is wrong. */
template <typename T>
bool ExemplarCheckPackage(const FString& PackageName)
{
	const std::string Name = TCHAR_TO_UTF8(*PackageName);
	if (!FPackageName::IsValidLongPackageName(PackageName))
	{
		Exemplar::SayError("'" + Name + "' is not the name of a package. Names are like /Game/Heroes/Hero.");
		return false;
	}
	UObject* Found = LoadObject<UObject>(nullptr, *(PackageName + TEXT(".") + FPackageName::GetShortName(PackageName)));
	if (Found && !Cast<T>(Found))
	{
		Exemplar::SayError("'" + Name + "' is an asset of another class. Name another package.");
		return false;
	}
	return true;
}

} // namespace

UExemplarBuildSettings* UExemplarEditorLibrary::ImportExamples(
	const TArray<FString>& Sources, const FString& PackageName)
{
	if (!ExemplarCheckPackage<UExemplarBuildSettings>(PackageName))
	{
		return nullptr;
	}
	Exemplar::FManifestEntry Entry;
	for (const FString& Source : Sources)
	{
		Entry.Sources.push_back(Exemplar::ToCorePath(Source));
	}
	EExemplarBuildResult Result = EExemplarBuildResult::Failed;
	return Exemplar::ImportEntry(Entry,
		{CreatePackage(*PackageName), FName(*FPackageName::GetShortName(PackageName)),
			RF_Public | RF_Standalone | RF_Transactional},
		Result);
}

UExemplarCharacter* UExemplarEditorLibrary::ImportCharacter(const FString& Filename, const FString& PackageName)
{
	if (!ExemplarCheckPackage<UExemplarCharacter>(PackageName))
	{
		return nullptr;
	}
	bool bCanceled = false;
	UObject* Made = NewObject<UExemplarCharacterFactory>()->FactoryCreateFile(UExemplarCharacter::StaticClass(),
		CreatePackage(*PackageName), FName(*FPackageName::GetShortName(PackageName)),
		RF_Public | RF_Standalone | RF_Transactional, Filename, nullptr, nullptr, bCanceled);
	if (Made)
	{
		FAssetRegistryModule::AssetCreated(Made);
	}
	return Cast<UExemplarCharacter>(Made);
}

UExemplarStockAssets* UExemplarEditorLibrary::ConvertToStockAssets(
	UExemplarCharacter* Character, const FString& PackageName)
{
	UExemplarStockAssets* Stock = ExemplarCheckPackage<UExemplarStockAssets>(PackageName)
		? Exemplar::FindOrMakeAsset<UExemplarStockAssets>(PackageName)
		: nullptr;
	if (!Stock)
	{
		return nullptr;
	}
	Stock->Character = Character;
	return Stock->Convert() ? Stock : nullptr;
}

FString UExemplarEditorLibrary::BuildList(const FString& Filename, const FString& Folder)
{
	std::vector<Exemplar::FManifestEntry> Entries;
	if (!Exemplar::ReadEntries(Filename, Entries))
	{
		return FString();
	}
	return Exemplar::ToUnrealText(Exemplar::FormatManifestResults(Exemplar::BuildEntries(Entries, Folder, true)));
}
