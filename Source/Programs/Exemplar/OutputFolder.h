// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "FolderLock.h"
#include "Session.h"

#include <string>
#include <vector>

namespace Exemplar
{

/** Whether -o of build names a folder rather than a .exemplar or .glb file. */
bool IsOutputFolder(const std::string& Out);

/** The output folder of a command. Files are written to a subfolder `.unfinished` and moved into place when all are
 * complete, figures.json last, so that it always matches the files beside it. If a build fails or is canceled, the
 * previous files remain. Other files are never touched; report files that the last build listed in its figures.json and
 * this one does not produce are deleted. While it is open, no other build can write there (FFolderLock).
 */
class FOutputFolder
{
public:
	/** Creates the folder and checks that it can be written to. */
	static TResult<FOutputFolder> Open(const std::string& Out);

	FOutputFolder(FOutputFolder&& Other) noexcept;
	FOutputFolder& operator=(FOutputFolder&&) = delete;

	/** Deletes unfinished files, and the folder too if it was created here and is empty. */
	~FOutputFolder();

	const std::filesystem::path& Path() const { return Folder; }

	/** Where files are written until Publish; created empty on first use. */
	TResult<std::filesystem::path> Unfinished();

	/** Names of the files written so far, sorted, relative to the folder, with '/' separators. */
	std::vector<std::string> ListUnfinished() const;

	/** Moves all files into place. Nothing is left in Unfinished. */
	FStatus Publish();

private:
	FOutputFolder(std::filesystem::path InFolder, bool bInMade);

	std::filesystem::path Folder;
	std::filesystem::path Work;
	FFolderLock Lock;
	bool bMade = false;
};

} // namespace Exemplar
