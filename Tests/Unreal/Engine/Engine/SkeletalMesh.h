// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Engine/SkinnedAsset.h"
#include "Engine/SkinnedAssetCommon.h"

struct FMeshDescription;
class FSkeletalMeshModel;
class USkeleton;

/** The host's are made by hand; they stay until no component draws them. */
class HOST_API USkeletalMesh : public USkinnedAsset
{
public:
	static UClass* StaticClass();
	USkeletalMesh();
	~USkeletalMesh() override;
	const FReferenceSkeleton& GetRefSkeleton() const override { return HostSkeleton; }
	FReferenceSkeleton& GetRefSkeleton() { return HostSkeleton; }
	/** After its skeleton has changed. */
	void CalculateInvRefMatrices() {}
	FSkeletalMeshRenderData* GetResourceForRendering() const override { return HostRenderData.get(); }
	TArray<FSkeletalMaterial>& GetMaterials() { return HostMaterials; }
	void SetSkeleton(USkeleton* InSkeleton) { HostBones = InSkeleton; }
	USkeleton* GetSkeleton() const { return HostBones; }
	int32 GetLODNum() const { return HostLODs.Num(); }
	FSkeletalMeshLODInfo* GetLODInfo(int32 Index) { return HostLODs.IsValidIndex(Index) ? &HostLODs[Index] : nullptr; }
#if WITH_EDITOR
	/** Takes the place of the LOD's description. Null where there is no such LOD. */
	FMeshDescription* CreateMeshDescription(const int32 InLODIndex, FMeshDescription&& InMeshDescription);
	struct FCommitMeshDescriptionParams
	{
		bool bMarkPackageDirty = true;
	};
	bool CommitMeshDescription(const int32 InLODIndex, const FCommitMeshDescriptionParams& InParams);
	/** What is drawn, from the descriptions that were committed. */
	void Build();
#endif
#if WITH_EDITORONLY_DATA
	FSkeletalMeshModel* GetImportedModel() const
	{
		return HostModel.get();
	}
#endif

	FReferenceSkeleton HostSkeleton;
	std::unique_ptr<FSkeletalMeshRenderData> HostRenderData;
	std::unique_ptr<FSkeletalMeshModel> HostModel;
	TArray<FSkeletalMaterial> HostMaterials;
	USkeleton* HostBones = nullptr;
	TArray<FSkeletalMeshLODInfo> HostLODs;
	std::vector<std::shared_ptr<FMeshDescription>> HostDescriptions, HostCommitted; // of the LODs
};
