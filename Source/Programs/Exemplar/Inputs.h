// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Examples/ExampleFiles.h"
#include "OptionFlags.h"
#include "Registration/ScanFiles.h"
#include "Session.h"

namespace Exemplar
{

/** The examples a command reads and the options for reading them; shared by all commands that take examples. */
struct FExampleInputs
{
	std::vector<std::string> Paths;
	FOptionFlags Flags;
	FScanOptions Scans; // of commands that register scans

	/** Adds the options. Each command adds the paths itself, because their position among other arguments differs. */
	void AddOptions(CLI::App& Command);

	/** For commands that build a character. */
	void AddName(CLI::App& Command);

	/** For commands that register scans where the examples share no vertices. */
	void AddScans(CLI::App& Command);
};

/** The options of a registration. */
void AddScanOptions(CLI::App& Command, FScanOptions& Scans);

/** Help text for Paths. */
extern const char* const ExampleInputsHelp;

/** What ImportExamples is called with. */
struct FExampleFiles
{
	std::vector<std::filesystem::path> Paths;
	FImportOptions Import;
};

/** The files of arguments, checked as far as that is possible without reading them. */
TResult<FExampleFiles> CollectExampleFiles(const std::vector<std::string>& Inputs, const FReadOptions& Options);

/** Reads, checks and welds the examples. Progress runs from 0 to 1. */
TResult<FExampleSet> LoadExamples(
	const std::vector<std::string>& Inputs, const FReadOptions& Options, FSession& Session);

/** The same, with the options given by the flags. */
TResult<FExampleSet> LoadExamples(const FExampleInputs& Inputs, FSession& Session);

/** Whether a path names a character file (.exemplar) rather than examples. */
bool IsCharacterPath(const std::string& Path);

} // namespace Exemplar
