// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/BuildContext.h"
#include "Geometry/FaceGraph.h"
#include "Rig/FaceClustering.h"
#include "Rig/RigidErrorArray.h"

#include <optional>

namespace Exemplar
{

/** The result of merging everything: a binary tree over faces in the order of its making. */
struct FMergeTree
{
	std::vector<FClusterMerge> Merges;
	size_t EvaluationCount = 0;
	size_t ByteCount = 0;
};

/**
 * Merges clusters along Graph until one per component is left, always the pair with the least error of its union, ties
 * by smaller merged area, then by names. Errors holds one set per face and is consumed. The queue is lazy: a key that
 * may have grown is looked at again only when it comes out first. That is exact because the error of a union is never
 * less than that of a part, and neither are the other members of the order. Empty if canceled.
 */
std::optional<FMergeTree> MergeClusters(
	FRigidErrorArray& Errors, size_t FaceCount, const FFacePairs& Graph, const FBuildContext& Context);

/** Labels after all merges but the last ClusterCount - 1; clusters are numbered by their first face. */
std::vector<uint16_t> CutMergeTree(const std::vector<FClusterMerge>& Merges, size_t FaceCount, size_t ClusterCount);

} // namespace Exemplar
