// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Result.h"

#include <filesystem>

namespace Exemplar
{

/** Lets one process at a time write to a folder, through a system lock on a file `.exemplar-lock` in it. The system
 * releases the lock when the process ends for any reason, so a stale file is harmless. The file names the process and
 * its start time. If the file system does not support locks, nothing is locked.
 */
class FFolderLock
{
public:
	/** Fails with the holder and a remedy if another process has the lock. */
	static TResult<FFolderLock> Take(const std::filesystem::path& Folder);

	FFolderLock() = default;
	FFolderLock(FFolderLock&& Other) noexcept;
	FFolderLock& operator=(FFolderLock&& Other) noexcept;
	~FFolderLock();

	/** Deletes the file. */
	void Release();

private:
	static constexpr intptr_t None = -1;

	std::filesystem::path File;
	intptr_t Handle = None; // a descriptor, or Windows' handle
};

} // namespace Exemplar
