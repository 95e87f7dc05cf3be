// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "AnimationSpace/PoseMetric.h"

#include <optional>

namespace Exemplar
{

/**
 * Two tangents of an animation-space surface, both of total weight zero. Such a surface has no normal; in a pose it is
 * (G s) x (G t) (Merry 2007). The pair is also the bivector s ^ t: a plane with an orientation and an
 * area.
 */
struct FTangentPair
{
	FAnimationVector Tangent;
	FAnimationVector Bitangent;
};

struct FPlaneFit
{
	FTangentPair Plane;    // orthonormal in the metric
	double Area = 0.0;     // of all inputs, projected onto the plane; negative parts count negative
	double NextArea = 0.0; // onto the best plane across it: where the two are equal, the plane is arbitrary
};

/**
 * The plane that faces show most of their area to, on average over the poses of a metric (Merry 2007, appendix A.1):
 * maximizes sum_i (a_i ^ b_i) . (a ^ b) over unit planes. Bones that no input has are not in the plane. Nothing where
 * the inputs have no area at all.
 */
EXEMPLARBUILDER_API std::optional<FPlaneFit> FitPlane(std::span<const FTangentPair> Faces, const FPoseMetric& Metric);

/**
 * The same over edges that faces share: Faces[k] = {i, j} stands for Edges[i] ^ Edges[j]. What a vertex with its ring
 * has; costs the cube of the number of edges, whatever the number of bones.
 */
EXEMPLARBUILDER_API std::optional<FPlaneFit> FitPlane(
	std::span<const FAnimationVector> Edges, std::span<const std::array<size_t, 2>> Faces, const FPoseMetric& Metric);

/** Gram-Schmidt in the metric: unit tangents at right angles, in the same plane and orientation. */
EXEMPLARBUILDER_API FTangentPair Orthonormalize(const FTangentPair& Pair, const FPoseMetric& Metric);

/** An orthonormal pair turned in its plane so that the tangent lies along a direction; unchanged across it. */
EXEMPLARBUILDER_API FTangentPair AlignPair(
	const FTangentPair& Pair, const FAnimationVector& Direction, const FPoseMetric& Metric);

} // namespace Exemplar
