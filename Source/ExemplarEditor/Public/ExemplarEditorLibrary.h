// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "CoreMinimal.h"
#include "Kismet/BlueprintFunctionLibrary.h"

#include "ExemplarEditorLibrary.generated.h"

class UExemplarBuildSettings;
class UExemplarCharacter;
class UExemplarStockAssets;

/** Everything that the editor does with characters, for Blueprint and Python. */
UCLASS()
class EXEMPLAREDITOR_API UExemplarEditorLibrary : public UBlueprintFunctionLibrary
{
	GENERATED_BODY()

public:
	/** Builds a character from examples (meshes, point caches, folders, globs) into settings of that package
	 * ("/Game/Heroes/Hero") and a character beside them. Null if that fails; the message log says why. */
	UFUNCTION(BlueprintCallable, Category = "Exemplar")
	static UExemplarBuildSettings* ImportExamples(const TArray<FString>& Sources, const FString& PackageName);

	/** Imports a .exemplar file. Null if that fails; the message log says why. */
	UFUNCTION(BlueprintCallable, Category = "Exemplar")
	static UExemplarCharacter* ImportCharacter(const FString& Filename, const FString& PackageName);

	/** Makes stock assets of a character, in settings of that package and beside it; those that are there are brought
	 * up to date. Null if that fails; the message log says why. */
	UFUNCTION(BlueprintCallable, Category = "Exemplar")
	static UExemplarStockAssets* ConvertToStockAssets(UExemplarCharacter* Character, const FString& PackageName);

	/** Builds the characters of a list, those without a name of a package into Folder ("/Game/Heroes"), and saves them.
	 * Returns what came of it as JSON; empty if the list cannot be read. */
	UFUNCTION(BlueprintCallable, Category = "Exemplar")
	static FString BuildList(const FString& Filename, const FString& Folder);
};
