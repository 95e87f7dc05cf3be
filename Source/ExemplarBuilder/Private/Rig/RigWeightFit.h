// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Rig/BuildRig.h"

namespace Exemplar
{

/** New weights for motions that stay, under the same rules as the refinement. Fills Rig.Weights. */
FStatus RefitWeights(
	const FExampleSet& Examples, const FRefineOptions& Refine, FRig& Rig, const FBuildContext& Context);

/**
 * The weights of Schaefer & Yuksel 2007, sections 4 and 4.1, by an exact solver: any bones first, then only those whose
 * connected patch holds the point. Fills Rig.Weights and adds figures.
 */
FStatus FitWeightsInOnePass(
	const FExampleSet& Examples, const FRefineOptions& Refine, FRig& Rig, const FBuildContext& Context);

} // namespace Exemplar
