// Copyright (c) 2026 Exemplar contributors. MIT license.
// May change.

#pragma once

#include "Pipeline/BuildCharacter.h"
#include "Rig/RigFromHarmonics.h"

namespace Exemplar
{

/** How far the posed character is from one of the meshes, % of the first mesh's diagonal, both ways. */
struct FPoseDistance
{
	std::string Name;
	double Rms = 0.0;
	double Max = 0.0;
};

/** A character on the first of some meshes that share no connectivity. */
struct FHarmonicCharacter
{
	FBuiltCharacter Built; // its clip has one frame per mesh
	FHarmonicRig Rig;
	bool bWeightsFromShape = false;   // instead of the limbs' own: those of the two that come nearer to the meshes
	std::vector<FPoseDistance> Poses; // per mesh after the first; samples of the surfaces, not vertices
};

/**
 * The rig of BuildHarmonicRig as a character: the first mesh with linear blend weights, and a clip of all meshes by
 * pose parameters. Meshes have no poses of their own; their source names are what messages call them. Levels and Bake
 * follow Options as in BuildCharacter.
 */
EXEMPLARBUILDER_API TResult<FHarmonicCharacter> BuildHarmonicCharacter(std::span<const FExampleSet> Meshes,
	const FHarmonicOptions& Harmonics, const FBuildOptions& Options, const FBuildContext& Context,
	const FBuildHost& Host = {});

} // namespace Exemplar
