// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "OptionFlags.h"
#include "Pipeline/BuildCharacter.h"
#include "Session.h"

namespace Exemplar
{

/** Options and output files for levels of detail, shared by lod and build. */
struct FLevelArguments
{
	FOptionFlags Flags;
	std::string Plot;
	std::string Each;

	/** Adds the options that every command with levels has. */
	void AddOptions(CLI::App& Command);

	/** Fails before any work is done if --each names a file. */
	FStatus Check() const;

	/** Prints the table and, if requested, writes the plot and the individual levels. */
	FStatus WriteReports(const FBuiltCharacter& Built, FSession& Session) const;
};

} // namespace Exemplar
