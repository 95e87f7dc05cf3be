// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "StageFolder.h"

#include "Base/Checksum.h"
#include "Base/File.h"

#include <algorithm>

namespace Exemplar
{
namespace
{

namespace FileSystem = std::filesystem;

constexpr std::string_view StageExtension = ".stage";

/** Marks the folder as a cache for backup programs (bford.info/cachedir). */
constexpr std::string_view CacheTag = "Signature: 8a477f597d28d172789f06886806bc55\n"
									  "# Cached stage results of exemplar build. This folder may be deleted.\n";

} // namespace

FStageFolder::FStageFolder(std::filesystem::path InFolder, uint64_t InMaxBytes, FSession& InSession)
	: Folder(std::move(InFolder))
	, MaxBytes(InMaxBytes)
	, Session(InSession)
{
}

std::filesystem::path FStageFolder::FileOf(std::string_view Stage, const FStageKey& Key) const
{
	return Folder / (std::string(Stage) + "-" + FormatStageKey(Key) + std::string(StageExtension));
}

TAlignedArray<std::byte> FStageFolder::Load(std::string_view Stage, const FStageKey& Key)
{
	const FileSystem::path File = FileOf(Stage, Key);
	std::error_code Ignored;
	if (!FileSystem::is_regular_file(File, Ignored))
	{
		return {};
	}
	TResult<TAlignedArray<std::byte>> Bytes = ReadWholeFile(File);
	if (!Bytes)
	{
		return {};
	}
	FileSystem::last_write_time(File, FileSystem::file_time_type::clock::now(), Ignored); // mark as recently used
	return std::move(*Bytes);
}

void FStageFolder::Save(std::string_view Stage, const FStageKey& Key, std::span<const std::byte> Bytes)
{
	if (Bytes.size() > MaxBytes)
	{
		return;
	}
	std::error_code Ignored;
	FileSystem::create_directories(Folder, Ignored);
	MakeRoom(Bytes.size());
	FStatus Written = FOk{};
	if (!FileSystem::exists(Folder / "CACHEDIR.TAG", Ignored))
	{
		Written = WriteFileAtomically(Folder / "CACHEDIR.TAG", CacheTag);
	}
	Written = Written ? WriteFileAtomically(FileOf(Stage, Key), Bytes) : Written;
	if (!Written && !bComplained)
	{
		bComplained = true;
		Session.Say("Stages are not cached: " + Written.GetError().Message);
	}
}

void FStageFolder::MakeRoom(uint64_t Wanted) const
{
	struct FKept
	{
		FileSystem::file_time_type Used;
		FileSystem::path File;
		uint64_t Size = 0;
	};
	std::vector<FKept> All;
	uint64_t Total = Wanted;
	std::error_code Error;
	for (FileSystem::directory_iterator At(Folder, Error), End; !Error && At != End; At.increment(Error))
	{
		std::error_code Ignored;
		if (ExtensionOf(At->path()) == StageExtension && At->is_regular_file(Ignored))
		{
			All.push_back({At->last_write_time(Ignored), At->path(), At->file_size(Ignored)});
			Total += All.back().Size;
		}
	}
	std::sort(All.begin(), All.end(),
		[](const FKept& A, const FKept& B) { return A.Used != B.Used ? A.Used < B.Used : A.File < B.File; });
	for (size_t Index = 0; Index < All.size() && Total > MaxBytes; ++Index)
	{
		std::error_code Ignored;
		FileSystem::remove(All[Index].File, Ignored);
		Total -= All[Index].Size;
	}
}

std::string VersionOfCode()
{
	const TResult<TAlignedArray<std::byte>> Program = ReadWholeFile("/proc/self/exe");
	std::string Out = EXEMPLAR_VERSION;
	if (Program)
	{
		Out.append(" ").append(std::to_string(Checksum64(*Program)));
	}
	return Out;
}

} // namespace Exemplar
