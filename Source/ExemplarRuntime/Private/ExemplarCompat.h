// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Components/MeshComponent.h"
#include "MaterialShared.h"
#include "Misc/EngineVersionComparison.h"
#include "RenderGraphBuilder.h"
#include "SceneInterface.h"
#include "SkeletalMeshDeformerHelpers.h"

/** What differs between Unreal 5.5, 5.6 and 5.7, and nothing else. */
namespace ExemplarCompat
{

/** Materials are queried by shader platform since 5.7, before that by feature level. */
inline FMaterialRelevance GetMaterialRelevance(const UMeshComponent& Component, const FSceneInterface& Scene)
{
#if UE_VERSION_OLDER_THAN(5, 7, 0)
	return Component.GetMaterialRelevance(Scene.GetFeatureLevel());
#else
	return Component.GetMaterialRelevance(Scene.GetShaderPlatform());
#endif
}

/** Since 5.6 a graph binds the buffers that it writes, before that a command list. */
inline void UpdateDeformedBuffers(
	FRDGBuilder& GraphBuilder, FSkeletalMeshObject& MeshObject, int32 LODIndex, bool bInvalidatePreviousPosition)
{
#if UE_VERSION_OLDER_THAN(5, 6, 0)
	FSkeletalMeshDeformerHelpers::UpdateVertexFactoryBufferOverrides(
		GraphBuilder.RHICmdList, &MeshObject, LODIndex, bInvalidatePreviousPosition);
#else
	FSkeletalMeshDeformerHelpers::UpdateVertexFactoryBufferOverrides(
		GraphBuilder, &MeshObject, LODIndex, bInvalidatePreviousPosition);
#endif
}

} // namespace ExemplarCompat
