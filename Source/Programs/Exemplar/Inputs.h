// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Examples/ExampleSet.h"
#include "OptionFlags.h"
#include "Session.h"

namespace Exemplar
{

/** The examples that a command reads, and the options that say how; every command that takes examples adds these. */
struct FExampleInputs
{
	std::vector<std::string> Paths;
	FOptionFlags Flags;

	/** Adds the options. The paths themselves are the command's to add, because their place among others differs. */
	void AddOptions(CLI::App& Command);

	/** For commands that make a character. */
	void AddName(CLI::App& Command);
};

/** What can stand for Paths, for help texts. */
extern const char* const ExampleInputsHelp;

/** Reads, checks and welds. Progress runs from 0 to 1. */
TResult<FExampleSet> LoadExamples(
	const std::vector<std::string>& Inputs, const FReadOptions& Options, FSession& Session);

/** The same with the options that the flags give. */
TResult<FExampleSet> LoadExamples(const FExampleInputs& Inputs, FSession& Session);

/** Whether a path names a character file (.exemplar) rather than examples. */
bool IsCharacterPath(const std::string& Path);

} // namespace Exemplar
