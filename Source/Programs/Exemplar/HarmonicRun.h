// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Pipeline/HarmonicCharacter.h"
#include "Session.h"

namespace Exemplar
{

/** exemplar rig of meshes that share no connectivity, as requested on the command line. */
struct FHarmonicRequest
{
	std::vector<std::string> Paths; // meshes, folders and patterns; the rest mesh of the options, or the first, is kept
	FHarmonicOptions Harmonics;
	FBuildOptions Options;
	std::string Out;
	std::string Json;
	bool bColorByBone = false;
};

/** Reads every mesh by itself, builds the character, says how near it comes to each mesh, and writes the files. */
FStatus RunHarmonicRig(const FHarmonicRequest& Request, FSession& Session);

} // namespace Exemplar
