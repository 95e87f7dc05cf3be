// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "ExemplarStockAssetsFactory.h"

#include "ExemplarStockAssets.h"
#include "UObject/UObjectGlobals.h"

#include UE_INLINE_GENERATED_CPP_BY_NAME(ExemplarStockAssetsFactory)

UExemplarStockAssetsFactory::UExemplarStockAssetsFactory()
{
	SupportedClass = UExemplarStockAssets::StaticClass();
	bCreateNew = true;
	bEditAfterNew = true;
}

UObject* UExemplarStockAssetsFactory::FactoryCreateNew(
	UClass* InClass, UObject* InParent, FName InName, EObjectFlags Flags, UObject* Context, FFeedbackContext* Warn)
{
	return NewObject<UExemplarStockAssets>(InParent, InName, Flags);
}
