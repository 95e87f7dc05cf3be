// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Modules/ModuleInterface.h"

class UObject;

class HOST_API FAssetRegistryModule : public IModuleInterface
{
public:
	/** Tells the registry of an asset that was made just now. */
	static void AssetCreated(UObject* NewAsset);
};
/** Whether the registry was told. */
HOST_API bool HostIsRegisteredAsset(const UObject* Asset);
