// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Examples/ExampleSet.h"
#include "Files/ScenePose.h"

namespace Exemplar
{

/** A joint of the ground truth: a node, and where it stands when the mesh is at rest. */
struct FSceneRigJoint
{
	int32_t Node = 0;
	int32_t Parent = NoParent; // a joint
	FAffine3d Bind;            // in the world
	bool bAsInFile = false;    // bound where its node stands in the file
};

/** Which nodes move vertices, and which transform brings each instance from mesh space to its rest in the world. */
struct FSceneRig
{
	std::vector<FSceneRigJoint> Joints;            // empty where no node moves anything
	std::vector<std::vector<uint32_t>> SkinJoints; // of each skin: the joint of each of its entries
	std::vector<uint32_t> InstanceJoints;          // of instances without a skin: the joint that carries them
	std::vector<FAffine3d> InstanceToWorld;
};

/**
 * Finds the joints. The rest is the pose in which the skins were bound: where the nodes stand otherwise, inverse bind
 * matrices win, because only from the bind pose do the file's weights reproduce the file's motion.
 */
FSceneRig BuildSceneRig(const FScene& Scene, std::span<const int32_t> Order, const FScenePose& RestPose);

/** The rig without its clips, in the terms of the character model; rows are the vertices of all instances in order. */
FSourceRig MakeSourceRig(const FScene& Scene, const FSceneRig& Rig, const FScenePose& RestPose);

/** One animation as a clip: the poses are those that the animation was sampled at. */
FClipData MakeClip(const FScene& Scene, const FSceneRig& Rig, const FSourceRig& Source, const std::string& Name,
	double FramesPerSecond, std::span<const FScenePose> Poses);

} // namespace Exemplar
