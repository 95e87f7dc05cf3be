// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Render/ExemplarProxyBase.h"

#include "ExemplarCompat.h"
#include "MaterialDomain.h"
#include "Materials/Material.h"
#include "MeshBatch.h"
#include "Render/ExemplarSkinData.h"
#include "SceneManagement.h"
#include "SceneView.h"

FExemplarProxyBase::FExemplarProxyBase(
	const UMeshComponent& Component, float InTolerancePixels, const UMaterialInterface* Override)
	: FPrimitiveSceneProxy(&Component)
	, MaterialRelevance(ExemplarCompat::GetMaterialRelevance(Component, GetScene()))
	, TolerancePixels(InTolerancePixels)
{
	for (int32 Slot = 0; Slot < Component.GetNumMaterials(); ++Slot)
	{
		const UMaterialInterface* Material = Override ? Override : Component.GetMaterial(Slot);
		if (!Material)
		{
			Material = UMaterial::GetDefaultMaterial(MD_Surface);
		}
		Materials.Add(Material->GetRenderProxy());
	}
	bVerifyUsedMaterials = false; // the default material may replace a missing one
	bAlwaysHasVelocity = true;    // vertices move even if the component does not
}

FPrimitiveViewRelevance FExemplarProxyBase::GetViewRelevance(const FSceneView* View) const
{
	FPrimitiveViewRelevance Result;
	Result.bDrawRelevance = IsShown(View);
	Result.bShadowRelevance = IsShadowCast(View);
	Result.bDynamicRelevance = true;
	Result.bRenderInMainPass = ShouldRenderInMainPass();
	Result.bRenderInDepthPass = ShouldRenderInDepthPass();
	Result.bUsesLightingChannels = GetLightingChannelMask() != GetDefaultLightingChannelMask();
	Result.bRenderCustomDepth = ShouldRenderCustomDepth();
	MaterialRelevance.SetPrimitiveViewRelevance(Result);
	Result.bVelocityRelevance = DrawsVelocity() && Result.bOpaque && Result.bRenderInMainPass;
	return Result;
}

FMeshBatch& FExemplarProxyBase::AllocateBatch(FMeshElementCollector& Collector, const FVertexFactory& VertexFactory,
	const FExemplarLevel& Level, uint32 MaterialSlot) const
{
	FMeshBatch& Mesh = Collector.AllocateMesh();
	Mesh.VertexFactory = &VertexFactory;
	Mesh.MaterialRenderProxy = Materials[static_cast<int32>(MaterialSlot)];
	Mesh.Type = PT_TriangleList;
	Mesh.ReverseCulling = IsLocalToWorldDeterminantNegative();
	Mesh.DepthPriorityGroup = SDPG_World;
	Mesh.bCanApplyViewModeOverrides = true;
	FMeshBatchElement& Element = Mesh.Elements[0];
	Element.IndexBuffer = &Level.IndexBuffer;
	Element.MinVertexIndex = 0;
	Element.MaxVertexIndex = Level.Skin.SlotCount - 1;
	Element.PrimitiveUniformBuffer = GetUniformBuffer();
	return Mesh;
}
