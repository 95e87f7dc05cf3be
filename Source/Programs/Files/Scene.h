// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Examples/ExampleSet.h"
#include "Geometry/Affine3d.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace Exemplar
{

/** The contents of a file with nodes, skins and animations, before conversion to examples. Both the glTF and the assimp
 * reader produce it, so that sampling and the ground-truth rig are implemented once. Readers must check every index: a
 * parent is NoParent or a node, and parents form no cycles.
 */
struct FSceneTransform
{
	FDouble3 Translation;
	std::array<double, 4> Rotation{0.0, 0.0, 0.0, 1.0}; // unit quaternion, scalar last
	FDouble3 Scale{1.0, 1.0, 1.0};
};

struct FSceneNode
{
	std::string Name;
	int32_t Parent = NoParent;
	FSceneTransform Transform;
	std::optional<FAffine3d> Matrix; // if the file gives a matrix; Transform is its decomposition
};

struct FSceneMorphTarget
{
	std::string Name;
	std::vector<FDouble3> Deltas; // one per vertex
};

/** A mesh in its own space. Polygon materials index the scene's materials; Surface.Materials stays empty. */
struct FSceneMesh
{
	std::string Name;
	FSourceMesh Surface;
	std::vector<FSceneMorphTarget> Targets;
	TBlendWeights<FOwned> Influences; // Bones index the joints of the instance's skin; empty if not skinned
};

struct FSceneSkin
{
	std::vector<int32_t> Joints; // nodes
	std::vector<FAffine3d> InverseBind;
};

/** A node that shows a mesh. */
struct FSceneInstance
{
	int32_t Node = 0;
	uint32_t Mesh = 0;
	int32_t Skin = -1;
	std::vector<double> MorphWeights; // one per target of the mesh
};

enum class EScenePath
{
	Translation,
	Rotation,
	Scale,
	MorphWeights
};

enum class ESceneInterpolation
{
	Step,
	Linear,
	Cubic // Hermite; every key is in-tangent, value, out-tangent
};

/** Keys of one property of one node, by strictly increasing time in seconds. */
struct FSceneChannel
{
	int32_t Node = 0;
	EScenePath Path = EScenePath::Translation;
	ESceneInterpolation Interpolation = ESceneInterpolation::Linear;
	size_t Width = 3; // numbers per value
	std::vector<double> Times;
	std::vector<double> Values;
};

struct FSceneAnimation
{
	std::string Name;
	double FramesPerSecond = 0.0; // if the file specifies it
	std::vector<FSceneChannel> Channels;
};

struct FScene
{
	std::string Name;
	std::vector<FSceneNode> Nodes;
	std::vector<FSceneMesh> Meshes;
	std::vector<FSceneSkin> Skins;
	std::vector<FSceneInstance> Instances;
	std::vector<FSceneAnimation> Animations;
	std::vector<TMaterialSlot<FOwned>> Materials;
};

} // namespace Exemplar
