// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Examples/ExampleSet.h"
#include "Rig/EulerAngles.h"
#include "Rig/JointSkin.h"

namespace Exemplar
{

/** What determined the position of a joint in a pose. */
enum class EJointEvidence
{
	Skin, // the distances to the skin around it
	Bone  // the rigid motion of the bone that carries it: joints without enough skin of their own, such as roots
};

struct FJointParameters
{
	FDouble3 Position;
	EJointEvidence Evidence = EJointEvidence::Bone;
	double Residual = 0.0; // of LocateJoint; zero with evidence Bone

	FAffine3d Rotation;      // relative to the parent; rest frames are aligned with the world
	FDouble3 Angles;         // Rotation as Euler angles, unwrapped along the poses, radians
	double Scale = 1.0;      // length of the bone over its rest length; not inherited by children
	double Twist = 0.0;      // the part of the rotation about the bone that joint positions cannot show, radians
	bool bTwistSeen = false; // false if the bone has no skin of its own that shows it
};

struct FPoseParameters
{
	FDouble3 RootTranslation;
	std::vector<FJointParameters> Joints;
};

/** Positions of the joints of a rig in every example, and the angles and scales that produce them. */
struct FPoseFit
{
	FJointSkin Skin;
	std::vector<FPoseParameters> Poses;

	/** Rest to pose, as FRig::Transforms has them: v -> p_j' + s_j G_j (v - p_j). */
	std::vector<FAffine3d> Transforms;

	std::vector<std::string> Warnings;
	FStageFigures Figures;
};

struct FPoseFitOptions
{
	FJointSkinOptions Skin;
	EEulerOrder Order = EEulerOrder::XYZ;

	/** Take the twist about a bone from its skin; off leaves the rotation of shortest arc. */
	bool bTwist = true;

	/** Take bone lengths from the pose; off keeps every scale at one. */
	bool bScale = true;

	/** FJointPosition::Residual from which other starting values are tried. */
	double AcceptableResidual = 0.1;
};

/**
 * Pose parameters of every example for a given tree, joints and weights (NTU dissertation on example meshes, chapter
 * 4). Rig needs Weights, Parents and Joints, in the space of the examples; its Transforms are not read.
 */
TResult<FPoseFit> FitPoses(
	const FExampleSet& Examples, const FRig& Rig, const FPoseFitOptions& Options, const FBuildContext& Context);

} // namespace Exemplar
