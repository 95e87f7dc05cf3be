// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "CoreMinimal.h"
#include "EditorValidatorBase.h"

#include "ExemplarErrorValidator.generated.h"

/**
 * Fails build settings whose character is farther from its examples than the project allows, and those that name
 * sources and were never built. The limits are in the project's DefaultEditor.ini:
 *
 *     [/Script/ExemplarEditor.ExemplarErrorValidator]
 *     MaxErrorPercent=2.0
 */
UCLASS(Config = Editor)
class EXEMPLAREDITOR_API UExemplarErrorValidator : public UEditorValidatorBase
{
	GENERATED_BODY()

public:
	/** The largest distance from an example that is allowed, % of the diagonal; 0: any. */
	UPROPERTY(Config, EditAnywhere, Category = "Exemplar")
	double MaxErrorPercent = 5.0;

	/** The same for the root mean square. */
	UPROPERTY(Config, EditAnywhere, Category = "Exemplar")
	double MaxRmsErrorPercent = 1.0;

	virtual bool CanValidateAsset_Implementation(
		const FAssetData& InAssetData, UObject* InObject, FDataValidationContext& InContext) const override;
	virtual EDataValidationResult ValidateLoadedAsset_Implementation(
		const FAssetData& InAssetData, UObject* InAsset, FDataValidationContext& Context) override;
};
