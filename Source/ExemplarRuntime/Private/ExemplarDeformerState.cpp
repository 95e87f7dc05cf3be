// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "ExemplarDeformerState.h"

#include "Components/SkinnedMeshComponent.h"
#include "Engine/SkinnedAsset.h"
#include "ExemplarConversions.h"
#include "ExemplarRenderMesh.h"

void FExemplarDeformerState::MatchBones(
	const Exemplar::FSkeletonView& Skeleton, const USkinnedAsset& Mesh, const USkinnedMeshComponent& PoseSource)
{
	Bones.Reset();
	Offsets.Reset();
	MissingBones.Reset();
	const TArray<FTransform> BoneRest = ExemplarRestOf(Mesh);
	TArray<FTransform> JointRest;
	for (size_t Joint = 0; Joint < Skeleton.JointCount(); ++Joint)
	{
		const FTransform Local = Exemplar::ToUnrealTransform(Skeleton.RestLocal[Joint]);
		const int32 Parent = Skeleton.Parents[Joint];
		JointRest.Add(Parent < 0 ? Local : Local * JointRest[Parent]);
		const FName Name = Exemplar::ToUnrealName(Skeleton.Names[Joint]);
		const int32 RestBone = Mesh.GetRefSkeleton().FindBoneIndex(Name);
		Bones.Add(RestBone == INDEX_NONE ? INDEX_NONE : PoseSource.GetBoneIndex(Name));
		Offsets.Add(
			BoneRest.IsValidIndex(RestBone) ? JointRest.Last().GetRelativeTransform(BoneRest[RestBone]) : FTransform());
		if (Bones.Last() == INDEX_NONE)
		{
			MissingBones.Add(Name);
		}
	}
}

std::vector<Exemplar::FBoneTransform> FExemplarDeformerState::LocalPose(
	const Exemplar::FSkeletonView& Skeleton, const TArray<FTransform>& ComponentSpace) const
{
	std::vector<Exemplar::FBoneTransform> Local(Skeleton.RestLocal.begin(), Skeleton.RestLocal.end());
	TArray<FTransform> Placed;
	for (int32 Joint = 0; Joint < Bones.Num(); ++Joint)
	{
		const int32 Parent = Skeleton.Parents[static_cast<size_t>(Joint)];
		if (ComponentSpace.IsValidIndex(Bones[Joint]))
		{
			Placed.Add(Offsets[Joint] * ComponentSpace[Bones[Joint]]);
			Local[static_cast<size_t>(Joint)] = Exemplar::FromUnrealTransform(
				Parent < 0 ? Placed[Joint] : Placed[Joint].GetRelativeTransform(Placed[Parent]));
		}
		else
		{
			const FTransform Rest = Exemplar::ToUnrealTransform(Local[static_cast<size_t>(Joint)]);
			Placed.Add(Parent < 0 ? Rest : Rest * Placed[Parent]);
		}
	}
	return Local;
}
