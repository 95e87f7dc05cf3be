// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Rig/BoneTree.h"
#include "Rig/BuildRig.h"

namespace Exemplar
{

/** What joins the bones of a rig: its tree and the joint of each bone with its parent. */
struct FSkeletonFit
{
	FBoneTree Tree;
	std::vector<FJointFit> Joints; // per bone
	FStageFigures Figures;
};

/** Tree, root and joints for a rig that has motions and weights. */
TResult<FSkeletonFit> FitSkeleton(const FTriangleMesh& Rest, const FBoneTreeOptions& Options, const FRig& Rig);

} // namespace Exemplar
