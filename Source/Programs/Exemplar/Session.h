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

/**
 * One run of the program: what all commands share. Results go to standard output, everything else to standard error: a
 * progress bar where that is a terminal, nothing of the kind in a pipe. Ctrl-C ends the work at its next report of
 * progress, and since every file is written whole or not at all, nothing half-done stays behind; a second one kills.
 */
class FSession
{
public:
	int ThreadCount = 0; // 0 means one per core
	bool bQuiet = false;
	uint64_t Seed = 1;

	/** What the chosen command is to do; its CLI callback sets it, and Main runs it once everything is parsed. */
	std::function<FStatus()> Command;

	FSession();
	~FSession();

	/** Progress, threads and seed for the stages. Valid as long as the session. */
	const FBuildContext& Context();

	/** Results, on standard output. */
	void Print(const std::string& Text);

	/** "Wrote ..." and the like, on standard error; nothing when quiet. */
	void Say(const std::string& Text);

	/** Whether somebody sees the progress as it goes: a terminal, and not quiet. */
	bool IsWatched();

	/** Runs the command, reports its error in one sentence, and returns the exit code. */
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

/** The extension in lower case with its dot, as formats are told apart. */
std::string ExtensionOf(const std::filesystem::path& Path);

} // namespace Exemplar
