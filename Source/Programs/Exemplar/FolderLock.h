// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Result.h"

#include <filesystem>

namespace Exemplar
{

/**
 * One program at a time in a folder: a file `.exemplar-lock` in it that the system keeps locked for whoever holds it.
 * The system lets go when the process ends, however it ends, so that a file that was left behind blocks nobody. It says
 * in a line whose it is and since when. Where the file system has no locks there is none, and everything goes on
 * without.
 */
class FFolderLock
{
public:
	/** Whose lock it is, if another process has it: a sentence with a remedy. */
	static TResult<FFolderLock> Take(const std::filesystem::path& Folder);

	FFolderLock() = default;
	FFolderLock(FFolderLock&& Other) noexcept;
	FFolderLock& operator=(FFolderLock&& Other) noexcept;
	~FFolderLock();

	/** Takes the file away. */
	void Release();

private:
	static constexpr intptr_t None = -1;

	std::filesystem::path File;
	intptr_t Handle = None; // a descriptor, or Windows' handle
};

} // namespace Exemplar
