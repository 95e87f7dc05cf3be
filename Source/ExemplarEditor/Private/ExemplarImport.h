// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "CoreMinimal.h"
#include "ExemplarBuildSettings.h"
#include "Tools/BuildManifest.h"

namespace Exemplar
{

/** Where settings are made, once their character is built. */
struct FImportPlace
{
	UObject* Parent = nullptr;
	FName Name;
	EObjectFlags Flags = RF_NoFlags;
};

/** Builds, and only if that goes well makes the settings and their character. Null otherwise. */
UExemplarBuildSettings* ImportEntry(
	const FManifestEntry& Entry, const FImportPlace& Place, EExemplarBuildResult& OutResult);

/** The characters that a file asks for: a list of them (.examples), or a point cache (.pc2, .mdd) with the mesh beside
 * it. Says what is wrong. */
bool ReadEntries(const FString& Filename, std::vector<FManifestEntry>& Out);

/** Builds a list of characters into the packages that it names, those without a name into Folder. What is there already
 * is brought up to date. */
std::vector<FManifestResult> BuildEntries(
	const std::vector<FManifestEntry>& Entries, const FString& Folder, bool bSave);

} // namespace Exemplar
