// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Rig/BuildRig.h"
#include "Rig/Shape/TemplateFit.h"
#include "Rig/Shape/VoxelGrid.h"

namespace Exemplar
{

/**
 * A rig from the rest mesh alone: its volume as voxels, thinned to curves, a template's joints on them, and weights by
 * shape. With a given skeleton, only weights. Where the examples have poses, the bones follow them as far as the
 * weights allow; `exemplar skin` then improves joints and weights.
 */
TResult<FRigResult> BuildRigFromShape(
	const FExampleSet& Examples, const FRigOptions& Options, const FBuildContext& Context);

/** The skeleton of a mesh, and how it was found. */
struct FFoundSkeleton
{
	FShapeSkeleton Skeleton;
	FVoxelSolid Solid;
	FCurveSkeleton Curves;
	std::string Template; // the template's name, or none
	double Cost = 0.0;    // of the match with the template
	std::string Notes;    // what was unusual, for people
};

TResult<FFoundSkeleton> FindSkeleton(
	const FExampleSet& Examples, const FShapeRigOptions& Options, const FBuildContext& Context);

} // namespace Exemplar
