// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Files/Scene.h"

#include <span>
#include <vector>

namespace Exemplar
{

/** The matrix of a transform: scale, then rotate, then translate. */
FAffine3d ToAffine3d(const FSceneTransform& Transform);

/** Scale, rotation and translation of a matrix; any shear is lost. */
FSceneTransform Decompose(const FAffine3d& Matrix);

/** The inverse; throws FFailure about What if there is none. */
FAffine3d InvertAffine(const FAffine3d& Matrix, const std::string& What);

/** The nodes with every parent before its children, and siblings in the file's order. */
std::vector<int32_t> SortByDepth(const std::vector<FSceneNode>& Nodes);

/** The value of a channel at a time, clamped to the first and last key. */
void SampleChannel(const FSceneChannel& Channel, double Time, std::span<double> Out);

/** The scene at a time of an animation, or as stored in the file without one. */
FScenePose PoseScene(
	const FScene& Scene, std::span<const int32_t> Order, const FSceneAnimation* Animation, double Time);

/** The vertices of an instance in the world, appended to Out. */
void AppendPosedVertices(const FScene& Scene, const FSceneInstance& Instance, const FScenePose& Pose,
	std::span<const double> MorphWeights, std::vector<FDouble3>& Out);

/** The vertices of a mesh in its own space with morph targets applied. */
std::vector<FDouble3> MorphVertices(const FSceneMesh& Mesh, std::span<const double> MorphWeights);

} // namespace Exemplar
