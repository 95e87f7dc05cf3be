// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "ExemplarLeaderPose.h"

#include "Components/SkinnedMeshComponent.h"
#include "Engine/SkinnedAsset.h"
#include "ExemplarConversions.h"
#include "ExemplarRenderMesh.h"
#include "ReferenceSkeleton.h"

USkinnedMeshComponent* ExemplarPoseSourceOf(USkinnedMeshComponent* Leader)
{
	// Followers have no pose of their own. A ring of them is somebody's mistake, and has an end here.
	for (int32 Step = 0; Leader && Step < 8; ++Step)
	{
		USkinnedMeshComponent* Next = Leader->LeaderPoseComponent.Get();
		if (!Next)
		{
			break;
		}
		Leader = Next;
	}
	return Leader;
}

void FExemplarLeaderBones::Reset()
{
	Pose = Exemplar::FBonePose();
	Missing.Reset();
}

void FExemplarLeaderBones::Match(const TArray<FName>& JointNames, const Exemplar::FRestPose& Rest,
	const USkinnedAsset* Mesh, const USkinnedMeshComponent& PoseSource)
{
	Missing.Reset();
	const TArray<FTransform> MeshRest = Mesh ? ExemplarRestOf(*Mesh) : TArray<FTransform>();
	std::vector<int32_t> BoneOfJoint;
	std::vector<Exemplar::FAffine> BoneRest;
	for (int32 Joint = 0; Joint < JointNames.Num(); ++Joint)
	{
		const int32 Bone = PoseSource.GetBoneIndex(JointNames[Joint]);
		const int32 RestBone = Mesh ? Mesh->GetRefSkeleton().FindBoneIndex(JointNames[Joint]) : Bone;
		const bool bFound = Bone != INDEX_NONE && RestBone != INDEX_NONE;
		BoneOfJoint.push_back(bFound ? Bone : Exemplar::FBonePose::NoBone);
		if (!bFound)
		{
			Missing.Add(JointNames[Joint]);
			continue;
		}
		BoneRest.resize(FMath::Max(BoneRest.size(), static_cast<size_t>(Bone) + 1));
		BoneRest[static_cast<size_t>(Bone)] = MeshRest.IsValidIndex(RestBone)
			? Exemplar::ToAffine(Exemplar::ToCoreTransform(MeshRest[RestBone]))
			: Rest.Model[static_cast<size_t>(Joint)];
	}
	Pose.Match(Rest, BoneOfJoint, BoneRest);
}

void FExemplarLeaderBones::Follow(const TArray<FTransform>& ComponentSpace, std::span<Exemplar::FBoneTransform> Local)
{
	Frames.clear();
	for (const FTransform& Bone : ComponentSpace)
	{
		Frames.push_back(Exemplar::ToAffine(Exemplar::ToCoreTransform(Bone)));
	}
	Pose.Run(Frames, Local);
}
