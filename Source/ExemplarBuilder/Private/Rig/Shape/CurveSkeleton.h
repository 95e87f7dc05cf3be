// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Rig/Shape/VoxelGrid.h"

#include <span>

namespace Exemplar
{

/** Curves through the middle of a body as a tree: one neighbor at an end, two along a branch, more at a junction. */
struct FCurveSkeleton
{
	std::vector<FDouble3> Positions;
	std::vector<double> Radii; // distance to the surface
	std::vector<std::vector<uint32_t>> Neighbors;
	size_t LoopsCut = 0;
	size_t SpursCut = 0;

	size_t NodeCount() const { return Positions.size(); }
	std::vector<uint32_t> Ends() const;      // ascending
	std::vector<uint32_t> Junctions() const; // ascending
};

struct FCurveOptions
{
	/** A branch is a spur if its tip is closer to its junction than this many radii of the junction. */
	double SpurReach = 1.25;

	/** Moving average along branches: nodes on either side, and passes. Ends and junctions stay. */
	int SmoothWidth = 3;
	int SmoothPasses = 2;

	/** Extend ends to the surface. */
	bool bReachTips = true;
};

/**
 * The tree of a thinned solid: clusters of junction cells become one node, loops are cut where they are thinnest,
 * branches smoothed, spurs removed, ends extended to the tips. Solid is the grid before thinning.
 */
TResult<FCurveSkeleton> BuildCurveSkeleton(
	const FVoxelGrid& Thinned, const FVoxelGrid& Solid, const FCurveOptions& Options, const FBuildContext& Context);

/** Only what lies on paths between the given nodes; Kept tells where each node of the result came from. */
FCurveSkeleton PruneToPaths(const FCurveSkeleton& Tree, std::span<const uint32_t> Ends, std::vector<uint32_t>& Kept);

/** Lengths of paths from one node to all; Before is the node before each on its path (itself for the first). */
std::vector<double> PathLengths(const FCurveSkeleton& Tree, uint32_t From, std::vector<uint32_t>& Before);

/** The node on the paths between all three. */
uint32_t MedianNode(const FCurveSkeleton& Tree, uint32_t A, uint32_t B, uint32_t C);

/** The path between two nodes, both included. */
std::vector<uint32_t> FindPath(const FCurveSkeleton& Tree, uint32_t From, uint32_t To);

} // namespace Exemplar
