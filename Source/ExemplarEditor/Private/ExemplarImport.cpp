// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "ExemplarImport.h"

#include "Base/File.h"
#include "ExemplarAssets.h"
#include "ExemplarBuildRun.h"
#include "ExemplarCharacter.h"
#include "ExemplarConversions.h"
#include "ExemplarMessages.h"
#include "ExemplarOptions.h"
#include "HAL/PlatformTime.h"
#include "Misc/FileHelper.h"
#include "Misc/Paths.h"
#include "UObject/UObjectGlobals.h"

namespace Exemplar
{

namespace ExemplarImportDetail
{

constexpr const char* CanceledMessage = "The build was canceled.";

/** The mesh that a point cache belongs to: the one file beside it with its name and a mesh's extension. */
std::filesystem::path MeshBeside(const std::filesystem::path& Cache)
{
	for (const char* Extension : {".obj", ".ply", ".off", ".stl"})
	{
		std::filesystem::path Mesh = Cache;
		Mesh.replace_extension(Extension);
		std::error_code Ignored;
		if (std::filesystem::is_regular_file(Mesh, Ignored))
		{
			return Mesh;
		}
	}
	return {};
}

void FillSettings(UExemplarBuildSettings& Settings, const FManifestEntry& Entry)
{
	Settings.Modify();
	Settings.Sources.Reset();
	for (const std::filesystem::path& Source : Entry.Sources)
	{
		const std::u8string Text = Source.generic_u8string();
		Settings.Sources.Add(ToUnrealText(std::string(Text.begin(), Text.end())));
	}
	Settings.Options = FromBuildOptions(Entry.Options);
}

FString NameOf(const FManifestEntry& Entry, const FString& Folder)
{
	if (!Entry.Asset.empty())
	{
		return ToUnrealText(Entry.Asset);
	}
	const std::string Name = Entry.Sources.empty() ? std::string() : PathToText(Entry.Sources[0].stem());
	return Folder / ToUnrealText(Name.empty() ? "Character" : Name);
}

void Describe(const UExemplarBuildSettings& Settings, FManifestResult& Out)
{
	Out.Key = TCHAR_TO_UTF8(*Settings.BuildKey);
	Out.Measured = {Settings.RmsError, Settings.MaxError, TCHAR_TO_UTF8(*Settings.WorstPose)};
	for (const FString& Warning : Settings.Warnings)
	{
		Out.Warnings.push_back(TCHAR_TO_UTF8(*Warning));
	}
	const FCharacterView& View = Settings.Character->GetCharacter()->View();
	Out.Bones = View.Skeleton.JointCount();
	Out.Levels = View.Levels.size();
	if (!View.Levels.empty())
	{
		Out.Vertices = View.Levels[0].Positions.size();
		Out.Triangles = View.Levels[0].Indices.size() / 3;
	}
}

FManifestResult BuildEntry(const FManifestEntry& Entry, const FString& Package, bool bSave)
{
	FManifestResult Out;
	Out.Asset = TCHAR_TO_UTF8(*Package);
	if (!FPackageName::IsValidLongPackageName(Package))
	{
		Out.Error = "'" + Out.Asset + "' is not the name of a package. Names are like /Game/Heroes/Hero.";
		SayError(Out.Error);
		return Out;
	}
	const double Start = FPlatformTime::Seconds();
	const FString Path = Package + TEXT(".") + FPackageName::GetShortName(Package);
	UObject* Found = LoadObject<UObject>(nullptr, *Path);
	UExemplarBuildSettings* Settings = Cast<UExemplarBuildSettings>(Found);
	if (Found && !Settings)
	{
		Out.Error = "'" + Out.Asset + "' is an asset of another class. Name another package.";
		SayError(Out.Error);
		return Out;
	}
	EExemplarBuildResult Result = EExemplarBuildResult::Failed;
	if (Settings)
	{
		const TArray<FString> Sources = Settings->Sources;
		const FExemplarBuildOptions Options = Settings->Options;
		FillSettings(*Settings, Entry);
		Result = Settings->Build();
		if (Result == EExemplarBuildResult::Failed || Result == EExemplarBuildResult::Canceled)
		{
			Settings->Sources = Sources;
			Settings->Options = Options;
		}
	}
	else
	{
		Settings = ImportEntry(Entry,
			{CreatePackage(*Package), FName(*FPackageName::GetShortName(Package)),
				RF_Public | RF_Standalone | RF_Transactional},
			Result);
	}
	Out.Seconds = FPlatformTime::Seconds() - Start;
	Out.bBuilt = Result == EExemplarBuildResult::Built;
	if (Result == EExemplarBuildResult::Failed || Result == EExemplarBuildResult::Canceled)
	{
		Out.Error = Result == EExemplarBuildResult::Failed ? "The build failed; the log says why." : CanceledMessage;
		return Out;
	}
	Describe(*Settings, Out);
	if (Out.bBuilt && bSave && !(SaveAsset(*Settings) && SaveAsset(*Settings->Character)))
	{
		Out.Error = "The assets could not be saved.";
	}
	return Out;
}

} // namespace ExemplarImportDetail

UExemplarBuildSettings* ImportEntry(
	const FManifestEntry& Entry, const FImportPlace& Place, EExemplarBuildResult& OutResult)
{
	FFileBuildRequest Request;
	Request.Sources = Entry.Sources;
	Request.Options = Entry.Options;
	FFileBuild Build;
	OutResult = RunFileBuild(Request, Build);
	if (OutResult != EExemplarBuildResult::Built)
	{
		return nullptr;
	}
	UExemplarBuildSettings* Settings = NewObject<UExemplarBuildSettings>(Place.Parent, Place.Name, Place.Flags);
	FAssetRegistryModule::AssetCreated(Settings);
	ExemplarImportDetail::FillSettings(*Settings, Entry);
	TakeFileBuild(*Settings, Build);
	return Settings;
}

bool ReadEntries(const FString& Filename, std::vector<FManifestEntry>& Out)
{
	const std::filesystem::path File = ToCorePath(Filename);
	const std::string Name = TCHAR_TO_UTF8(*Filename);
	if (KindOfFile(File) == EFileKind::PointCache)
	{
		const std::filesystem::path Mesh = ExemplarImportDetail::MeshBeside(File);
		if (Mesh.empty())
		{
			SayError(Name +
				": a point cache needs its mesh. Put the mesh (OBJ, PLY, OFF or STL) beside it under the same name.");
			return false;
		}
		FManifestEntry Entry;
		Entry.Sources = {Mesh, File};
		Out = {std::move(Entry)};
		return true;
	}
	FString Text;
	if (!FFileHelper::LoadFileToString(Text, *Filename))
	{
		SayError(Name + ": the file cannot be read. Check that it exists and may be read.");
		return false;
	}
	TResult<std::vector<FManifestEntry>> Entries =
		ParseBuildManifest(std::string(TCHAR_TO_UTF8(*Text)), Name, File.parent_path());
	if (!Entries)
	{
		SayError(Entries.GetError().Message);
		return false;
	}
	Out = std::move(*Entries);
	return true;
}

std::vector<FManifestResult> BuildEntries(const std::vector<FManifestEntry>& Entries, const FString& Folder, bool bSave)
{
	std::vector<FManifestResult> Out;
	for (const FManifestEntry& Entry : Entries)
	{
		Out.push_back(ExemplarImportDetail::BuildEntry(Entry, ExemplarImportDetail::NameOf(Entry, Folder), bSave));
		if (Out.back().Error == ExemplarImportDetail::CanceledMessage)
		{
			break;
		}
	}
	return Out;
}

} // namespace Exemplar
