// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Result.h"
#include "BuilderApi.h"
#include "Model/Rig.h"

#include <utility>

namespace Exemplar
{

struct FBoneTreeOptions
{
	std::vector<std::pair<int32_t, int32_t>> ForcedEdges;    // pairs of bones that must be joined
	std::vector<std::pair<int32_t, int32_t>> ForbiddenEdges; // pairs that must not
	int32_t Root = NoParent;                                 // NoParent: chosen

	/** Of bones, the bone on the other side, itself on the plane: edges are taken together with their mirror images,
	 * and the root lies on the plane, as far as that gives a tree. Empty: no symmetry. */
	std::vector<uint16_t> MirrorImages;

	/** Count a point by the area around it instead of by one, for meshes of uneven density. */
	bool bAreaWeighted = true;
};

struct FBoneTree
{
	std::vector<int32_t> Parents; // NoParent for the root
	int32_t Root = NoParent;
	std::vector<double> Graph;       // evidence that bones a and b share a joint at [a * bones + b]; symmetric
	std::vector<FDouble3> Centroids; // of bones in the rest, by weight and area
	size_t UnprovenEdges = 0;        // edges of the tree for which no point spoke: placed by distance alone
};

/**
 * Joins the bones by the maximum spanning tree of shared influence (Schaefer & Yuksel 2007, section 5): a point that
 * two bones hold half and half speaks for a joint between them, one that a bone holds alone does not. The root is the
 * bone nearest to the centroid of the surface. Ties go to bones that are closer, then to smaller numbers.
 * Fails where forced edges close a loop or forbidden ones leave no tree.
 */
EXEMPLARBUILDER_API TResult<FBoneTree> BuildBoneTree(
	const FTriangleMesh& Rest, const FRigWeights& Weights, size_t BoneCount, const FBoneTreeOptions& Options);

} // namespace Exemplar
