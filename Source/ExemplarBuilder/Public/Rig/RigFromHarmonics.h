// Copyright (c) 2026 Exemplar contributors. MIT license.
// May change.

#pragma once

#include "Base/BuildContext.h"
#include "Base/Result.h"
#include "BuilderApi.h"
#include "Geometry/Mesh.h"
#include "Model/Rig.h"

#include <span>
#include <string>

namespace Exemplar
{

struct FHarmonicOptions
{
	/** A vertex of the first mesh near the end where the body begins, the head; -1: the middle tip that is highest. */
	int32_t Source = -1;

	/** Isovalues of the field; critical values come on top. From 20 to 2000. */
	int Levels = 200;

	/** The least persistence of a limb's end, as a share of the farthest distance from the body's center. */
	double MinPersistence = 0.06;

	/** The radius of the disks around limb ends on which the field is held, in the same unit. */
	double DiskRadius = 0.03;

	/** What a joint must gain: an error of this share of the diagonal over its whole limb, in one pose. */
	double JointCost = 0.005;

	/** Influences per vertex of the first mesh. */
	int MaxInfluences = 4;

	/** Tubes of this share of the longest way through the body may be missing in some pose. */
	double MaxCollapse = 0.1;
};

/** One mesh of the character: a pose with triangles of its own. */
struct FPoseMesh
{
	std::string Name;
	FTriangleMesh Mesh;
};

/** The skeleton of a character from poses that share neither vertices nor triangles. */
struct FHarmonicRig
{
	/** Parents, Joints, Names, the weights of the first mesh's vertices, and the motions from it to each of the others.
	 */
	FRig Rig;

	std::vector<int32_t> TipVertices; // of the first mesh, the source first
	size_t LimbCount = 0;
	size_t CutCycles = 0;           // of all poses: handles of the surface
	double Collapsed = 0.0;         // the longest tube that not all poses have, as a share of the longest way
	std::vector<std::string> Notes; // what a person should know, a sentence each
};

/**
 * Skeleton and poses from meshes of different connectivity (NTU dissertation on example meshes, chapter 3; Docs/Rig.md
 * has what was added). The first mesh is the reference. Needs at least two meshes of about the same size.
 */
EXEMPLARBUILDER_API TResult<FHarmonicRig> BuildHarmonicRig(
	std::span<const FPoseMesh> Meshes, const FHarmonicOptions& Options, const FBuildContext& Context);

} // namespace Exemplar
