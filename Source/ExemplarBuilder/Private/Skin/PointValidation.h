// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Skin/FitSkin.h"

namespace Exemplar
{

/**
 * How strongly to regularize, by leaving poses out in turn and predicting them. What a pose left out must not know is
 * forgotten too: the weights of linear blending are fitted again without it, and its bones are moved again with those
 * weights; a comparison with weights that have seen the pose would favor linear blending, and one with motions solved
 * for other weights would favor nobody. Needs at least three different poses; with fewer the answer is linear
 * blending.
 */
EXEMPLARBUILDER_API TResult<FPointValidation> ValidatePoints(
	const FExampleSet& Examples, const FRig& Rig, const FPointValidationOptions& Options, const FBuildContext& Context);

} // namespace Exemplar
