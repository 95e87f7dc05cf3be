// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "OptionFlags.h"
#include "Session.h"

namespace Exemplar
{

/** How levels of detail are made and told of: the options of lod, and some of build's. */
struct FLevelArguments
{
	FOptionFlags Flags;
	std::string Plot;
	std::string Each;

	/** Those that every command with levels has. */
	void AddOptions(CLI::App& Command);

	/** Refuses, before any work is done, a folder that is none. */
	FStatus Check() const;

	/** Prints the table and writes the plot and the single levels where they are asked for. */
	FStatus WriteReports(const FCharacterData& Character, const FBuiltLevels& Built, FSession& Session) const;
};

} // namespace Exemplar
