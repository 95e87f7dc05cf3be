// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Examples/ExampleSet.h"
#include "Files/Scene.h"

#include <string>
#include <vector>

namespace Exemplar
{

/** How a file with animations becomes examples. */
struct FSceneOptions
{
	/** Poses a second of every animation, and the rate of the clips that are kept. 0: what the file says, else 30. */
	double FramesPerSecond = 0.0;

	/** The animations to sample, by name; empty means all. */
	std::vector<std::string> Animations;

	/** Refuse what would take more vertices, summed over the rest and all poses (24 bytes each). */
	size_t MaxVertices = size_t{1} << 28;
};

/**
 * Poses a scene. The rest is the bind pose, in the world of the scene; an animation is sampled from its first key to
 * its last; a scene with morph targets but no animation gives one pose a target. What moved the vertices is kept as the
 * ground truth: the joints are the nodes that skins name, the animated ones above them, and those that carry meshes.
 * Vertices stand in the order of instances and, within, in the order of the mesh. Throws FFailure.
 */
FSourceExamples BuildSceneExamples(const FScene& Scene, const FSceneOptions& Options, const FBuildContext& Context);

} // namespace Exemplar
