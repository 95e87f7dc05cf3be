// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "FolderLock.h"
#include "Session.h"

#include <string>
#include <vector>

namespace Exemplar
{

/** What -o of build means: a file where it ends in .exemplar or .glb, else a folder. */
bool IsOutputFolder(const std::string& Out);

/**
 * A folder that a command fills. Files are written into a folder beside them, `.unfinished`, and moved to their places
 * when all are there, figures.json last: where it stands, what stands beside it belongs to it. A build that fails or is
 * canceled leaves what was there before. Files of others are never touched; those that the last build listed in its
 * figures.json and this one does not make go. While it is open no other build writes there (FFolderLock).
 */
class FOutputFolder
{
public:
	/** Makes the folder and sees whether it can be written to. */
	static TResult<FOutputFolder> Open(const std::string& Out);

	FOutputFolder(FOutputFolder&& Other) noexcept;
	FOutputFolder& operator=(FOutputFolder&&) = delete;

	/** What is left unfinished goes, and the folder as well if it was made and is empty. */
	~FOutputFolder();

	const std::filesystem::path& Path() const { return Folder; }

	/** Where files are written until Publish; made anew when first asked for. */
	TResult<std::filesystem::path> Unfinished();

	/** Names of the files written so far, relative to the folder, '/' between parts, in order. */
	std::vector<std::string> ListUnfinished() const;

	/** Moves all of them to their places. Nothing is left in Unfinished. */
	FStatus Publish();

private:
	FOutputFolder(std::filesystem::path InFolder, bool bInMade);

	std::filesystem::path Folder;
	std::filesystem::path Work;
	FFolderLock Lock;
	bool bMade = false;
};

} // namespace Exemplar
