// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Internationalization/Text.h"
#include "UObject/UObjectGlobals.h"

struct FAssetData;
class FDataValidationContext;

/** Checks assets before they are committed. The editor finds all classes of it. */
class HOST_API UEditorValidatorBase : public UObject
{
public:
	static UClass* StaticClass();
	virtual bool CanValidateAsset_Implementation(
		const FAssetData& InAssetData, UObject* InObject, FDataValidationContext& InContext) const
	{
		return false;
	}
	virtual EDataValidationResult ValidateLoadedAsset_Implementation(
		const FAssetData& InAssetData, UObject* InAsset, FDataValidationContext& Context)
	{
		return EDataValidationResult::NotValidated;
	}

protected:
	void AssetPasses(const UObject* InAsset) {}
	void AssetFails(const UObject* InAsset, const FText& InMessage) { check(!InMessage.IsEmpty()); }
};
