// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "ExemplarLeaderPose.h"

#include "ExemplarConversions.h"

void FExemplarLeaderBones::Follow(const TArray<FTransform>& ComponentSpace, std::span<const int32_t> Parents,
	std::span<Exemplar::FBoneTransform> Local)
{
	Placed.Reset();
	for (int32 Joint = 0; Joint < Bones.Num(); ++Joint)
	{
		Exemplar::FBoneTransform& Bone = Local[static_cast<size_t>(Joint)];
		const int32 Parent = Parents[static_cast<size_t>(Joint)];
		if (ComponentSpace.IsValidIndex(Bones[Joint]))
		{
			const FTransform& Leader = ComponentSpace[Bones[Joint]];
			Placed.Add(Offsets.IsEmpty() ? Leader : Offsets[Joint] * Leader);
			Bone = Exemplar::ToCoreTransform(
				Parent < 0 ? Placed[Joint] : Placed[Joint].GetRelativeTransform(Placed[Parent]));
		}
		else
		{
			const FTransform Rest = Exemplar::FromCoreTransform(Bone);
			Placed.Add(Parent < 0 ? Rest : Rest * Placed[Parent]);
		}
	}
}
