// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/BuildContext.h"
#include "Base/Result.h"
#include "Examples/ExampleSet.h"
#include "Model/Rig.h"

namespace Exemplar
{

struct FWeightFitOptions
{
	/** Maximum influences per point, from 1 to 64. */
	int MaxInfluences = 4;

	/** Allowed influences: points x bones, 0 forbids (FInfluenceMaps::Allowed). Empty allows all. */
	std::vector<uint8_t> Allowed;

	/** How many bones, nearest along the surface, a point may follow; a bone is located at its core when every point
	 * chooses freely. 0: any bone. */
	int CandidateBones = 0;

	/** Tikhonov term toward the rig's own weights: giving a point's weight to another bone costs as much as an error
	 * of this many percent of the rest diagonal in every example. Decides between bones that the examples do not
	 * distinguish.
	 */
	double Pull = 0.0;

	/** A step from 0 to 1 across an edge costs as much as an error of this many percent in every example. */
	double Smoothness = 0.0;

	/** Passes over the mesh with Smoothness, each of which lowers the objective. */
	int SmoothPasses = 8;

	/** Weights below this are dropped, and the remaining weights of the point are fitted again. From 0 to 0.25. */
	double MinWeight = 1e-3;
};

struct FWeightFit
{
	FRigWeights Weights;

	/** RMS error of each point over the examples, in % of the rest diagonal. */
	std::vector<double> PointErrors;
	double VertexRms = 0.0;
};

/**
 * The weights with which given bone motions (Rig.Transforms) reproduce the examples best. Each point is an exact least
 * squares problem on the simplex (Lawson-Hanson in homogeneous form, so that weights sum to one without a penalty), and
 * if the cap on influences is active, the subset of bones is improved by exchanges.
 * Rig.Weights, if any, are the Tikhonov target; nothing else of the rig is used.
 */
TResult<FWeightFit> FitWeights(
	const FExampleSet& Examples, const FRig& Rig, const FWeightFitOptions& Options, const FBuildContext& Context);

} // namespace Exemplar
