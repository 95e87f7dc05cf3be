// Copyright (c) 2026 Exemplar contributors. MIT license.
// May change.

#pragma once

#include "Bake/Bake.h"
#include "Skinning/SkinOperator.h"

namespace Exemplar
{

struct FOperatorFit
{
	FRigWeights Weights;    // of the parts' points
	double RmsBefore = 0.0; // with the parts' own weights, % of the rest diagonal
	double MaxBefore = 0.0;
	double Rms = 0.0; // with the fitted weights; no point's own error is larger than before
	double Max = 0.0;
};

/** Whether weights can be fitted under an operator: dual quaternions, spherical blending and twist. */
EXEMPLARBUILDER_API bool CanFitWeights(ESkinOperator Operator);

/**
 * Blend weights with which an operator reproduces the examples best, the motions as they are. Weights fitted under
 * linear blending make up for its shrinking, which other operators do not have. Every point starts from its own weights
 * and takes Gauss-Newton steps on the simplex of its bones; a step, and a whole point, is taken only if its error
 * falls. Poses are the local transforms of the skeleton, one list per example.
 */
EXEMPLARBUILDER_API TResult<FOperatorFit> FitOperatorWeights(const FCharacterParts& Parts, const FExampleSet& Examples,
	std::span<const std::vector<FBoneTransform>> Poses, ESkinOperator Operator, const FBuildContext& Context);

} // namespace Exemplar
