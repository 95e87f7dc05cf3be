// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Api.h"
#include "Base/Basis.h"
#include "Pose/RestPose.h"

#include <span>
#include <vector>

namespace Exemplar
{

/** Splits a matrix without shear into rotation, translation and scale. */
EXEMPLARCORE_API FBoneTransform ToBoneTransform(const FAffine& M);

/** The 23 rotations that map axes to axes and change something. */
EXEMPLARCORE_API std::span<const FBasis> GetAxisTurns();

/**
 * The turn and scale from the character's space to the bones' under which rest joints and rest bones agree best: one of
 * the 24 rotations that map axes to axes. Importers differ in the axis that a character faces, and in units. The
 * spaces' handedness is the same. Among turns that agree equally well, the one that changes nothing comes first: a
 * chain of joints on one line has no other answer.
 */
EXEMPLARCORE_API FBasis FindBoneBasis(std::span<const FFloat3> Joints, std::span<const FFloat3> Bones);

/**
 * Poses a character by the bones of another skeleton, which has some of its joints by name. Axes of bones may differ
 * from those of joints, and so may the space: only the movement from rest counts.
 */
class FBonePose
{
public:
	static constexpr int32_t NoBone = -1;

	/**
	 * Rest is the character's. BoneOfJoint has a bone or NoBone for each joint. BoneRest is where bones are at rest, to
	 * the bones' common space.
	 */
	EXEMPLARCORE_API void Match(
		const FRestPose& Rest, std::span<const int32_t> BoneOfJoint, std::span<const FAffine> BoneRest);

	/**
	 * Sets Local of every joint that has a bone, from where bones are now. Other joints keep what they have. Local may
	 * be shorter: then the first joints alone. Allocates nothing after the first time.
	 */
	EXEMPLARCORE_API void Run(std::span<const FAffine> Bones, std::span<FBoneTransform> Local);

	bool IsMatched() const { return !BoneOfJoint.empty(); }
	const FBasis& GetBasis() const { return Basis; }

private:
	std::vector<int32_t> BoneOfJoint, Parents;
	std::vector<FAffine> Offsets; // a joint at rest, as its bone at rest sees it
	std::vector<FAffine> Placed;  // scratch: joints in the character's space
	FBasis Basis;                 // character's space to the bones'
	FAffine FromBones;            // the inverse
};

} // namespace Exemplar
