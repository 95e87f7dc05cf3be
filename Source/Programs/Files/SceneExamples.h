// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Examples/ExampleSet.h"
#include "Files/Scene.h"

#include <string>
#include <vector>

namespace Exemplar
{

/** How a file with animations is converted to examples. */
struct FSceneOptions
{
	/** Poses per second to sample, and the rate of the clips. 0 uses the file's own rate, or 30 if it has none. */
	double FramesPerSecond = 0.0;

	/** The animations to sample, by name; empty means all. */
	std::vector<std::string> Animations;

	/** Alembic: the frames to read, as in "0-9,12,20-"; empty means all. */
	std::string Frames;

	/** Alembic: the paths of the objects to read, with everything below them; empty means all. */
	std::vector<std::string> Objects;

	/** Only the skeleton and the clips are wanted: a scene without meshes is read as well, with every node at or below
	 * a moving one as a joint. */
	bool bMotions = false;

	/** Maximum number of vertices, summed over the rest and all poses (24 bytes each). */
	size_t MaxVertices = size_t{1} << 28;
};

/**
 * Poses a scene. The rest is the bind pose, in the world of the scene; an animation is sampled from its first key to
 * its last; a scene with morph targets but no animation gives one pose per target. The rig is kept as ground truth: the
 * joints are the nodes listed by skins, the animated ones above them, and those that carry meshes. Vertices are ordered
 * by instance and then as in the mesh. Throws FFailure.
 */
FSourceExamples BuildSceneExamples(const FScene& Scene, const FSceneOptions& Options, const FBuildContext& Context);

/** Appends a surface with shifted indices, except of materials, and without its positions; a mirroring transform flips
 * the polygons. Corners without UVs or normals get NoIndex. */
void AppendSurface(const FSourceMesh& In, const FAffine3d& ToWorld, FSourceMesh& Out);

/** Empties the UVs or normals of corners if no corner has any. */
void DropUnusedCorners(FSourceMesh& Mesh);

} // namespace Exemplar
