// Copyright (c) 2026 Exemplar contributors. MIT license.

// What an editor has beside an engine: packages, factories, reimport, slow tasks and message logs.
#include "AssetRegistry/AssetRegistryModule.h"
#include "Commandlets/Commandlet.h"
#include "DerivedDataCacheInterface.h"
#include "EditorFramework/AssetImportData.h"
#include "EditorReimportHandler.h"
#include "EditorValidatorBase.h"
#include "Factories/Factory.h"
#include "HAL/PlatformTime.h"
#include "Kismet/BlueprintFunctionLibrary.h"
#include "Logging/LogMacros.h"
#include "Logging/MessageLog.h"
#include "Misc/CoreMisc.h"
#include "Misc/FeedbackContext.h"
#include "Misc/FileHelper.h"
#include "Misc/PackageName.h"
#include "Misc/Parse.h"
#include "Misc/Paths.h"
#include "Misc/ScopedSlowTask.h"
#include "Serialization/MemoryWriter.h"
#include "UObject/Package.h"
#include "UObject/SavePackage.h"
#include "UObject/UObjectGlobals.h"

#include <chrono>
#include <fstream>
#include <set>

#include <unistd.h>

#define HOST_EDITOR_CLASS(Name, Text, Make) \
	UClass* Name::StaticClass() \
	{ \
		static UClass Class(TEXT(Text), UObject::StaticClass(), Make, {}); \
		return &Class; \
	}
HOST_EDITOR_CLASS(UPackage, "Package", []() -> UObject* { return new UPackage; })
HOST_EDITOR_CLASS(UAssetImportData, "AssetImportData", []() -> UObject* { return new UAssetImportData; })
HOST_EDITOR_CLASS(UFactory, "Factory", nullptr)
HOST_EDITOR_CLASS(UBlueprintFunctionLibrary, "BlueprintFunctionLibrary", nullptr)
HOST_EDITOR_CLASS(UCommandlet, "Commandlet", nullptr)
HOST_EDITOR_CLASS(UEditorValidatorBase, "EditorValidatorBase", nullptr)

namespace
{

std::vector<FReimportHandler*>& Handlers()
{
	static std::vector<FReimportHandler*> List;
	return List;
}
std::set<const UObject*>& RegisteredAssets()
{
	static std::set<const UObject*> Set;
	return Set;
}
std::filesystem::path PathOf(const FString& Text)
{
	return std::filesystem::path(Text.Characters);
}
FString TextOf(const std::filesystem::path& Path)
{
	return FString(Path.generic_u16string());
}
TSharedRef<FTokenizedMessage> Say(FName Log, ELogVerbosity::Type Verbosity, const FText& Message)
{
	const FString Name = Log.ToString();
	HostLog(FHostLogCategory{*Name}, Verbosity, Message.ToString());
	TSharedRef<FTokenizedMessage> Out = MakeShared<FTokenizedMessage>();
	Out->HostText = Message;
	return Out;
}

} // namespace

UPackage* CreatePackage(const TCHAR* PackageName)
{
	check(FPackageName::IsValidLongPackageName(PackageName)); // the engine ends on others
	UObject* Found = HostFindObject(UPackage::StaticClass(), nullptr, PackageName);
	return static_cast<UPackage*>(
		Found ? Found : UObject::HostNew(UPackage::StaticClass(), nullptr, FName(PackageName), RF_Public));
}
UPackage* UObject::GetOutermost() const
{
	const UObject* At = this;
	while (At->HostOuter)
	{
		At = At->HostOuter;
	}
	return At->IsA(UPackage::StaticClass()) ? static_cast<UPackage*>(const_cast<UObject*>(At)) : nullptr;
}
bool UPackage::SavePackage(UPackage* InOuter, UObject* InAsset, const TCHAR* Filename, const FSavePackageArgs& SaveArgs)
{
	check(InOuter && (!InAsset || InAsset->GetOutermost() == InOuter));
	check(SaveArgs.TopLevelFlags == RF_NoFlags || !InAsset || InAsset->HasAnyFlags(SaveArgs.TopLevelFlags));
	TArray<uint8> Bytes;
	FMemoryWriter Writer(Bytes, true);
	(InAsset ? InAsset : InOuter)->Serialize(Writer);
	const std::filesystem::path File = PathOf(Filename);
	std::error_code Ignored;
	std::filesystem::create_directories(File.parent_path(), Ignored);
	std::ofstream Out(File, std::ios::binary);
	Out.write(reinterpret_cast<const char*>(Bytes.GetData()), Bytes.Num());
	return Out.good();
}

