// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "FolderLock.h"

#include "Base/File.h"

#include <chrono>
#include <ctime>
#include <utility>

#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#else
#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

namespace Exemplar
{
namespace
{

/** "process 4711, since 2026-03-01 14:05:09", in local time. */
std::string DescribeHolder(unsigned long Process)
{
	const std::time_t Now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
	char Time[32] = "";
	if (const std::tm* Local = std::localtime(&Now))
	{
		std::strftime(Time, sizeof(Time), "%Y-%m-%d %H:%M:%S", Local);
	}
	return "process " + std::to_string(Process) + ", since " + Time;
}

FError HeldError(const std::filesystem::path& Folder, const std::filesystem::path& File)
{
	const TResult<std::string> Read = ReadWholeTextFile(File);
	const std::string Holder = Read ? Read->substr(0, Read->find('\n')) : std::string();
	return {EErrorCode::Unwritable,
		"Cannot write to '" + PathToText(Folder) + "': another build" +
			(Holder.starts_with("process ") ? " (" + Holder + ")" : std::string()) +
			" is running in that folder. Wait for it to finish, stop it, or choose another folder."};
}

#if defined(_WIN32)

TResult<intptr_t> HoldFile(const std::filesystem::path& Folder, const std::filesystem::path& File)
{
	const HANDLE Opened = CreateFileW(
		File.c_str(), GENERIC_WRITE, FILE_SHARE_READ, nullptr, CREATE_ALWAYS, FILE_ATTRIBUTE_HIDDEN, nullptr);
	if (Opened == INVALID_HANDLE_VALUE)
	{
		return GetLastError() == ERROR_SHARING_VIOLATION ? TResult<intptr_t>(HeldError(Folder, File))
														 : TResult<intptr_t>(intptr_t{-1});
	}
	const std::string Line = DescribeHolder(GetCurrentProcessId()) + "\n";
	DWORD Written = 0;
	WriteFile(Opened, Line.data(), static_cast<DWORD>(Line.size()), &Written, nullptr);
	return reinterpret_cast<intptr_t>(Opened);
}

void LetFileGo(const std::filesystem::path& File, intptr_t Handle)
{
	CloseHandle(reinterpret_cast<HANDLE>(Handle));
	DeleteFileW(File.c_str()); // fails if another process has locked it since
}

#else

TResult<intptr_t> HoldFile(const std::filesystem::path& Folder, const std::filesystem::path& File)
{
	for (;;)
	{
		const int Opened = open(File.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644);
		if (Opened < 0)
		{
			return intptr_t{-1};
		}
		if (flock(Opened, LOCK_EX | LOCK_NB) != 0)
		{
			const bool bHeld = errno == EWOULDBLOCK;
			close(Opened);
			return bHeld ? TResult<intptr_t>(HeldError(Folder, File)) : TResult<intptr_t>(intptr_t{-1});
		}
		// The previous holder may have deleted the file between the two calls; then this lock is useless.
		struct stat Mine = {}, There = {};
		if (fstat(Opened, &Mine) != 0 || stat(File.c_str(), &There) != 0 || Mine.st_ino != There.st_ino ||
			Mine.st_dev != There.st_dev)
		{
			close(Opened);
			continue;
		}
		const std::string Line = DescribeHolder(static_cast<unsigned long>(getpid())) + "\n";
		// The line is informational; the lock works without it.
		[[maybe_unused]] const bool bSaid = ftruncate(Opened, 0) == 0 && write(Opened, Line.data(), Line.size()) > 0;
		return intptr_t{Opened};
	}
}

void LetFileGo(const std::filesystem::path& File, intptr_t Handle)
{
	unlink(File.c_str()); // while still locked, so it cannot be another process's file
	close(static_cast<int>(Handle));
}

#endif

} // namespace

TResult<FFolderLock> FFolderLock::Take(const std::filesystem::path& Folder)
{
	FFolderLock Lock;
	Lock.File = Folder / ".exemplar-lock";
	const TResult<intptr_t> Handle = HoldFile(Folder, Lock.File);
	if (!Handle)
	{
		return Handle.GetError();
	}
	Lock.Handle = *Handle;
	return Lock;
}

FFolderLock::FFolderLock(FFolderLock&& Other) noexcept
	: File(std::move(Other.File))
	, Handle(std::exchange(Other.Handle, None))
{
}

FFolderLock& FFolderLock::operator=(FFolderLock&& Other) noexcept
{
	std::swap(File, Other.File);
	std::swap(Handle, Other.Handle);
	return *this;
}

FFolderLock::~FFolderLock()
{
	Release();
}

void FFolderLock::Release()
{
	if (Handle != None)
	{
		LetFileGo(File, std::exchange(Handle, None));
	}
}

} // namespace Exemplar
