// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "ExemplarBuildCommandlet.h"

#include "ExemplarConversions.h"
#include "ExemplarImport.h"
#include "ExemplarMessages.h"
#include "Misc/FileHelper.h"
#include "Misc/Parse.h"

#include UE_INLINE_GENERATED_CPP_BY_NAME(ExemplarBuildCommandlet)

UExemplarBuildCommandlet::UExemplarBuildCommandlet()
{
	IsClient = false;
	IsServer = false;
	IsEditor = true;
	LogToConsole = true;
}

int32 UExemplarBuildCommandlet::Main(const FString& Params)
{
	FString Manifest, Json, Folder = TEXT("/Game");
	if (!FParse::Value(*Params, TEXT("Manifest="), Manifest))
	{
		Exemplar::SayError("-Manifest=FILE is missing: the list of the characters to build.");
		return 2;
	}
	FParse::Value(*Params, TEXT("Folder="), Folder);
	std::vector<Exemplar::FManifestEntry> Entries;
	if (!Exemplar::ReadEntries(Manifest, Entries))
	{
		return 2;
	}
	const std::vector<Exemplar::FManifestResult> Results = Exemplar::BuildEntries(Entries, Folder, true);
	if (FParse::Value(*Params, TEXT("Json="), Json) &&
		!FFileHelper::SaveStringToFile(Exemplar::ToUnrealText(Exemplar::FormatManifestResults(Results)), *Json))
	{
		Exemplar::SayError(std::string(TCHAR_TO_UTF8(*Json)) + " could not be written.");
		return 1;
	}
	const auto Failed = [](const Exemplar::FManifestResult& Result) { return !Result.Error.empty(); };
	return std::ranges::any_of(Results, Failed) ? 1 : 0;
}
