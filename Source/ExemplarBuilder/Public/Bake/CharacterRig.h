// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Result.h"
#include "BuilderApi.h"
#include "Character/CharacterModel.h"
#include "Examples/ExampleSet.h"
#include "Model/Rig.h"

namespace Exemplar
{

/**
 * A character's skeleton and weights over the points of examples of the same mesh: bones are its joints, in their
 * order. Vertices are matched by their number in the source. Mismatch where the examples are of another mesh, or stand
 * elsewhere at rest. No motions: see FitMotions.
 */
EXEMPLARBUILDER_API TResult<FRig> ReadCharacterRig(const FCharacterData& Character, const FExampleSet& Examples);

/** For every vertex of the character's finest level the point of the examples that it shows. */
EXEMPLARBUILDER_API TResult<std::vector<uint32_t>> MatchVertices(
	const FCharacterData& Character, const FExampleSet& Examples);

/** Weights as a character's level holds them, in float: row i is that of point Rows[i]; rows sum to one. */
EXEMPLARBUILDER_API TBlendWeights<FOwned> BlendWeightsOf(const FRigWeights& Weights, std::span<const uint32_t> Rows);

} // namespace Exemplar
