// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Base/File.h"

#include "Base/Utf8.h"

#include <atomic>
#include <chrono>
#include <fstream>
#include <system_error>

namespace Exemplar
{

namespace FileDetail
{

namespace FileSystem = std::filesystem;

FError UnreadableError(const FileSystem::path& File, const std::string& Reason)
{
	return {EErrorCode::Unreadable, "Cannot read '" + PathToText(File) + "': " + Reason};
}

FError UnwritableError(const FileSystem::path& File, const std::string& Reason)
{
	return {EErrorCode::Unwritable, "Cannot write '" + PathToText(File) + "': " + Reason};
}

/** Reads into vectors and strings alike. */
template <typename ContainerType>
TResult<ContainerType> ReadWhole(const FileSystem::path& File)
{
	std::error_code Error;
	const FileSystem::file_status Status = FileSystem::status(File, Error);
	if (Status.type() == FileSystem::file_type::not_found)
	{
		return FError{EErrorCode::NotFound, "File not found: '" + PathToText(File) + "'. Check its name and folder."};
	}
	if (FileSystem::is_directory(Status))
	{
		return UnreadableError(File, "it is a folder. Name a file in it.");
	}
	if (Status.type() == FileSystem::file_type::none)
	{
		return UnreadableError(File, Error.message() + ". Check the name, links and permissions along the path.");
	}
	if (!FileSystem::is_regular_file(Status))
	{
		return UnreadableError(File, "it is a pipe or a device. Copy its contents to a file.");
	}
	const uint64_t Size = FileSystem::file_size(File, Error);
	if (Error)
	{
		return UnreadableError(File, Error.message() + ".");
	}
	if (Size > MaxFileSize || Size > SIZE_MAX / 2)
	{
		return UnreadableError(File,
			"its size of " + std::to_string(Size) + " bytes exceeds the limit of " + std::to_string(MaxFileSize) +
				" bytes.");
	}
	std::ifstream Stream(File, std::ios::binary);
	if (!Stream)
	{
		return UnreadableError(File, "the system cannot open it. Check its permissions.");
	}
	ContainerType Contents;
	Contents.resize(static_cast<size_t>(Size));
	if (Size > 0 && !Stream.read(reinterpret_cast<char*>(Contents.data()), static_cast<std::streamsize>(Size)))
	{
		return UnreadableError(File,
			"only " + std::to_string(Stream.gcount()) + " of " + std::to_string(Size) +
				" bytes could be read. Is another program writing it?");
	}
	return Contents;
}

bool WriteWhole(const FileSystem::path& File, std::span<const std::byte> Bytes)
{
	std::ofstream Stream(File, std::ios::binary | std::ios::trunc);
	Stream.write(reinterpret_cast<const char*>(Bytes.data()), static_cast<std::streamsize>(Bytes.size()));
	Stream.flush();
	Stream.close();
	return Stream.good();
}

/** A name in the same folder, so that the rename stays on one volume; short, so that it never exceeds a name's limit.
 */
FileSystem::path TemporaryBeside(const FileSystem::path& File)
{
	static std::atomic<uint64_t> Counter{0};
	FileSystem::path Candidate;
	std::error_code Error;
	do
	{
		const uint64_t Ticks = static_cast<uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
		// The counter is unique per thread; its randomized address and the clock are unique per process.
		const uint64_t Mixed = (Ticks ^ reinterpret_cast<uintptr_t>(&Counter)) * 0x9e3779b97f4a7c15u + ++Counter;
		Candidate = File.parent_path() / (".exemplar-" + std::to_string(Mixed) + ".tmp");
	} while (FileSystem::exists(Candidate, Error));
	return Candidate;
}

} // namespace FileDetail

std::string PathToText(const std::filesystem::path& Path)
{
	// path::u8string throws where a Windows name has a lone surrogate; here that becomes a replacement character.
	using FNative = std::make_unsigned_t<FileDetail::FileSystem::path::value_type>;
	const FileDetail::FileSystem::path::string_type& Native = Path.native();
	std::string Out;
	for (size_t Index = 0; Index < Native.size(); ++Index)
	{
		const uint32_t Unit = static_cast<FNative>(Native[Index]);
		if constexpr (sizeof(FNative) == 1)
		{
			Out += static_cast<char>(Unit);
		}
		else if (Unit < 0xd800 || Unit > 0xdfff)
		{
			AppendUtf8(Out, Unit);
		}
		else
		{
			const uint32_t Low = Index + 1 < Native.size() ? static_cast<FNative>(Native[Index + 1]) : 0u;
			const bool bPair = Unit < 0xdc00 && Low >= 0xdc00 && Low <= 0xdfff;
			AppendUtf8(Out, bPair ? 0x10000 + ((Unit - 0xd800) << 10) + (Low - 0xdc00) : 0xfffd);
			Index += bPair ? 1 : 0;
		}
	}
	return Out;
}

TResult<TAlignedArray<std::byte>> ReadWholeFile(const std::filesystem::path& File)
{
	return FileDetail::ReadWhole<TAlignedArray<std::byte>>(File);
}

TResult<std::string> ReadWholeTextFile(const std::filesystem::path& File)
{
	return FileDetail::ReadWhole<std::string>(File);
}

TResult<std::filesystem::path> FindWriteTarget(const std::filesystem::path& File)
{
	std::error_code Error;
	FileDetail::FileSystem::path Target = File;
	// Links are followed, also to a file that is not there yet; the link itself is never replaced.
	for (int Steps = 0; FileDetail::FileSystem::is_symlink(FileDetail::FileSystem::symlink_status(Target, Error));
		 ++Steps)
	{
		const FileDetail::FileSystem::path Next = FileDetail::FileSystem::read_symlink(Target, Error);
		if (Error || Steps == 40)
		{
			return FileDetail::UnwritableError(
				File, "its links form a loop or cannot be followed. Choose another name.");
		}
		Target = Target.parent_path() / Next;
	}
	const FileDetail::FileSystem::file_status Status = FileDetail::FileSystem::status(Target, Error);
	if (File.empty())
	{
		return FileDetail::UnwritableError(File, "the file name is empty. Give a name.");
	}
	if (Status.type() == FileDetail::FileSystem::file_type::none)
	{
		return FileDetail::UnwritableError(File, Error.message() + ". Choose another name or folder.");
	}
	if (FileDetail::FileSystem::is_directory(Status))
	{
		return FileDetail::UnwritableError(File, "a folder with that name exists. Choose another name.");
	}
	// A rename would replace a file that is write-protected, and the system's own rules do not bind an administrator.
	const FileDetail::FileSystem::perms Write = FileDetail::FileSystem::perms::owner_write |
		FileDetail::FileSystem::perms::group_write | FileDetail::FileSystem::perms::others_write;
	if (FileDetail::FileSystem::is_regular_file(Status) &&
		(Status.permissions() & Write) == FileDetail::FileSystem::perms::none)
	{
		return FileDetail::UnwritableError(
			File, "it exists and is read-only. Make it writable or choose another name.");
	}
	const FileDetail::FileSystem::path Folder = Target.parent_path();
	if (!Folder.empty() && !FileDetail::FileSystem::is_directory(Folder, Error))
	{
		std::string Where = "'";
		Where.append(PathToText(Folder)).append("'");
		return FileDetail::FileSystem::exists(Folder, Error)
			? FileDetail::UnwritableError(File, Where + " is a file, not a folder. Choose another folder.")
			: FileDetail::UnwritableError(File, "the folder " + Where + " does not exist. Create it first.");
	}
	return Target;
}

FStatus WriteFileAtomically(const std::filesystem::path& File, std::span<const std::byte> Bytes)
{
	const TResult<FileDetail::FileSystem::path> Found = FindWriteTarget(File);
	if (!Found)
	{
		return Found.GetError();
	}
	const FileDetail::FileSystem::path& Target = *Found;
	std::error_code Error;
	const FileDetail::FileSystem::file_status Status = FileDetail::FileSystem::status(Target, Error);
	if (FileDetail::FileSystem::exists(Status) && !FileDetail::FileSystem::is_regular_file(Status))
	{
		return FileDetail::WriteWhole(Target, Bytes)
			? FStatus(FOk{})
			: FileDetail::UnwritableError(File, "writing to the device failed. Is it full? Choose another target.");
	}
	const FileDetail::FileSystem::path Temporary = FileDetail::TemporaryBeside(Target);
	if (!FileDetail::WriteWhole(Temporary, Bytes))
	{
		FileDetail::FileSystem::remove(Temporary, Error);
		return FileDetail::UnwritableError(File, "check the folder's permissions and the free space on the disk.");
	}
	FileDetail::FileSystem::rename(Temporary, Target, Error);
	if (Error)
	{
		std::error_code Ignored;
		FileDetail::FileSystem::remove(Temporary, Ignored);
		return FileDetail::UnwritableError(File, Error.message() + ". Is another program using it?");
	}
	return FOk{};
}

FStatus WriteFileAtomically(const std::filesystem::path& File, std::string_view Text)
{
	return WriteFileAtomically(File, std::as_bytes(std::span(Text.data(), Text.size())));
}

} // namespace Exemplar
