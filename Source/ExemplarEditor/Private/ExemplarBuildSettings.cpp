// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "ExemplarBuildSettings.h"

#include "EditorFramework/AssetImportData.h"
#include "ExemplarBuildRun.h"
#include "ExemplarCharacter.h"
#include "ExemplarConversions.h"
#include "ExemplarMessages.h"
#include "ExemplarOptions.h"

#include UE_INLINE_GENERATED_CPP_BY_NAME(ExemplarBuildSettings)

EExemplarBuildResult UExemplarBuildSettings::Build()
{
	Exemplar::FFileBuildRequest Request;
	if (!Exemplar::MakeFileRequest(*this, Request))
	{
		return EExemplarBuildResult::Failed;
	}
	Exemplar::FFileBuild Out;
	const EExemplarBuildResult Result = Exemplar::RunFileBuild(Request, Out);
	if (Result == EExemplarBuildResult::Built)
	{
		Exemplar::TakeFileBuild(*this, Out);
	}
	else if (Result == EExemplarBuildResult::UpToDate)
	{
		Exemplar::SayInfo("The character is up to date.");
	}
	return Result;
}

void UExemplarBuildSettings::BuildNow()
{
	Build();
}

void UExemplarBuildSettings::ApplyPreset(EExemplarPreset NewPreset)
{
	Modify();
	Preset = NewPreset;
	AppliedPreset = NewPreset;
	Exemplar::FBuildOptions New;
	if (NewPreset != EExemplarPreset::None)
	{
		// The enum has the order of the presets, after none.
		const Exemplar::FBuildPreset& Chosen = Exemplar::GetBuildPresets()[static_cast<size_t>(NewPreset) - 1];
		const Exemplar::FStatus Assigned = Exemplar::AssignOptions(Chosen.Options, Chosen.Name, New);
		check(Assigned.IsOk());
	}
	Options = Exemplar::FromBuildOptions(New);
	MarkPackageDirty();
}

bool UExemplarBuildSettings::SetOption(const FString& Name, const FString& Value)
{
	const std::string Key = TCHAR_TO_UTF8(*Name);
	const Exemplar::FBuildOption* Option = Exemplar::FindOption(Key);
	if (!Option)
	{
		Exemplar::SayError(
			"There is no option '" + Key + "'. Did you mean '" + Exemplar::FindNearestOption(Key) + "'?");
		return false;
	}
	Exemplar::TResult<Exemplar::FOptionValue> Parsed =
		Exemplar::ParseOptionValue(*Option, std::string(TCHAR_TO_UTF8(*Value)));
	Exemplar::TResult<Exemplar::FBuildOptions> Now = Exemplar::ToBuildOptions(Options);
	if (!Parsed || !Now)
	{
		Exemplar::SayError((Parsed ? Now.GetError() : Parsed.GetError()).Message);
		return false;
	}
	const Exemplar::FOptionAssignment Layer[] = {{Key, *Parsed}};
	if (Exemplar::FStatus Assigned = Exemplar::AssignOptions(Layer, Key, *Now); !Assigned)
	{
		Exemplar::SayError(Assigned.GetError().Message);
		return false;
	}
	Modify();
	Options = Exemplar::FromBuildOptions(*Now);
	MarkPackageDirty();
	return true;
}

#if WITH_EDITOR
void UExemplarBuildSettings::PostEditChangeProperty(FPropertyChangedEvent& PropertyChangedEvent)
{
	Super::PostEditChangeProperty(PropertyChangedEvent);
	if (Preset != AppliedPreset)
	{
		ApplyPreset(Preset);
	}
}
#endif
