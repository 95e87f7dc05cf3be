// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Factories/Factory.h"

#include "ExemplarStockAssetsFactory.generated.h"

/** Makes new, empty stock assets: Add in the content browser. */
UCLASS()
class UExemplarStockAssetsFactory : public UFactory
{
	GENERATED_BODY()

public:
	UExemplarStockAssetsFactory();
	virtual UObject* FactoryCreateNew(UClass* InClass, UObject* InParent, FName InName, EObjectFlags Flags,
		UObject* Context, FFeedbackContext* Warn) override;
};
