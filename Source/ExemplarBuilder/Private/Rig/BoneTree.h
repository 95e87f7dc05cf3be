// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Result.h"
#include "Rig/RigOptions.h"

namespace Exemplar
{

struct FBoneTree
{
	std::vector<int32_t> Parents; // NoParent for the root
	int32_t Root = NoParent;
	std::vector<double> Graph;       // evidence that bones a and b share a joint at [a * bones + b]; symmetric
	std::vector<FDouble3> Centroids; // per bone, in the rest, by weight and area
	size_t UnprovenEdges = 0;        // edges of the tree that no point supports: placed by distance alone
};

/**
 * Joins the bones by the maximum spanning tree of shared influence (Schaefer & Yuksel 2007, section 5): a point that
 * two bones share equally supports a joint between them, a point that one bone holds alone does not. The root is the
 * bone nearest to the centroid of the surface. Ties go to bones that are closer, then to smaller numbers.
 * Fails if forced edges close a loop or forbidden edges leave no tree.
 */
TResult<FBoneTree> BuildBoneTree(
	const FTriangleMesh& Rest, const FRigWeights& Weights, size_t BoneCount, const FBoneTreeOptions& Options);

} // namespace Exemplar
