// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "EditorReimportHandler.h"
#include "Factories/Factory.h"

#include "ExemplarCharacterFactory.generated.h"

/** Imports .exemplar files, and reimports characters: from their file, or by building them again. */
UCLASS()
class UExemplarCharacterFactory : public UFactory, public FReimportHandler
{
	GENERATED_BODY()

public:
	UExemplarCharacterFactory();
	virtual UObject* FactoryCreateFile(UClass* InClass, UObject* InParent, FName InName, EObjectFlags Flags,
		const FString& Filename, const TCHAR* Parms, FFeedbackContext* Warn, bool& bOutOperationCanceled) override;
	virtual bool FactoryCanImport(const FString& Filename) override;
	virtual bool CanReimport(UObject* Obj, TArray<FString>& OutFilenames) override;
	virtual void SetReimportPaths(UObject* Obj, const TArray<FString>& NewReimportPaths) override;
	virtual EReimportResult::Type Reimport(UObject* Obj) override;
};
