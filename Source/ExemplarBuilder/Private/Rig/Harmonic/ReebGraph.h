// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Rig/Harmonic/Isocurves.h"

namespace Exemplar
{

/** A tube of the surface: curves of rising value between two nodes. */
struct FReebArc
{
	int32_t Low = 0, High = 0;   // nodes
	std::vector<int32_t> Curves; // ascending in value
};

/**
 * The Reeb graph of a field: how its isocurves are connected. A node is a piece of the surface between two levels that
 * does not just lead from one curve to one other: the end of a limb, or where limbs meet. On a closed surface of genus
 * g with e held extremes, e nodes are leaves, the branches have sum (degree - 2) = e - 2 + 2 g, and there are g
 * cycles.
 */
struct FReebGraph
{
	std::vector<FIsocurve> Curves;
	std::vector<FReebArc> Arcs;
	std::vector<int32_t> Tips; // per node: which of the held places it is, or -1

	size_t LeafCount() const;
	size_t SaddleCount() const; // the sum of degree - 2 over branches
	size_t CycleCount() const;
	std::vector<std::vector<int32_t>> ArcsOfNodes() const;
};

/** Levels that cut a surface into bands of equal area: rings are dense where the body is large, not where the field is
 * steep. All poses use those of the first. */
std::vector<double> EqualAreaLevels(const FHarmonicMesh& Mesh, std::span<const double> Field, int Count);

/** The given levels, and levels just below and above every critical value of the field, so that between two levels the
 * surface changes at one place only. Held vertices are not looked at. */
std::vector<double> AddCriticalLevels(const FHarmonicMesh& Mesh, std::span<const double> Field,
	std::span<const char> IsHeld, std::span<const double> Levels);

/** Vertices around which the field rises and falls more than once, ascending. */
std::vector<int32_t> FindSaddles(
	const FHarmonicMesh& Mesh, std::span<const double> Field, std::span<const char> IsHeld);

/**
 * The graph of a field in [0, 1] that is held around Tips (IsHeld marks the held vertices). Ends that hold no tip,
 * which only boundaries make, are removed.
 */
FReebGraph BuildReebGraph(const FHarmonicMesh& Mesh, std::span<const double> Field, std::span<const int32_t> Tips,
	std::span<const char> IsHeld, std::span<const double> Levels);

/**
 * A skeleton is a tree: every cycle is cut where the body is widest, by removing the arc with the longest
 * circumference. Returns how many were removed.
 */
size_t CutCycles(FReebGraph& Graph);

} // namespace Exemplar
