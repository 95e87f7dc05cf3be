// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Animation/MeshDeformer.h"
#include "Animation/MeshDeformerInstance.h"
#include "Components/MeshComponent.h"
#include "Engine/SkinnedAsset.h"

class FSkeletalMeshObject;

enum class EVisibilityBasedAnimTickOption : uint8
{
	AlwaysTickPoseAndRefreshBones,
	AlwaysTickPose,
	OnlyTickPoseWhenRendered
};

/** Bones and where they are, which the host poses by hand, and a mesh that follows them. */
class HOST_API USkinnedMeshComponent : public UMeshComponent
{
public:
	static UClass* StaticClass();
	USkinnedMeshComponent();
	int32 GetBoneIndex(FName BoneName) const;
	/** Of a hidden component, and of one that follows another, they are what they were. */
	const TArray<FTransform>& GetComponentSpaceTransforms() const
	{
		return LeaderPoseComponent.Get() || IsStale() ? HostStaleBones : HostBones;
	}
	EVisibilityBasedAnimTickOption VisibilityBasedAnimTickOption = EVisibilityBasedAnimTickOption::AlwaysTickPose;
	bool bHostHidden = false;
	TArray<FTransform> HostStaleBones; // what a component has that does not refresh
	USkinnedAsset* GetSkinnedAsset() const { return HostAsset; }
	void SetMeshDeformer(UMeshDeformer* InMeshDeformer);
	UMeshDeformerInstance* GetMeshDeformerInstanceForLOD(int32) const { return HostDeformerInstance; }
	int32 GetPredictedLODLevel() const { return HostLOD; }
	TWeakObjectPtr<USkinnedMeshComponent> LeaderPoseComponent;
	FSkeletalMeshObject* MeshObject = nullptr;

	void TickComponent(float, ELevelTick, FActorComponentTickFunction*) override;
	FPrimitiveSceneProxy* CreateSceneProxy() override;
	void BeginDestroy() override;

	/** The settings that a deformer's instance is made with; made by the deformer where there are none. */
	UMeshDeformerInstanceSettings* HostSettings = nullptr;
	void HostSetAsset(USkinnedAsset* Asset);
	TArray<FName> HostBoneNames; // of a component without a mesh
	TArray<FTransform> HostBones;
	int32 HostLOD = 0;
	/** What the deformer's instance is asked for besides updates. */
	UMeshDeformerInstance::FEnqueueWorkDesc HostWork(UMeshDeformerInstance::EWorkLoad WorkLoad) const;

protected:
	void CreateRenderState_Concurrent(FRegisterComponentContext* Context) override;
	void SendRenderDynamicData_Concurrent() override;
	void DestroyRenderState_Concurrent() override;

private:
	bool IsStale() const
	{
		return bHostHidden &&
			VisibilityBasedAnimTickOption != EVisibilityBasedAnimTickOption::AlwaysTickPoseAndRefreshBones;
	}
	USkinnedAsset* HostAsset = nullptr;
	UMeshDeformer* HostDeformer = nullptr;
	UMeshDeformerInstance* HostDeformerInstance = nullptr;
};
