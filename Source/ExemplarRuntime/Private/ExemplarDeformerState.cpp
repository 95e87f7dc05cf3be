// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "ExemplarDeformerState.h"

#include "Components/SkinnedMeshComponent.h"
#include "Engine/SkinnedAsset.h"
#include "ExemplarConversions.h"
#include "ExemplarRenderMesh.h"

void FExemplarDeformerState::MatchBones(
	const Exemplar::FSkeletonView& Skeleton, const USkinnedAsset& Mesh, const USkinnedMeshComponent& PoseSource)
{
	Leader.Bones.Reset();
	Leader.Offsets.Reset();
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
		Leader.Bones.Add(RestBone == INDEX_NONE ? INDEX_NONE : PoseSource.GetBoneIndex(Name));
		Leader.Offsets.Add(
			BoneRest.IsValidIndex(RestBone) ? JointRest.Last().GetRelativeTransform(BoneRest[RestBone]) : FTransform());
		if (Leader.Bones.Last() == INDEX_NONE)
		{
			MissingBones.Add(Name);
		}
	}
}
