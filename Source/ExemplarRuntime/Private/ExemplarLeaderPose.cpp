// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "ExemplarLeaderPose.h"

#include "Components/SkinnedMeshComponent.h"
#include "Engine/SkinnedAsset.h"
#include "ExemplarConversions.h"
#include "ExemplarLog.h"
#include "ExemplarRenderMesh.h"
#include "ReferenceSkeleton.h"
#include "UObject/Object.h"

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

TArray<FName> ExemplarMatchBones(const Exemplar::FPosableCharacter& Character, const USkinnedAsset* Mesh,
	const USkinnedMeshComponent& PoseSource, Exemplar::FBonePose& Out)
{
	const Exemplar::FRestPose& Rest = Character.Poser->GetRest();
	const TArray<FTransform> MeshRest = Mesh ? ExemplarRestOf(*Mesh) : TArray<FTransform>();
	TArray<FName> Missing;
	std::vector<int32_t> BoneOfJoint;
	std::vector<Exemplar::FAffine> BoneRest;
	for (size_t Joint = 0; Joint < Rest.JointCount(); ++Joint)
	{
		const FName Name = Exemplar::ToUnrealName(Character.View().Skeleton.Names[Joint]);
		const int32 Bone = PoseSource.GetBoneIndex(Name);
		const int32 RestBone = Mesh ? Mesh->GetRefSkeleton().FindBoneIndex(Name) : Bone;
		const bool bFound = Bone != INDEX_NONE && RestBone != INDEX_NONE;
		BoneOfJoint.push_back(bFound ? Bone : Exemplar::FBonePose::NoBone);
		if (!bFound)
		{
			Missing.Add(Name);
			continue;
		}
		BoneRest.resize(FMath::Max(BoneRest.size(), static_cast<size_t>(Bone) + 1));
		BoneRest[static_cast<size_t>(Bone)] = MeshRest.IsValidIndex(RestBone)
			? Exemplar::ToAffine(Exemplar::ToCoreTransform(MeshRest[RestBone]))
			: Rest.Model[Joint];
	}
	Out.Match(Rest, BoneOfJoint, BoneRest);
	return Missing;
}

void ExemplarReportMissingBones(const UObject& Owner, const UObject& Bones, const TArray<FName>& Missing)
{
	FString Names;
	for (const FName& Name : Missing)
	{
		Names += (Names.IsEmpty() ? FString() : FString(TEXT(", "))) + Name.ToString();
	}
	if (!Missing.IsEmpty())
	{
		UE_LOG(LogExemplar, Warning,
			TEXT("%s: %s is missing %d of the character's bones, which keep their rest pose: %s."),
			*Owner.GetPathName(), *Bones.GetPathName(), Missing.Num(), *Names);
	}
}

void ExemplarReadBones(const TArray<FTransform>& ComponentSpace, std::vector<Exemplar::FAffine>& Out)
{
	Out.clear();
	for (const FTransform& Bone : ComponentSpace)
	{
		Out.push_back(Exemplar::ToAffine(Exemplar::ToCoreTransform(Bone)));
	}
}
