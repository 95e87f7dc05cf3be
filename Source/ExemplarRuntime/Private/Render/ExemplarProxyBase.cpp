// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Render/ExemplarProxyBase.h"

#include "Components/MeshComponent.h"
#include "ExemplarCompat.h"
#include "ExemplarLog.h"
#include "HAL/IConsoleManager.h"
#include "MaterialDomain.h"
#include "Materials/Material.h"
#include "MeshBatch.h"
#include "RHIDefinitions.h"
#include "Render/ExemplarSkinData.h"
#include "SceneManagement.h"
#include "SceneView.h"
#include "VertexFactory.h"

static TAutoConsoleVariable<float> CVarExemplarToleranceScale(TEXT("r.Exemplar.ToleranceScale"), 1.0f,
	TEXT("Scales the error in pixels that levels of detail may have on screen. Larger values draw coarser levels."),
	ECVF_Scalability | ECVF_RenderThreadSafe);

FExemplarProxyBase::FExemplarProxyBase(
	const UMeshComponent& Component, float InTolerancePixels, const UMaterialInterface* Override)
	: FPrimitiveSceneProxy(&Component)
	, TolerancePixels(InTolerancePixels)
{
	for (int32 Slot = 0; Slot < Component.GetNumMaterials(); ++Slot)
	{
		const UMaterialInterface* Material = Override ? Override : Component.GetMaterial(Slot);
		if (Material && !Material->CheckMaterialUsage_Concurrent(MATUSAGE_SkeletalMesh))
		{
			UE_LOG(LogExemplar, Warning,
				TEXT("%s: Material %s has no shaders for skeletal meshes, so the default material is drawn. Set its "
					 "flag "
					 "\"Used with Skeletal Mesh\"."),
				*Component.GetPathName(), *Material->GetPathName());
			Material = nullptr;
		}
		if (!Material)
		{
			Material = UMaterial::GetDefaultMaterial(MD_Surface);
		}
		Materials.Add(Material->GetRenderProxy());
		MaterialRelevance |= ExemplarCompat::GetMaterialRelevance(*Material, GetScene());
	}
	const UMaterialInterface* Overlay = Override ? nullptr : Component.GetOverlayMaterial();
	if (Overlay && Overlay->CheckMaterialUsage_Concurrent(MATUSAGE_SkeletalMesh))
	{
		OverlayMaterial = Overlay->GetRenderProxy();
		MaterialRelevance |= ExemplarCompat::GetMaterialRelevance(*Overlay, GetScene());
	}
	bVerifyUsedMaterials = false; // the default material may replace a missing one
	bAlwaysHasVelocity = true;    // vertices move even if the component does not
}

Exemplar::FScreen FExemplarProxyBase::ScreenOf(const FSceneView& View) const
{
	const FMatrix& Projection = ExemplarCompat::GetProjection(View);
	Exemplar::FScreen Screen;
	Screen.WidthPixels = static_cast<float>(FMath::Max(View.UnscaledViewRect.Width(), 1));
	Screen.TanHalfWidth = static_cast<float>(1.0 / Projection.M[0][0]);
	Screen.TanHalfHeight = static_cast<float>(1.0 / Projection.M[1][1]);
	Screen.bParallel = Projection.M[3][3] != 0.0; // w does not depend on the depth
	const float Scale = FMath::Max(CVarExemplarToleranceScale.GetValueOnRenderThread(), 0.0f);
	Screen.TolerancePixels = TolerancePixels * Scale * FMath::Max(View.LODDistanceFactor, 0.0f);
	Screen.Near = 10.0f;
	return Screen;
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

void FExemplarProxyBase::AddBatch(FMeshElementCollector& Collector, int32 ViewIndex, FMeshBatch& Mesh) const
{
	Collector.AddMesh(ViewIndex, Mesh);
	if (OverlayMaterial)
	{
		FMeshBatch& Overlay = Collector.AllocateMesh();
		Overlay = Mesh;
		Overlay.MaterialRenderProxy = OverlayMaterial;
		Overlay.bOverlayMaterial = true;
		Overlay.CastShadow = false;
		Overlay.bSelectable = false;
		Collector.AddMesh(ViewIndex, Overlay);
	}
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
	Element.MaxVertexIndex = Level.Packed.Skin.SlotCount - 1;
	Element.PrimitiveUniformBuffer = GetUniformBuffer();
	return Mesh;
}
