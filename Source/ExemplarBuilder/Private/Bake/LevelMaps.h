// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Bake/BakeMaps.h"
#include "Bake/MapPoses.h"
#include "Bake/MapTexels.h"

namespace Exemplar
{

/** The finest level as maps are made from it: where its texels are, and how it stands in the poses. */
struct FMapSource
{
	const FMeshLevelView& Level;
	const FMapTexels& Texels; // extended: every texel has a place
	std::span<const FPosedFrames> Poses;
};

/** Gives every texel without a triangle the place of the nearest one that has. */
EXEMPLARBUILDER_API void ExtendTexels(FMapTexels& Texels);

struct FNormalMap
{
	std::vector<uint16_t> Texels; // two per texel
	size_t Pose = 0;              // that it was made from, if it was one
	double Error = 0.0;           // angle to the finest level's normals in degrees, RMS over poses and texels
	double PlainError = 0.0;      // the same without the map
};

/** The normal map of a level, which has stood in the poses of the source. */
FNormalMap MakeNormalMap(const FMapSource& Source, const FMeshLevelView& Level, std::span<const FPosedFrames> Poses,
	ENormalSource From, IExecutor& Executor);

/** The share of the sky that the vertices see, weighted by the cosine, mean over poses. */
std::vector<float> FindOcclusion(
	std::span<const uint32_t> Indices, std::span<const FPosedFrames> Poses, IExecutor& Executor);

/** Mean curvature at rest per vertex: how fast the normal turns, per meter, positive on ridges; vertices of one point
 * have one value. */
std::vector<float> FindCurvature(const FMeshLevelView& Level);

/** Where the shapes of a corrective bend the surface: 0 to 1; empty where they do nothing. */
std::vector<float> FindWrinkles(
	const TCorrectives<FViewed>& Correctives, const FMeshLevelView& Level, size_t Corrective);

} // namespace Exemplar
