// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "OutputFolder.h"

#include "Base/File.h"
#include "Examples/ExampleFiles.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace Exemplar
{
namespace
{

namespace FileSystem = std::filesystem;

constexpr const char* FiguresName = "figures.json";

FError FolderError(const FileSystem::path& Folder, const std::string& Reason)
{
	return {EErrorCode::Unwritable, "Cannot write to '" + PathToText(Folder) + "': " + Reason};
}

/** Report files listed in the figures of an earlier build; only these may be removed by a later one. */
std::vector<std::string> ListEarlierReport(const FileSystem::path& Figures)
{
	std::vector<std::string> Out;
	const TResult<std::string> Text = ReadWholeTextFile(Figures);
	const nlohmann::json Json =
		Text ? nlohmann::json::parse(*Text, nullptr, false) : nlohmann::json(nlohmann::json::value_t::discarded);
	if (!Json.is_object() || !Json.contains("files") || !Json["files"].is_array())
	{
		return Out;
	}
	for (const nlohmann::json& File : Json["files"])
	{
		const std::string Name = File.is_object() && File.contains("name") && File["name"].is_string()
			? File["name"].get<std::string>()
			: std::string();
		const bool bPicture = Name.starts_with("pictures/") && Name.find_first_of("/\\", 9) == std::string::npos &&
			Name.find("..") == std::string::npos;
		const std::string Extension = ExtensionOf(ToPath(Name));
		// Not what is in registered/: this build may have started from it.
		const bool bPage = Name == "report.html" || Name == "registration.html";
		if (bPage || (bPicture && (Extension == ".jpg" || Extension == ".png" || Extension == ".svg")))
		{
			Out.push_back(Name);
		}
	}
	return Out;
}

} // namespace

bool IsOutputFolder(const std::string& Out)
{
	// A name with the extension of another format is a mistake, not a folder; CheckOutputs reports it.
	static const std::vector<std::string> Documents{".json", ".html", ".svg", ".png", ".jpg"};
	const EFileKind Kind = KindOfFile(ToPath(Out));
	const bool bFile = (Kind != EFileKind::Other && Kind != EFileKind::Companion) ||
		std::find(Documents.begin(), Documents.end(), ExtensionOf(ToPath(Out))) != Documents.end();
	std::error_code Ignored;
	const bool bDevice = FileSystem::is_character_file(ToPath(Out), Ignored);
	return !Out.empty() && (Out.ends_with('/') || !(bFile || bDevice));
}

TResult<FOutputFolder> FOutputFolder::Open(const std::string& Out)
{
	const FileSystem::path Folder = ToPath(Out);
	std::error_code Error;
	const bool bThere = FileSystem::is_directory(Folder, Error);
	if (!bThere && FileSystem::exists(Folder, Error))
	{
		return FolderError(Folder, "this is a file. Name a folder, or a .exemplar or .glb file.");
	}
	FileSystem::create_directories(Folder, Error);
	if (!FileSystem::is_directory(Folder, Error))
	{
		return FolderError(Folder, "it cannot be created. Check the name and the permissions of the parent folder.");
	}
	FOutputFolder Made(Folder, !bThere);
	TResult<FFolderLock> Lock = FFolderLock::Take(Folder);
	if (!Lock)
	{
		return Lock.GetError();
	}
	Made.Lock = std::move(*Lock);
	// Find out before the work whether the folder can be written.
	TResult<FileSystem::path> Work = Made.Unfinished();
	if (!Work)
	{
		return Work.GetError();
	}
	if (FStatus Tried = WriteFileAtomically(*Work / "try", std::string_view("try")); !Tried)
	{
		return FolderError(Folder, "check its permissions and the free space on the disk.");
	}
	FileSystem::remove_all(*Work, Error);
	Made.Work.clear();
	for (const char* Name : {"character.exemplar", "character.glb", "report.html", FiguresName})
	{
		if (FileSystem::is_directory(Folder / Name, Error))
		{
			return FolderError(Folder / Name, "a folder with that name exists. Choose another location.");
		}
	}
	const FileSystem::path Pictures = Folder / "pictures";
	if (FileSystem::exists(Pictures, Error) && !FileSystem::is_directory(Pictures, Error))
	{
		return FolderError(Pictures, "a file with that name exists. Choose another location.");
	}
	return Made;
}

FOutputFolder::FOutputFolder(std::filesystem::path InFolder, bool bInMade)
	: Folder(std::move(InFolder))
	, bMade(bInMade)
{
}

FOutputFolder::FOutputFolder(FOutputFolder&& Other) noexcept
	: Folder(std::move(Other.Folder))
	, Work(std::move(Other.Work))
	, Lock(std::move(Other.Lock))
	, bMade(Other.bMade)
{
	Other.Folder.clear();
	Other.Work.clear();
}

FOutputFolder::~FOutputFolder()
{
	std::error_code Ignored;
	if (!Work.empty())
	{
		FileSystem::remove_all(Work, Ignored);
	}
	Lock.Release();
	if (bMade && !Folder.empty())
	{
		FileSystem::remove(Folder, Ignored); // only succeeds if it is empty
	}
}

TResult<std::filesystem::path> FOutputFolder::Unfinished()
{
	if (Work.empty())
	{
		// A build that was killed may have left this folder.
		std::error_code Error;
		const FileSystem::path Place = Folder / ".unfinished";
		FileSystem::remove_all(Place, Error);
		FileSystem::create_directory(Place, Error);
		if (Error)
		{
			return FolderError(Folder, "check its permissions and the free space on the disk.");
		}
		Work = Place;
	}
	return Work;
}

std::vector<std::string> FOutputFolder::ListUnfinished() const
{
	std::vector<std::string> Out;
	std::error_code Error;
	for (FileSystem::recursive_directory_iterator At(Work, Error), End; !Error && At != End; At.increment(Error))
	{
		std::error_code Ignored;
		if (At->is_regular_file(Ignored))
		{
			const std::u8string Name = At->path().lexically_relative(Work).generic_u8string();
			Out.emplace_back(Name.begin(), Name.end());
		}
	}
	std::sort(Out.begin(), Out.end());
	return Out;
}

FStatus FOutputFolder::Publish()
{
	std::vector<std::string> Names = ListUnfinished();
	std::stable_partition(Names.begin(), Names.end(), [](const std::string& Name) { return Name != FiguresName; });
	std::error_code Error;
	for (const std::string& Earlier : ListEarlierReport(Folder / FiguresName))
	{
		if (std::find(Names.begin(), Names.end(), Earlier) == Names.end())
		{
			FileSystem::remove(Folder / ToPath(Earlier), Error);
		}
	}
	FileSystem::remove(Folder / FiguresName, Error);
	for (const std::string& Name : Names)
	{
		const FileSystem::path Place = Folder / ToPath(Name);
		FileSystem::create_directories(Place.parent_path(), Error);
		FileSystem::rename(Work / ToPath(Name), Place, Error);
		if (Error)
		{
			return FolderError(Place, Error.message() + ". Is another program using it?");
		}
	}
	FileSystem::remove_all(Work, Error);
	Work.clear();
	bMade = false;
	return FOk{};
}

} // namespace Exemplar
