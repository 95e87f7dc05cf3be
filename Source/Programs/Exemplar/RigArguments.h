// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "OptionFlags.h"
#include "Pipeline/BuildCharacter.h"
#include "Session.h"

namespace Exemplar
{

/** Options and output files shared by the commands that build a rig from motion. */
struct FRigArguments
{
	FOptionFlags Flags;
	std::string Json;
	std::string Plot;
	std::string Reconstruction;

	void AddOptions(CLI::App& Command);

	/** Prints the summary and writes the requested files: figures, error curve, reconstruction. */
	FStatus WriteReports(const FExampleSet& Examples, const FBuiltCharacter& Built, FSession& Session) const;
};

} // namespace Exemplar
