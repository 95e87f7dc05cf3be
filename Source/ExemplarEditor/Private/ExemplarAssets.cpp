// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "ExemplarAssets.h"

#include "ExemplarMessages.h"
#include "Interfaces/IPluginManager.h"
#include "PluginDescriptor.h"
#include "UObject/SavePackage.h"

namespace Exemplar
{

bool SaveAsset(UObject& Asset)
{
	UPackage* Package = Asset.GetOutermost();
	const FString File =
		FPackageName::LongPackageNameToFilename(Package->GetName(), FPackageName::GetAssetPackageExtension());
	FSavePackageArgs Arguments;
	Arguments.TopLevelFlags = RF_Public | RF_Standalone;
	if (!UPackage::SavePackage(Package, &Asset, *File, Arguments))
	{
		SayError(
			std::string(TCHAR_TO_UTF8(*File)) + " could not be written. Check it out, and that it is not read-only.");
		return false;
	}
	return true;
}

std::string GetPluginVersion()
{
	const TSharedPtr<IPlugin> Plugin = IPluginManager::Get().FindPlugin(TEXT("Exemplar"));
	return Plugin.IsValid() ? std::string(TCHAR_TO_UTF8(*Plugin->GetDescriptor().VersionName)) : std::string();
}

} // namespace Exemplar
