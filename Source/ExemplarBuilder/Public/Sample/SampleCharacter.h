// Copyright (c) 2026 Exemplar contributors. MIT license.
// May change.

#pragma once

#include "Character/Character.h"
#include "Examples/ExampleSet.h"
#include "Geometry/Affine3d.h"
#include "Geometry/ClosestPoint.h"

#include <span>

namespace Exemplar
{

/** Options of the sample. The defaults give examples that linear blending reproduces exactly. */
struct FSampleOptions
{
	/** Approximate vertex count, met within ten percent. From 2000 to 200000. */
	size_t VertexCount = 8000;

	/** Muscles bulge with the pose, by displacements of the rest surface that no blend weights can reproduce. */
	bool bBulges = false;

	/** The largest random displacement of a vertex of a pose along each axis, meters. Zero for none, at most 0.1. */
	double Noise = 0.0;

	/** Also create every pose with its own triangles. */
	bool bRemeshedPoses = false;

	/** Append the frames of the walk cycle to the named poses. */
	bool bWalkFrames = false;
};

/** A pose with its own triangles and vertices, and where each vertex lies on the rest mesh. */
struct FRemeshedPose
{
	std::string Name;
	FTriangleMesh Mesh;
	std::vector<FSurfaceCoordinate> OnRest;
};

/** A procedural humanoid together with everything that the builder's methods should recover: its skeleton, its weights
 * and its poses. Poses are Source.Poses; pose k is frame k of the clip "poses" of the rig.
 */
struct FSampleCharacter
{
	/** The rest mesh with UVs, the poses, and the rig as ground truth. */
	FSourceExamples Source;

	/** The triangles of the rest mesh, as Source.Rest's polygons hold them. */
	std::vector<FTriangle> Triangles;

	/** The vertex at (-x, y, z); a vertex in the middle is its own. */
	std::vector<int32_t> MirrorVertices;

	/** From rest to pose: bone b of pose k at [k * JointCount + b]. */
	std::vector<FAffine3d> Palettes;

	/** Each pose by linear blending alone, without bulges and noise. */
	std::vector<std::vector<FDouble3>> BlendedPoses;

	/** The displacements of the rest surface in each pose; empty without bulges. */
	std::vector<std::vector<FDouble3>> RestBulges;

	/** One per pose, if requested. */
	std::vector<FRemeshedPose> RemeshedPoses;

	size_t JointCount() const { return Source.Rig->Skeleton.JointCount(); }
};

/** The names of the poses, in order; Docs/Examples.md describes them. */
EXEMPLARBUILDER_API std::vector<std::string> SamplePoseNames();

/**
 * Makes the sample. Context.Seed drives the noise and the triangles of remeshed poses and nothing else; the same
 * options and seed give the same bytes for any number of threads.
 */
EXEMPLARBUILDER_API TResult<FSampleCharacter> BuildSample(const FSampleOptions& Options, const FBuildContext& Context);

/**
 * The character that the examples were made from: the true weights as blend weights and as an animation-space skin
 * (p_j = w_j (v, 1)), clips and skeleton. Its sphere holds every pose whose hips stay where they rest. Bulges and noise
 * are not in it.
 */
EXEMPLARBUILDER_API TResult<FCharacter> BakeSample(const FSampleCharacter& Sample, const FBuildContext& Context);

} // namespace Exemplar
