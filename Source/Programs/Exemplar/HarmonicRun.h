// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Pipeline/HarmonicCharacter.h"
#include "Session.h"

#include <optional>

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

	/** Why no other method takes the meshes, if the method was not asked for. It is the error, too, if they share their
	 * triangles or harmonic functions do not rig them. */
	std::optional<FError> Refusal;
};

/**
 * Whether an error says that the examples are no poses of one mesh, and neither a method, a skeleton nor a number of
 * bones was asked for: then harmonic functions are tried. Registration comes before: what it accepts are poses of one
 * mesh.
 */
bool MayShareNoConnectivity(const FBuildOptions& Options, const FError& Error);

/** Reads every mesh by itself, builds the character, says how near it comes to each mesh, and writes the files. */
FStatus RunHarmonicRig(const FHarmonicRequest& Request, FSession& Session);

} // namespace Exemplar
