// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Examples/ExampleSet.h"
#include "Files/ScenePose.h"

namespace Exemplar
{

/** A joint of the ground truth: a node and its transform when the mesh is at rest. */
struct FSceneRigJoint
{
	int32_t Node = 0;
	int32_t Parent = NoParent; // a joint
	FAffine3d Bind;            // in the world
	bool bAsInFile = false;    // the bind transform equals the node's in the file
};

/** The nodes that move vertices, and the transform from mesh space to the rest pose in the world for each instance. */
struct FSceneRig
{
	std::vector<FSceneRigJoint> Joints;            // empty if nothing moves
	std::vector<std::vector<uint32_t>> SkinJoints; // per skin: the joint of each of its entries
	std::vector<uint32_t> InstanceJoints;          // for instances without a skin: the joint that carries them
	std::vector<FAffine3d> InstanceToWorld;
};

/** Finds the joints. The rest is the pose in which the skins were bound: if the nodes differ from it, inverse bind
 * matrices take precedence, because the file's weights reproduce its motion only from the bind pose.
 */
FSceneRig BuildSceneRig(const FScene& Scene, std::span<const int32_t> Order, const FScenePose& RestPose);

/** The rig without its clips, in the terms of the character model; rows are the vertices of all instances in order. */
FSourceRig MakeSourceRig(const FScene& Scene, const FSceneRig& Rig, const FScenePose& RestPose);

/** One animation as a clip of its sampled poses. */
FClipData MakeClip(const FScene& Scene, const FSceneRig& Rig, const FSourceRig& Source, const std::string& Name,
	double FramesPerSecond, std::span<const FScenePose> Poses);

} // namespace Exemplar
