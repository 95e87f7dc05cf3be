// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Rig/BoneTree.h"
#include "Rig/ConnectedFit.h"
#include "Rig/DependentBones.h"
#include "Rig/FaceClustering.h"
#include "Rig/Joints.h"
#include "Rig/Refinement.h"

namespace Exemplar
{

struct FRigOptions
{
	/** How many bones, or how the number is chosen. */
	FFaceClusteringOptions Clusters;

	/** Influences, effort, affine bones, candidate bones, smoothness. BoneCount comes from Clusters. */
	FRefineOptions Refine;

	/** Off stops where Schaefer & Yuksel 2007 do: clusters, their motions, weights, locality. */
	bool bRefine = true;

	FBoneTreeOptions Tree;

	/** Remove bones that their neighbors predict to within this, % of the rest diagonal; 0 removes none. */
	double DependentTolerance = 0.0;

	/** Make clusters, weights, tree and joints symmetric; fails where the rest mesh is not, to within SymmetryTolerance
	 * (% of the diagonal). Bones stay where the clusters are: refinement improves, but does not exchange them. */
	bool bSymmetric = false;
	double SymmetryTolerance = 1.0;

	/** Let bones meet at their joints in every example instead of floating freely: motions, joints and weights in turn,
	 * Refine.Effort says for how long, from the clusters and, unless Fast, from refined bones as well. */
	bool bConnected = false;
	FConnectedFitOptions Connected;
};

struct FRigResult
{
	FRig Rig;
	std::vector<FJointFit> Joints;       // of Rig's bones
	std::vector<double> ErrorCurve;      // of rigid clusters by their number, FFaceClusters::ErrorCurve
	std::vector<FDependentBone> Removed; // in the numbering before
	std::vector<uint16_t> MirrorImages;  // with bSymmetric: of bones, the bone on the other side; itself on the plane
	size_t UnprovenEdges = 0;            // edges of the tree that no point speaks for
};

/**
 * A whole rig from examples alone: clusters of faces that move alike (how many bones), refinement (motions and
 * weights), the tree and the joints (Schaefer & Yuksel 2007; Docs/Rig.md). Every step leaves its figures in
 * the rig.
 */
EXEMPLARBUILDER_API TResult<FRigResult> BuildRig(
	const FExampleSet& Examples, const FRigOptions& Options, const FBuildContext& Context);

/** Tree, root, joints and face labels for a rig that has motions and weights. */
EXEMPLARBUILDER_API TResult<std::vector<FJointFit>> BuildSkeleton(
	const FTriangleMesh& Rest, const FBoneTreeOptions& Options, FRig& Rig, size_t* UnprovenEdges = nullptr);

} // namespace Exemplar
