// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "CoreGlobals.h"
#include "Materials/MaterialInterface.h"
#include "Materials/MaterialRelevance.h"
#include "Misc/EngineVersionComparison.h"
#include "RenderGraphBuilder.h"
#include "SceneInterface.h"
#include "SceneView.h"
#include "SkeletalMeshDeformerHelpers.h"

class FRHIShaderResourceView;

/** What differs between Unreal 5.5, 5.6, 5.7 and 5.8, and nothing else. */
namespace ExemplarCompat
{

/** Materials are queried by shader platform since 5.7, before that by feature level. Any thread. */
inline FMaterialRelevance GetMaterialRelevance(const UMaterialInterface& Material, const FSceneInterface& Scene)
{
#if UE_VERSION_OLDER_THAN(5, 7, 0)
	return Material.GetRelevance_Concurrent(Scene.GetFeatureLevel());
#else
	return Material.GetRelevance_Concurrent(Scene.GetShaderPlatform());
#endif
}

/** Matrices of a view have other names since 5.8. */
inline const FMatrix& GetViewProjection(const FSceneView& View)
{
#if UE_VERSION_OLDER_THAN(5, 8, 0)
	return View.ViewMatrices.GetViewProjectionMatrix();
#else
	return View.ViewMatrices.GetWorldToClip();
#endif
}
inline const FMatrix& GetProjection(const FSceneView& View)
{
#if UE_VERSION_OLDER_THAN(5, 8, 0)
	return View.ViewMatrices.GetProjectionMatrix();
#else
	return View.ViewMatrices.GetViewToClip();
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

/** What morph targets add to the vertices of a LOD in this frame, or null. The section is one that there is. Since 5.7
 * the LOD says enough. */
inline FRHIShaderResourceView* GetMorphs(FSkeletalMeshObject& MeshObject, int32 LODIndex, int32 SectionIndex)
{
#if UE_VERSION_OLDER_THAN(5, 7, 0)
	return FSkeletalMeshDeformerHelpers::GetMorphTargetBufferForReading(
		&MeshObject, LODIndex, SectionIndex, GFrameNumberRenderThread, false);
#else
	return FSkeletalMeshDeformerHelpers::GetMorphTargetBufferForReading(&MeshObject, LODIndex, false);
#endif
}

} // namespace ExemplarCompat
