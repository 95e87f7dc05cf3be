// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Result.h"
#include "Examples/ExampleSet.h"
#include "Geometry/Affine3d.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace Exemplar
{

/** The contents of a file with nodes, skins and animations, before conversion to examples. Both the glTF and the FBX
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

/** When an animation plays, and what it moves. */
struct FSceneSpan
{
	double First = 0.0; // seconds
	double Last = 0.0;
	std::vector<int32_t> MovingNodes;
};

struct FSceneAnimation
{
	std::string Name;
	double FramesPerSecond = 0.0;        // if the file specifies it
	std::optional<FSceneSpan> Span;      // empty if it has no keys
	std::vector<FSceneChannel> Channels; // unless the scene has an evaluator
};

/** The transforms of a scene's nodes at one time. */
struct FScenePose
{
	std::vector<FAffine3d> Local;
	std::vector<FAffine3d> World;
	std::vector<std::vector<double>> MorphWeights; // one array per instance

	std::vector<double> Scalars; // of FScene::Scalars, by an evaluator

	/** Per instance, the vertices in the world, if the format has deformations that FScene cannot express. */
	std::vector<std::vector<FDouble3>> Vertices;
};

/** Poses a scene by the rules of its format, where they go beyond keys per node. Safe to call from several threads. */
class ISceneEvaluator
{
public:
	virtual ~ISceneEvaluator() = default;

	/** The scene at a time of an animation (an index), with Vertices. */
	virtual TResult<FScenePose> Pose(size_t Animation, double Time) const = 0;
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
	std::shared_ptr<const ISceneEvaluator> Evaluator; // optional
	std::vector<std::string> Scalars; // names of the numbers that an evaluator animates; otherwise morph weights are
	std::vector<std::string> Unused;  // see FSourceExamples
};

/** The span of keys, for readers that fill channels; empty without channels. */
std::optional<FSceneSpan> SpanOfChannels(const std::vector<FSceneChannel>& Channels);

} // namespace Exemplar
