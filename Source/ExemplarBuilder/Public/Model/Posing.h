// Copyright (c) 2026 Exemplar contributors. MIT license.
// May change: posing of a rig, for reports and tests.

#pragma once

#include "BuilderApi.h"
#include "Model/Rig.h"

#include <span>

namespace Exemplar
{

/** Parents before children: the root first, then by rising distance from it, then by number. */
EXEMPLARBUILDER_API std::vector<int32_t> SortParentsFirst(const std::vector<int32_t>& Parents);

/** The same rig with its bones sorted so that parents come first; Order[i] is the bone that becomes bone i. */
EXEMPLARBUILDER_API FRig SortBones(const FRig& Rig, std::span<const int32_t> Order);

/** A pose of a skeleton: rotations about the joints, relative to rest, and the translation of the root. */
struct FRigPose
{
	std::vector<FAffine3d> Rotations; // per bone, about its joint; no translation
	FDouble3 RootTranslation;
};

/** Motions of all bones from rest (forward kinematics): G_j = G_parent Trans(x_j) Rot(D_j) Trans(-x_j). */
EXEMPLARBUILDER_API std::vector<FAffine3d> PoseBones(const FRig& Rig, const FRigPose& Pose);

/** An example as a pose of the skeleton: rotations of bones relative to their parents. Exact once joints are snapped.
 */
EXEMPLARBUILDER_API FRigPose ReadRigPose(const FRig& Rig, size_t Pose);

/** The rig with the bones of every example moved, from the root outward, so that they meet at the joints. Keeps
 * rotations. */
EXEMPLARBUILDER_API FRig SnapToJoints(FRig Rig);

/** The motion with the same linear part that takes the rest point Point to Image. */
EXEMPLARBUILDER_API FAffine3d WithFixedPoint(const FAffine3d& Motion, const FDouble3& Point, const FDouble3& Image);

/** Linear blend skinning of the points: sum_j w_j (M_j p). Motions has one entry per bone. */
EXEMPLARBUILDER_API std::vector<FDouble3> BlendPoints(
	std::span<const FDouble3> Rest, const FRigWeights& Weights, std::span<const FAffine3d> Motions);

/** Example Pose as the rig reproduces it. */
EXEMPLARBUILDER_API std::vector<FDouble3> ReconstructPose(const FRig& Rig, std::span<const FDouble3> Rest, size_t Pose);

} // namespace Exemplar
