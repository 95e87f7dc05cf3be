// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "UObject/Object.h"

class FFeedbackContext;

/** Makes assets, of files or new. */
class HOST_API UFactory : public UObject
{
public:
	static UClass* StaticClass();
	UClass* SupportedClass = nullptr;
	/** "extension;description" */
	TArray<FString> Formats;
	bool bCreateNew = false;
	bool bEditAfterNew = false;
	bool bEditorImport = false;
	bool bText = false;

	virtual bool FactoryCanImport(const FString& Filename) { return false; }
	virtual UObject* FactoryCreateFile(UClass* InClass, UObject* InParent, FName InName, EObjectFlags Flags,
		const FString& Filename, const TCHAR* Parms, FFeedbackContext* Warn, bool& bOutOperationCanceled)
	{
		return nullptr;
	}
	virtual UObject* FactoryCreateNew(
		UClass* InClass, UObject* InParent, FName InName, EObjectFlags Flags, UObject* Context, FFeedbackContext* Warn)
	{
		return nullptr;
	}
};
