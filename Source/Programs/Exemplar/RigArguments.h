// Copyright (c) 2026 Exemplar contributors. MIT licence.

#pragma once

#include "Pipeline/BuildCharacter.h"
#include "Session.h"

#include <CLI/CLI.hpp>

namespace Exemplar
{

/** What the commands that make a rig from motion have in common: its options, and the files that tell of it. */
struct FRigArguments
{
	FRigFromMotionOptions Rig;
	std::string Json;
	std::string Plot;
	std::string Reconstruction;

	void AddOptions(CLI::App& Command);

	/** The options that the flags and edges amount to; an edge is two bones, "3-7". */
	TResult<FRigFromMotionOptions> Resolve() const;

	/** Writes what was asked for: figures, error curve, reconstruction. Out is what the character was written to. */
	FStatus WriteReports(const FExampleSet& Examples, const FBuiltCharacter& Built, FSession& Session) const;

	bool bFast = false;
	bool bThorough = false;
	bool bOnePass = false;
	bool bNotLocal = false;
	std::vector<std::string> ForcedEdges;
	std::vector<std::string> ForbiddenEdges;
};

/** Makes the rig and the character; prints what it is like. */
TResult<FBuiltCharacter> BuildFromArguments(
	const FExampleSet& Examples, const FRigArguments& Arguments, FSession& Session);

} // namespace Exemplar
