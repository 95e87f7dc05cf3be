// Copyright (c) 2026 Exemplar contributors. MIT licence.

#pragma once

#include "Lod/BuildLevels.h"
#include "Session.h"

#include <CLI/CLI.hpp>

namespace Exemplar
{

/** How levels of detail are made and told of: the options of lod, and some of build's. */
struct FLevelArguments
{
	FLevelOptions Levels;
	std::string Plot;
	std::string Each;

	/** Those that every command with levels has. */
	void AddOptions(CLI::App& Command);

	/** Refuses, before any work is done, levels that cannot be made and a folder that is none. */
	FStatus Check() const;

	FLevelOptions Resolve() const;

	/** Prints the table and writes the plot and the single levels where they are asked for. */
	FStatus WriteReports(const FCharacterData& Character, const FBuiltLevels& Built, FSession& Session) const;

	bool bHalfEdge = false;
	bool bKeepInfluences = false;
	bool bRankByError = false;
	bool bNoGeomorph = false;
	bool bNoRefinement = false;
};

} // namespace Exemplar
