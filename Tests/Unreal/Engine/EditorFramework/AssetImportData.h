// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "UObject/Object.h"

/** Where an asset came from. Files are kept as absolute paths. */
class HOST_API UAssetImportData : public UObject
{
public:
	static UClass* StaticClass();
	/** One file, as it is now. */
	void Update(const FString& InAbsoluteFilename);
	void UpdateFilenameOnly(const FString& InPath, int32 Index);
	void AddFileName(const FString& InPath, int32 Index, const FString& SourceFileLabel = FString());
	FString GetFirstFilename() const { return HostFiles.IsEmpty() ? FString() : HostFiles[0]; }
	void ExtractFilenames(TArray<FString>& AbsoluteFilenames) const { AbsoluteFilenames = HostFiles; }

private:
	TArray<FString> HostFiles;
};
