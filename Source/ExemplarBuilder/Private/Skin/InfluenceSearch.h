// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Skin/FitSkin.h"

namespace Exemplar
{

/**
 * Which bones each point should follow in animation space; the thesis has them painted by hand. Starting from the bones
 * of linear blending, a set grows by the bone that removes most of what is left at the point and, on average, at its
 * neighbors, so that neighbors agree; and it shrinks by the bones whose removal costs least under the metric of the
 * examples (Merry 2007, chapter 6), which is what the removal adds to the error of the fit.
 */
EXEMPLARBUILDER_API TResult<FInfluenceSets> SearchInfluences(
	const FExampleSet& Examples, const FRig& Rig, const FInfluenceSearchOptions& Options, const FBuildContext& Context);

/** The same from other sets than linear blending's, of at most MaxInfluences. */
TResult<FInfluenceSets> SearchInfluences(const FExampleSet& Examples, const FRig& Rig, FInfluenceSets Start,
	const FInfluenceSearchOptions& Options, const FBuildContext& Context);

/** The Count bones of largest weight of every point. */
EXEMPLARBUILDER_API FInfluenceSets LargestInfluences(const FRigWeights& Weights, size_t Count);

} // namespace Exemplar
