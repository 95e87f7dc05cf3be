// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "EditorReimportHandler.h"
#include "Factories/Factory.h"

#include "ExemplarExamplesFactory.generated.h"

/** Makes characters of examples: of a point cache beside its mesh (.pc2, .mdd), or of a list of characters
 * (.examples), and new build settings. Meshes alone belong to the engine's importers. */
UCLASS()
class UExemplarExamplesFactory : public UFactory, public FReimportHandler
{
	GENERATED_BODY()

public:
	UExemplarExamplesFactory();
	virtual UObject* FactoryCreateFile(UClass* InClass, UObject* InParent, FName InName, EObjectFlags Flags,
		const FString& Filename, const TCHAR* Parms, FFeedbackContext* Warn, bool& bOutOperationCanceled) override;
	virtual UObject* FactoryCreateNew(UClass* InClass, UObject* InParent, FName InName, EObjectFlags Flags,
		UObject* Context, FFeedbackContext* Warn) override;
	virtual bool FactoryCanImport(const FString& Filename) override;
	virtual bool CanReimport(UObject* Obj, TArray<FString>& OutFilenames) override;
	virtual void SetReimportPaths(UObject* Obj, const TArray<FString>& NewReimportPaths) override;
	virtual EReimportResult::Type Reimport(UObject* Obj) override;
};
