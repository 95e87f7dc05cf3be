// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Engine/SkinnedAsset.h"

class FSkeletalMeshModel;

/** The host's are made by hand; they stay until no component draws them. */
class HOST_API USkeletalMesh : public USkinnedAsset
{
public:
	static UClass* StaticClass();
	USkeletalMesh();
	~USkeletalMesh() override;
	const FReferenceSkeleton& GetRefSkeleton() const override { return HostSkeleton; }
	FSkeletalMeshRenderData* GetResourceForRendering() const override { return HostRenderData.get(); }
#if WITH_EDITORONLY_DATA
	FSkeletalMeshModel* GetImportedModel() const
	{
		return HostModel.get();
	}
#endif

	FReferenceSkeleton HostSkeleton;
	std::unique_ptr<FSkeletalMeshRenderData> HostRenderData;
	std::unique_ptr<FSkeletalMeshModel> HostModel;
};
