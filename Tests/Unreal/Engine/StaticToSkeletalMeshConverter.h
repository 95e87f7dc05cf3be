// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Containers/Array.h"
#include "Engine/SkinnedAssetCommon.h"

struct FMeshDescription;
struct FReferenceSkeleton;
class USkeletalMesh;

struct HOST_API FStaticToSkeletalMeshConverter
{
	/** Fills a mesh that was made just now and has nothing. False where weights are missing or of bones that are not
	 * there. */
	static bool InitializeSkeletalMeshFromMeshDescriptions(USkeletalMesh* InSkeletalMesh,
		TArrayView<const FMeshDescription*> InMeshDescriptions, TConstArrayView<FSkeletalMaterial> InMaterials,
		const FReferenceSkeleton& InReferenceSkeleton, const bool bInRecomputeNormals, const bool bInRecomputeTangents);
};
