// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "OptionFlags.h"
#include "Pipeline/BuildCharacter.h"
#include "Session.h"

namespace Exemplar
{

/** What the commands that make a rig from motion have in common: its options, and the files that tell of it. */
struct FRigArguments
{
	FOptionFlags Flags;
	std::string Json;
	std::string Plot;
	std::string Reconstruction;

	void AddOptions(CLI::App& Command);

	/** Prints the summary and writes what was asked for: figures, error curve, reconstruction. */
	FStatus WriteReports(const FExampleSet& Examples, const FBuiltCharacter& Built, FSession& Session) const;
};

} // namespace Exemplar
