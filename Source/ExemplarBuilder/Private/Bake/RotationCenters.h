// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/BuildContext.h"
#include "Base/Result.h"
#include "Character/CharacterModel.h"

#include <span>

namespace Exemplar
{

/**
 * Optimized centers of rotation (Le and Hodgins 2016): for every vertex the mean of the surface, each place counting by
 * the similarity of its weights and the vertex's,
 *
 *     s(u, v) = sum_{j != k} u_j u_k v_j v_k exp(-(u_j v_k - u_k v_j)^2 / 0.1^2).
 *
 * The centers depend on the weights and the rest mesh alone. A vertex that follows one bone, or whose pairs of bones no
 * triangle has, is its own center, which makes it a linear blend. The surface is integrated over samples, which are
 * merged where the weights of a pair of bones agree within 1/128, so that the time grows with the surface and not with
 * its square. Level needs Weights and Indices.
 */
FStatus FindRotationCenters(FMeshLevelData& Level, const FBuildContext& Context);

/** The similarity of two rows of weights, bones ascending; for tests. */
double WeightSimilarity(std::span<const uint16_t> BonesA, std::span<const float> WeightsA,
	std::span<const uint16_t> BonesB, std::span<const float> WeightsB);

} // namespace Exemplar