void FAssetRegistryModule::AssetCreated(UObject* NewAsset)
{
	check(NewAsset && NewAsset->GetOutermost());
	RegisteredAssets().insert(NewAsset);
}
bool HostIsRegisteredAsset(const UObject* Asset)
{
	return RegisteredAssets().contains(Asset);
}

void UAssetImportData::Update(const FString& InAbsoluteFilename)
{
	HostFiles.Empty();
	HostFiles.Add(InAbsoluteFilename);
}
void UAssetImportData::UpdateFilenameOnly(const FString& InPath, int32 Index)
{
	HostFiles[Index] = InPath;
}
void UAssetImportData::AddFileName(const FString& InPath, int32 Index, const FString&)
{
	if (Index >= HostFiles.Num())
	{
		HostFiles.SetNum(Index + 1);
	}
	HostFiles[Index] = InPath;
}

FReimportHandler::FReimportHandler()
{
	Handlers().push_back(this);
}
FReimportHandler::~FReimportHandler()
{
	std::erase(Handlers(), this);
}
EReimportResult::Type HostReimport(UObject* Object)
{
	for (UClass* Class : HostAllClasses()) // of which the editor makes a default object when it starts
	{
		if (Class->IsChildOf(UFactory::StaticClass()))
		{
			Class->GetDefaultObject();
		}
	}
	for (FReimportHandler* Handler : std::vector(Handlers()))
	{
		TArray<FString> Files;
		if (Handler->CanReimport(Object, Files))
		{
			return Handler->Reimport(Object);
		}
	}
	return EReimportResult::Failed;
}

FFeedbackContext& HostFeedback()
{
	static FFeedbackContext Context;
	return Context;
}
FSlowTask::FSlowTask(float InAmountOfWork, const FText&, bool, FFeedbackContext& InContext)
	: TotalAmountOfWork(InAmountOfWork)
	, HostContext(InContext)
{
}
void FSlowTask::MakeDialog(bool bShowCancelButton, bool)
{
	bHostCancel = bShowCancelButton;
}
void FSlowTask::EnterProgressFrame(float ExpectedWorkThisFrame, const FText&)
{
	CompletedWork += CurrentFrameScope;
	CurrentFrameScope = ExpectedWorkThisFrame;
	check(CompletedWork + CurrentFrameScope <= 1.01f * TotalAmountOfWork); // the engine warns of it
	++HostContext.HostFrames;
}
bool FSlowTask::ShouldCancel() const
{
	return bHostCancel && CompletedWork + CurrentFrameScope >= HostContext.HostCancelAt * TotalAmountOfWork;
}

TSharedRef<FTokenizedMessage> FMessageLog::Error(const FText& InMessage)
{
	return Say(HostName, ELogVerbosity::Error, InMessage);
}
TSharedRef<FTokenizedMessage> FMessageLog::Warning(const FText& InMessage)
{
	return Say(HostName, ELogVerbosity::Warning, InMessage);
}
TSharedRef<FTokenizedMessage> FMessageLog::Info(const FText& InMessage)
{
	return Say(HostName, ELogVerbosity::Display, InMessage);
}

bool FFileHelper::LoadFileToArray(TArray<uint8>& Result, const TCHAR* Filename, uint32)
{
	std::ifstream In(PathOf(Filename), std::ios::binary);
	const std::string Bytes((std::istreambuf_iterator<char>(In)), std::istreambuf_iterator<char>());
	Result = TArray<uint8>(reinterpret_cast<const uint8*>(Bytes.data()), static_cast<int32>(Bytes.size()));
	return !In.bad() && In.is_open();
}
bool FFileHelper::LoadFileToString(FString& Result, const TCHAR* Filename)
{
	TArray<uint8> Bytes;
	const bool bRead = LoadFileToArray(Bytes, Filename);
	Result = HostFromUtf8(std::string(Bytes.begin(), Bytes.end()).c_str());
	return bRead;
}
bool FFileHelper::SaveStringToFile(const FString& String, const TCHAR* Filename)
{
	std::ofstream Out(PathOf(Filename), std::ios::binary);
	Out << HostToUtf8(*String);
	return Out.good();
}

