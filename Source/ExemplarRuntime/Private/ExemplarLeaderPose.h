// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "CoreMinimal.h"
#include "Posing/BonePose.h"
#include "UObject/WeakObjectPtr.h"

class USkinnedAsset;
class USkinnedMeshComponent;

/** The component whose bones a component follows: its leader's, as far as that follows others. Null for null. */
USkinnedMeshComponent* ExemplarPoseSourceOf(USkinnedMeshComponent* Leader);

/** The bones of a skinned mesh that a character's joints follow, by name. The axes and the space of both may differ. */
struct FExemplarLeaderBones
{
	TArray<FName> Missing; // joints without a bone

	/**
	 * Matches joints to the bones of the component that has the pose. Mesh has their rest pose; without one, bones are
	 * taken for the joints themselves.
	 */
	void Match(const TArray<FName>& JointNames, const Exemplar::FRestPose& Rest, const USkinnedAsset* Mesh,
		const USkinnedMeshComponent& PoseSource);
	void Reset();

	/** Sets the local transforms of joints whose bone there is, from the component-space transforms of the bones. */
	void Follow(const TArray<FTransform>& ComponentSpace, std::span<Exemplar::FBoneTransform> Local);

	bool IsMatched() const { return Pose.IsMatched(); }

private:
	Exemplar::FBonePose Pose;
	std::vector<Exemplar::FAffine> Frames; // scratch
};
