// Copyright (c) 2026 Exemplar contributors. MIT license.
// May change.

#pragma once

#include "Examples/ExampleSet.h"
#include "Rig/BuildRig.h"

namespace Exemplar
{

struct FProxyOptions
{
	/** How many triangles the smaller set has, at most; as few as collapses allow if they end before. */
	size_t Triangles = 0;

	/** What any single example bends strongly is kept the more the larger this is: 1 is the sum over examples (Mohr and
	 * Gleicher 2003), 2 stresses the worst example. From 0.5 to 8. */
	double Emphasis = 2.0;
};

/** A smaller set of examples: the same poses of a mesh with fewer triangles. */
struct FExampleProxy
{
	FSourceExamples Source;
	std::vector<uint32_t>
		PointOfVertex; // of the smaller mesh: the point of the original that each vertex is the last of

	/** Distances between the two surfaces in every pose, both ways, % of the rest diagonal. */
	double SurfaceRms = 0.0;
	double SurfaceMax = 0.0;
};

/**
 * Shared decimation of examples: one order of collapses for all of them, a position of its own in each
 * (DecimateExamples in Levels/ExampleDecimation.h). UVs and materials stay with their corners. The positions are in
 * character space.
 */
EXEMPLARBUILDER_API TResult<FExampleProxy> DecimateExampleSet(
	const FExampleSet& Examples, const FProxyOptions& Options, const FBuildContext& Context);

/**
 * The rig stage on a smaller set: bones, tree and joints come from Share of the triangles, and only the weights are
 * fitted to all points, with the motions as they are. Share is between 0 and 1.
 */
EXEMPLARBUILDER_API TResult<FRigResult> BuildRigOnProxy(
	const FExampleSet& Examples, const FRigOptions& Options, double Share, const FBuildContext& Context);

} // namespace Exemplar
