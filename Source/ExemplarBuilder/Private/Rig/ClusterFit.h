// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/BuildContext.h"
#include "Fit/RigidError.h"
#include "Geometry/FaceGraph.h"

#include <span>
#include <vector>

namespace Exemplar
{

/** The rigid error functions of clusters, cluster c in pose k at [c * poses + k], summed over their faces in order. */
std::vector<FRigidError> SumClusters(const FTriangleMesh& Rest, std::span<const std::vector<FDouble3>> Poses,
	const std::vector<uint16_t>& Labels, size_t ClusterCount, IExecutor& Executor);

/**
 * Lloyd's iteration (Schaefer & Yuksel 2007 mention it): each cluster keeps the face that its motion explains best and
 * all regrow from there over the graph, nearest error first, so that clusters stay connected and none is lost.
 * Stops when a round no longer lowers the total error. Returns the rounds that helped.
 */
int RegrowClusters(const FTriangleMesh& Rest, std::span<const std::vector<FDouble3>> Poses, const FFacePairs& Graph,
	std::vector<uint16_t>& Labels, size_t ClusterCount, int MaxRounds, const FBuildContext& Context);

} // namespace Exemplar
