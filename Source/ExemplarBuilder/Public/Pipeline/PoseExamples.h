// Copyright (c) 2026 Exemplar contributors. MIT license.
// May change.

#pragma once

#include "Bake/Bake.h"

namespace Exemplar
{

struct FPoseExamplesOptions
{
	/** Take the twist about a bone from its skin; off leaves the rotation of shortest arc. */
	bool bTwist = true;

	/** Take bone lengths from the examples; off keeps every scale at one. */
	bool bScale = true;

	/** Angles as R = Rz Ry Rx, as Maya's xyz has it; off: R = Rx Ry Rz. */
	bool bZyx = false;

	std::string ClipName = "poses";
	float FramesPerSecond = 30.0f;
};

/** A joint in one example, relative to its parent; rest frames are aligned with the character's axes. */
struct FJointPose
{
	FDouble3 Position;       // of the joint in the character, meters
	FDouble3 Angles;         // about x, y and z, unwrapped along the examples, radians
	double Twist = 0.0;      // the part of the rotation about the bone, radians
	double Scale = 1.0;      // length of the bone over its rest length
	bool bTwistSeen = false; // the skin shows the twist
	bool bFromSkin = false;  // the distances to the skin around it placed the joint; otherwise the bone that carries it
	double Residual = 0.0;   // of the placement
};

struct FPosedExamples
{
	FClipData Clip;                             // on the character's skeleton, one frame per example
	std::vector<std::vector<FJointPose>> Poses; // by example, then by joint
	std::vector<FDouble3> RootTranslations;     // by example, meters
	std::vector<std::string> Warnings;
};

/**
 * Examples of a character's mesh as poses of its skeleton: joint positions from the skin around them, then angles,
 * twists and lengths (NTU dissertation on example meshes, chapter 4). Fails where the examples are of another mesh.
 */
EXEMPLARBUILDER_API TResult<FPosedExamples> PoseExamples(const FCharacterParts& Parts, const FExampleSet& Examples,
	const FPoseExamplesOptions& Options, const FBuildContext& Context);

} // namespace Exemplar