FString FPackageName::GetLongPackagePath(const FString& InLongPackageName)
{
	return FString(InLongPackageName.Characters.substr(0, InLongPackageName.Characters.find_last_of(u'/')));
}
FString FPackageName::GetShortName(const FString& LongName)
{
	return FString(LongName.Characters.substr(LongName.Characters.find_last_of(u'/') + 1));
}
FString FPackageName::LongPackageNameToFilename(const FString& InLongPackageName, const FString& InExtension)
{
	check(InLongPackageName.Characters.starts_with(u"/Game/"));
	return FPaths::ProjectDir() / TEXT("Content") / FString(InLongPackageName.Characters.substr(6)) + InExtension;
}
const FString& FPackageName::GetAssetPackageExtension()
{
	static const FString Text = TEXT(".uasset");
	return Text;
}
bool FPackageName::IsValidLongPackageName(const FString& InLongPackageName, bool)
{
	const std::u16string& Name = InLongPackageName.Characters;
	return (Name.starts_with(u"/Game/") || Name.starts_with(u"/Exemplar/")) && !Name.ends_with(u'/') &&
		Name.find(u"//") == std::u16string::npos &&
		Name.find_first_of(u"\\:*?\"<>|' ,.&!~\n\r\t@#") == std::u16string::npos;
}

FString FPaths::GetBaseFilename(const FString& InPath, bool bRemovePath)
{
	const std::filesystem::path Path = PathOf(InPath);
	return TextOf(bRemovePath ? Path.stem() : Path.parent_path() / Path.stem());
}
FString FPaths::GetExtension(const FString& InPath, bool bIncludeDot)
{
	const FString Dotted = TextOf(PathOf(InPath).extension());
	return bIncludeDot || Dotted.IsEmpty() ? Dotted : FString(Dotted.Characters.substr(1));
}
FString FPaths::GetPath(const FString& InPath)
{
	return TextOf(PathOf(InPath).parent_path());
}
FString FPaths::ConvertRelativePathToFull(const FString& InPath)
{
	return TextOf(std::filesystem::absolute(PathOf(InPath)).lexically_normal());
}
FString FPaths::ProjectDir()
{
	// Goes with the program.
	static const struct FProject
	{
		std::filesystem::path Folder =
			std::filesystem::temp_directory_path() / ("exemplar-project-" + std::to_string(::getpid()));
		~FProject()
		{
			std::error_code Ignored;
			std::filesystem::remove_all(Folder, Ignored);
		}
	} Project;
	return TextOf(Project.Folder);
}

bool FParse::Value(const TCHAR* Stream, const TCHAR* Match, FString& Value)
{
	const std::u16string Text(Stream), Key(Match);
	size_t At = Text.find(Key);
	if (At == std::u16string::npos)
	{
		return false;
	}
	At += Key.size();
	const bool bQuoted = At < Text.size() && Text[At] == u'"';
	const size_t Begin = At + (bQuoted ? 1 : 0);
	Value = FString(Text.substr(Begin, Text.find_first_of(bQuoted ? u"\"" : u" ,", Begin) - Begin));
	return true;
}
bool FParse::Param(const TCHAR* Stream, const TCHAR* Param)
{
	const std::u16string Text = u" " + std::u16string(Stream) + u" ";
	return Text.find(u" -" + std::u16string(Param) + u" ") != std::u16string::npos;
}

double FPlatformTime::Seconds()
{
	return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

FDerivedDataCacheInterface& GetDerivedDataCacheRef()
{
	static FDerivedDataCacheInterface Cache;
	return Cache;
}
FString FDerivedDataCacheInterface::BuildCacheKey(
	const TCHAR* PluginName, const TCHAR* VersionString, const TCHAR* PluginSpecificCacheKeySuffix)
{
	const FString Out = FString::Printf(TEXT("%s_%s_%s"), PluginName, VersionString, PluginSpecificCacheKeySuffix);
	const auto Legal = [](char16_t C)
	{ return (C >= u'a' && C <= u'z') || (C >= u'A' && C <= u'Z') || (C >= u'0' && C <= u'9') || C == u'_'; };
	check(std::ranges::all_of(Out.Characters, Legal));
	return Out;
}
bool FDerivedDataCacheInterface::GetSynchronous(const TCHAR* CacheKey, TArray<uint8>& OutData, FStringView)
{
	const std::lock_guard Lock(Mutex);
	const auto At = Entries.find(CacheKey);
	++(At == Entries.end() ? HostMisses : HostHits);
	if (At == Entries.end())
	{
		return false;
	}
	OutData = TArray<uint8>(At->second.data(), static_cast<int32>(At->second.size()));
	return true;
}
void FDerivedDataCacheInterface::Put(
	const TCHAR* CacheKey, TArrayView64<const uint8> Data, FStringView, bool bPutEvenIfExists)
{
	const std::lock_guard Lock(Mutex);
	std::vector<uint8> Bytes(Data.GetData(), Data.GetData() + Data.Num());
	if (bPutEvenIfExists || !Entries.contains(CacheKey))
	{
		Entries[CacheKey] = std::move(Bytes);
	}
}
