// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Bake/Bake.h"
#include "Bake/PlaneFit.h"
#include "Base/BuildContext.h"
#include "Character/CharacterModel.h"
#include "Model/Rig.h"

namespace Exemplar
{

/**
 * A tangent of a linear blend surface that follows its weights (Merry 2007, eq. 4.11): q_j = w_j (s, 0) + (grad w_j .
 * s) (v, 1), the derivative of the posed surface along s. Without the second term it is what linear blend skinning
 * shades with, exact only where the weights do not vary (eq. 4.8, EmbedVector). Gradients of the weights sum to zero.
 */
EXEMPLARBUILDER_API FAnimationVector CorrectedTangent(const FDouble3& Rest, const FDouble3& Direction,
	std::span<const uint16_t> Bones, std::span<const double> Weights, std::span<const FDouble3> Gradients);

/** Weights of points and their gradients along the surface, over all bones of a point and its neighbors. */
struct FWeightGradients
{
	FRigWeights Weights;             // zero where only neighbors follow a bone
	std::vector<FDouble3> Gradients; // one a weight
};

/** Constant over a triangle, averaged by area at the points. */
EXEMPLARBUILDER_API FWeightGradients FindWeightGradients(const FTriangleMesh& Rest, const FRigWeights& Weights);

struct FSkinTangentOptions
{
	ETangentRule Rule = ETangentRule::Surface;
};

/**
 * The tangent pairs that a level's skin takes its normals from when it is posed. Tangents lie along u where the level
 * has UVs, cross(tangent, bitangent) along the normal. Faces count for a vertex as far as its normal is shared: hard
 * edges stay hard. What a pair has on bones that its vertex does not follow is removed as influences are, with the
 * least change over the poses of the metric. Pairs are scaled so that 16-bit points lose nothing to them. Metric and
 * skin in rest space.
 */
EXEMPLARBUILDER_API FStatus BuildSkinTangents(
	FMeshLevelData& Level, const FPoseMetric& Metric, const FSkinTangentOptions& Options, const FBuildContext& Context);

} // namespace Exemplar
