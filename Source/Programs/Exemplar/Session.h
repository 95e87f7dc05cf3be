// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/BuildContext.h"
#include "Base/Result.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace Exemplar
{

/** One run of the program, shared by all commands. Results go to standard output, everything else to standard error,
 * with a progress bar only on a terminal. Ctrl-C cancels at the next progress report; since files are written
 * completely or not at all, nothing incomplete is left behind. A second Ctrl-C kills the program.
 */
class FSession
{
public:
	int ThreadCount = 0; // 0 means one per core
	bool bQuiet = false;
	uint64_t Seed = 1;

	/** The work of the chosen command, set by its CLI callback; Main runs it once everything is parsed. */
	std::function<FStatus()> Command;

	FSession();
	~FSession();

	/** Progress, threads and seed for the stages. Valid as long as the session. */
	const FBuildContext& Context();

	/** Results, on standard output. */
	void Print(const std::string& Text);

	/** Prints notes such as "Wrote ..." to standard error, unless quiet. */
	void Say(const std::string& Text);

	/** Whether progress is visible: standard error is a terminal and not quiet. */
	bool IsWatched();

	/** Runs the command, prints its error on one line and returns the exit code. */
	int Finish();

private:
	bool ReportProgress(std::string_view Stage, double Fraction);
	void ClearProgress();

	std::unique_ptr<IExecutor> Pool;
	FProgressCallback Callback;
	FBuildContext BuildContext;
	bool bShowProgress = false;
	std::string ShownProgress;
};

/** 0 is success; the others are listed in Docs/CommandLine.md and by `exemplar --help`. */
int ExitCodeOf(EErrorCode Code);

/** Arguments are UTF-8 on every system. */
std::filesystem::path ToPath(const std::string& Argument);

/** The extension in lower case with its dot. */
std::string ExtensionOf(const std::filesystem::path& Path);

} // namespace Exemplar
