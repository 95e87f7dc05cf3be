// Copyright (c) 2026 Exemplar contributors. MIT licence.

#pragma once

#include "Inputs.h"
#include "LevelArguments.h"
#include "Pipeline/BuildCharacter.h"
#include "Session.h"

#include <CLI/CLI.hpp>

namespace Exemplar
{

/** What the commands that make a rig from motion have in common: its options, and the files that tell of it. */
struct FRigArguments
{
	FRigFromMotionOptions Rig;
	FFinishOptions Finish;
	std::string Json;
	std::string Plot;
	std::string Reconstruction;

	void AddOptions(CLI::App& Command);

	/** The options that the flags and edges amount to; an edge is two bones, "3-7". */
	TResult<FRigFromMotionOptions> Resolve() const;

	/** Writes what was asked for: figures, error curve, reconstruction. */
	FStatus WriteReports(const FExampleSet& Examples, const FBuiltCharacter& Built, FSession& Session) const;

	bool bFast = false;
	bool bThorough = false;
	bool bOnePass = false;
	bool bNotLocal = false;
	std::vector<std::string> ForcedEdges;
	std::vector<std::string> ForbiddenEdges;
};

/** The character that a command writes. */
struct FCharacterTarget
{
	std::string Out; // .exemplar or .glb
	bool bColourByBone = false;
	bool bAnimationSpace = false;            // with an animation-space skin
	const FLevelArguments* Levels = nullptr; // with levels of detail
};

/** All that a command which makes a character does: reads the examples, builds, writes the character and the reports.
 */
FStatus BuildAndWrite(
	const FExampleInputs& Inputs, const FRigArguments& Arguments, const FCharacterTarget& Target, FSession& Session);

} // namespace Exemplar
