// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "ExemplarErrorValidator.h"

#include "ExemplarBuildSettings.h"
#include "ExemplarCharacter.h"
#include "Internationalization/Text.h"
#include "UObject/UObjectGlobals.h"

#include UE_INLINE_GENERATED_CPP_BY_NAME(ExemplarErrorValidator)

bool UExemplarErrorValidator::CanValidateAsset_Implementation(
	const FAssetData& InAssetData, UObject* InObject, FDataValidationContext& InContext) const
{
	return Cast<UExemplarBuildSettings>(InObject) != nullptr;
}

EDataValidationResult UExemplarErrorValidator::ValidateLoadedAsset_Implementation(
	const FAssetData& InAssetData, UObject* InAsset, FDataValidationContext& Context)
{
	const UExemplarBuildSettings* Settings = Cast<UExemplarBuildSettings>(InAsset);
	if (!Settings)
	{
		return EDataValidationResult::NotValidated;
	}
	const bool bBuilt = Settings->Character.Get() && Settings->Character->GetCharacter();
	FString Reason;
	if (Settings->Sources.Num() > 0 && !bBuilt)
	{
		Reason = TEXT("The settings name sources, but nothing was built from them. Build them.");
	}
	else if (bBuilt && MaxErrorPercent > 0.0 && Settings->MaxError > MaxErrorPercent)
	{
		Reason =
			FString::Printf(TEXT("The character is up to %.3f %% from the example %s; %.3f %% are allowed. Add bones, "
								 "examples or correctives."),
				Settings->MaxError, *Settings->WorstPose, MaxErrorPercent);
	}
	else if (bBuilt && MaxRmsErrorPercent > 0.0 && Settings->RmsError > MaxRmsErrorPercent)
	{
		Reason = FString::Printf(TEXT("The character is %.4f %% RMS from its examples; %.4f %% are allowed. Add bones, "
									  "examples or correctives."),
			Settings->RmsError, MaxRmsErrorPercent);
	}
	if (!Reason.IsEmpty())
	{
		AssetFails(InAsset, FText::FromString(Reason));
		return EDataValidationResult::Invalid;
	}
	AssetPasses(InAsset);
	return EDataValidationResult::Valid;
}
