// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Character/CharacterModel.h"
#include "Fit/MotionFit.h"
#include "Geometry/Adjacency.h"

namespace Exemplar
{

/** Lengths are measured on the rest; Neighbors come from BuildPointNeighbors, so that pieces are connected. */
FPointGraph MakePointGraph(const FMotionData& Data, const FIndexLists& Neighbors);

/** The Count points nearest to Seed along the surface, itself first. */
std::vector<uint32_t> NearestPoints(const FPointGraph& Graph, uint32_t Seed, size_t Count);

struct FSurfaceDistances
{
	std::vector<double> Distances; // along edges, in rest diagonals; infinite if there is no path
	std::vector<uint32_t> Nearest; // which source; NoIndex if there is no path
};

/** Distances from the nearest of several points (Dijkstra). */
FSurfaceDistances SurfaceDistances(const FPointGraph& Graph, std::span<const uint32_t> Sources);

/**
 * Points x bones: the Count bones that are nearest to each point along the surface. A bone is located at its
 * core, the largest connected set of points in which no other bone has a larger weight. A bone without a core is
 * allowed nowhere, and a bone keeps its core even if other bones are nearer.
 */
std::vector<uint8_t> NearestBones(
	const FWeightTable& Weights, size_t BoneCount, size_t Count, const FPointGraph& Graph, IExecutor& Executor);

/** Some of the points, each representing those around it; cells that touch are neighbors. */
struct FPointSample
{
	std::vector<uint32_t> Points;
	FMotionData Data;
	FPointGraph Graph;
};

FPointSample SamplePoints(const FMotionData& Data, const FPointGraph& Graph, size_t Count);

} // namespace Exemplar
