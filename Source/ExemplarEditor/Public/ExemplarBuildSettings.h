// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "CoreMinimal.h"
#include "ExemplarBuildOptions.h"
#include "UObject/Object.h"
#include "UObject/ObjectPtr.h"

#include "ExemplarBuildSettings.generated.h"

class UAssetImportData;
class UExemplarCharacter;

/** What came of a build. */
UENUM(BlueprintType)
enum class EExemplarBuildResult : uint8
{
	Built,
	/** Sources and options are those of the character that is there. */
	UpToDate,
	Canceled,
	/** The message log says why. Nothing has changed. */
	Failed
};

/**
 * How a character is built: the files of its examples, and every option that the command line has, under the same
 * names. Building again gives the same asset other bytes, so that whoever uses it keeps it.
 */
UCLASS(BlueprintType)
class EXEMPLAREDITOR_API UExemplarBuildSettings : public UObject
{
	GENERATED_BODY()

public:
	/** Meshes, point caches, folders and globs, absolute or relative to the project's folder. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sources")
	TArray<FString> Sources;

	/** What is built. Without one, building makes it beside these settings. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sources")
	TObjectPtr<UExemplarCharacter> Character;

	/** A common kind of character. Choosing one sets the options below. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Options")
	EExemplarPreset Preset = EExemplarPreset::None;

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Options")
	FExemplarBuildOptions Options;

	/** How far the character, as it is drawn, is from the examples: root mean square, % of the diagonal. */
	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, Category = "Result", meta = (Units = "Percent"))
	double RmsError = 0.0;

	/** The largest distance, % of the diagonal. */
	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, Category = "Result", meta = (Units = "Percent"))
	double MaxError = 0.0;

	/** The example that has it. */
	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, Category = "Result")
	FString WorstPose;

	/** What may be wrong with the examples or the character. */
	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, Category = "Result")
	TArray<FString> Warnings;

	/** Of sources, options and code: while it is the same, there is nothing to build. */
	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, Category = "Result")
	FString BuildKey;

#if WITH_EDITORONLY_DATA
	UPROPERTY(VisibleAnywhere, Instanced, Category = "Sources")
	TObjectPtr<UAssetImportData> AssetImportData;
#endif

	/** Builds the character, unless it is up to date. Shows progress, and can be canceled. */
	UFUNCTION(BlueprintCallable, Category = "Exemplar")
	EExemplarBuildResult Build();

	/** Build, as a button. */
	UFUNCTION(CallInEditor, Category = "Exemplar")
	void BuildNow();

	/** Sets the options to the defaults with what the preset changes. */
	UFUNCTION(BlueprintCallable, Category = "Exemplar")
	void ApplyPreset(EExemplarPreset NewPreset);

	/** Sets an option by its name in the option table, from text as --set takes it: "rig.bones", "40". If that is not
	 * possible, the message log says why, and nothing changes. */
	UFUNCTION(BlueprintCallable, Category = "Exemplar")
	bool SetOption(const FString& Name, const FString& Value);

#if WITH_EDITOR
	virtual void PostEditChangeProperty(FPropertyChangedEvent& PropertyChangedEvent) override;
#endif

private:
	UPROPERTY()
	EExemplarPreset AppliedPreset = EExemplarPreset::None;
};
