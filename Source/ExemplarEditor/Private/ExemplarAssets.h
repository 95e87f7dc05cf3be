// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "AssetRegistry/AssetRegistryModule.h"
#include "CoreMinimal.h"
#include "Misc/PackageName.h"
#include "UObject/Package.h"
#include "UObject/UObjectGlobals.h"

#include <string>

namespace Exemplar
{

/** The asset of that package, which is made if there is none. Null if the name is no package's, or if an asset of
 * another class has it. */
template <typename T>
T* FindOrMakeAsset(const FString& PackageName)
{
	if (!FPackageName::IsValidLongPackageName(PackageName))
	{
		return nullptr;
	}
	const FString Name = FPackageName::GetShortName(PackageName);
	const FString Path = PackageName + TEXT(".") + Name;
	if (UObject* Found = LoadObject<UObject>(nullptr, *Path))
	{
		return Cast<T>(Found);
	}
	T* Made = NewObject<T>(CreatePackage(*PackageName), FName(*Name), RF_Public | RF_Standalone | RF_Transactional);
	FAssetRegistryModule::AssetCreated(Made);
	return Made;
}

/** An asset in the same folder, with a longer name. */
template <typename T>
T* MakeAssetBeside(const UObject& Asset, const TCHAR* Suffix)
{
	T* Made = FindOrMakeAsset<T>(
		FPackageName::GetLongPackagePath(Asset.GetOutermost()->GetName()) / (Asset.GetName() + Suffix));
	if (!Made) // somebody else's has the name
	{
		Made = NewObject<T>(Asset.GetOutermost(), FName(*(Asset.GetName() + Suffix)), RF_Public | RF_Transactional);
	}
	return Made;
}

/** Writes the package of an asset to its file. Says what is wrong. */
bool SaveAsset(UObject& Asset);

/** "1.2.3", part of the keys of what is kept. */
std::string GetPluginVersion();

} // namespace Exemplar
