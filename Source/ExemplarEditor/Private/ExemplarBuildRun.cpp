// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "ExemplarBuildRun.h"

#include "Base/File.h"
#include "EditorFramework/AssetImportData.h"
#include "ExemplarAssets.h"
#include "ExemplarCharacter.h"
#include "ExemplarConversions.h"
#include "ExemplarExecutor.h"
#include "ExemplarMessages.h"
#include "ExemplarOptions.h"
#include "ExemplarStageStore.h"
#include "Interfaces/IPluginManager.h"
#include "Internationalization/Text.h"
#include "Misc/Paths.h"
#include "Misc/ScopedSlowTask.h"
#include "UObject/UObjectGlobals.h"

namespace Exemplar
{

std::filesystem::path ToCorePath(const FString& Path)
{
	const std::string Text = TCHAR_TO_UTF8(*Path);
	const std::filesystem::path Out(std::u8string(Text.begin(), Text.end()));
	if (Out.is_relative() && !Out.empty())
	{
		return ToCorePath(FPaths::ConvertRelativePathToFull(FPaths::ProjectDir())) / Out;
	}
	return Out;
}

bool MakeFileRequest(const UExemplarBuildSettings& Settings, FFileBuildRequest& Out)
{
	TResult<FBuildOptions> Options = ToBuildOptions(Settings.Options);
	if (!Options)
	{
		SayError(std::string(TCHAR_TO_UTF8(*Settings.GetPathName())) + ": " + Options.GetError().Message);
		return false;
	}
	Out.Options = std::move(*Options);
	for (const FString& Source : Settings.Sources)
	{
		Out.Sources.push_back(ToCorePath(Source));
	}
	const bool bThere = Settings.Character.Get() && Settings.Character->GetCharacter();
	Out.KnownKey = bThere ? std::string(TCHAR_TO_UTF8(*Settings.BuildKey)) : std::string();
	return true;
}

EExemplarBuildResult RunFileBuild(const FFileBuildRequest& Request, FFileBuild& Out)
{
	FScopedSlowTask Task(1.0f, FText::FromString(TEXT("Building a character from examples")));
	Task.MakeDialog(true);
	float Reported = 0.0f;
	const FProgressCallback Progress = [&](std::string_view Stage, double Fraction)
	{
		const float Done = static_cast<float>((std::min)(Fraction, 1.0));
		if (Done > Reported + 0.001f)
		{
			Task.EnterProgressFrame(Done - Reported, FText::FromString(ToUnrealText(Stage)));
			Reported = Done;
		}
		return !Task.ShouldCancel();
	};
	FExemplarExecutor Executor;
	FExemplarStageStore Store;
	FBuildContext Context;
	Context.Progress = FProgress(Progress);
	Context.Executor = &Executor;
	FBuildHost Host;
	Host.Store = &Store;
	Host.Code = GetPluginVersion();
	TResult<FFileBuild> Built = BuildFiles(Request, Context, Host);
	if (!Built)
	{
		const bool bCanceled = Built.GetError().Code == EErrorCode::Canceled;
		bCanceled ? SayInfo("The build was canceled. Nothing has changed.") : SayError(Built.GetError().Message);
		return bCanceled ? EExemplarBuildResult::Canceled : EExemplarBuildResult::Failed;
	}
	if (Built->Built && Built->Built->Character.Bytes().size() > size_t{0x7fffffff})
	{
		SayError("The character has more than 2 GB, which an asset cannot hold. Use smaller maps (maps.size).");
		return EExemplarBuildResult::Failed;
	}
	Out = std::move(*Built);
	return Out.Built ? EExemplarBuildResult::Built : EExemplarBuildResult::UpToDate;
}

void TakeFileBuild(UExemplarBuildSettings& Settings, const FFileBuild& Build)
{
	Settings.Modify();
	if (!Settings.Character.Get())
	{
		Settings.Character = MakeAssetBeside<UExemplarCharacter>(Settings, TEXT("_Character"));
	}
	UExemplarCharacter& Character = *Settings.Character;
	Character.Modify();
	const std::span<const std::byte> Bytes = Build.Built->Character.Bytes();
	Character.SetCharacterBytes(
		MakeArrayView(reinterpret_cast<const uint8*>(Bytes.data()), static_cast<int32>(Bytes.size())));
	Character.MarkPackageDirty();
	Settings.BuildKey = ToUnrealText(Build.Key);
	Settings.RmsError = Build.Error.Rms;
	Settings.MaxError = Build.Error.Max;
	Settings.WorstPose = ToUnrealText(Build.Error.WorstPose);
	Settings.Warnings.Reset();
	for (const FBuildProblem& Problem : Build.Problems)
	{
		Settings.Warnings.Add(ToUnrealText(Problem.Message));
		SayWarning(Problem.Message);
	}
#if WITH_EDITORONLY_DATA
	Character.BuildSettings = &Settings;
	Settings.AssetImportData = NewObject<UAssetImportData>(&Settings);
	for (int32 Source = 0; Source < Settings.Sources.Num(); ++Source)
	{
		Settings.AssetImportData->AddFileName(
			ToUnrealText(PathToText(ToCorePath(Settings.Sources[Source]))), Source, TEXT("Examples"));
	}
#endif
	Settings.MarkPackageDirty();
	char Line[160];
	std::snprintf(Line, sizeof(Line), "Built: %.4f %% RMS, %.3f %% at most (%s).", Build.Error.Rms, Build.Error.Max,
		Build.Error.WorstPose.substr(0, 80).c_str());
	SayInfo(Line);
}

} // namespace Exemplar
