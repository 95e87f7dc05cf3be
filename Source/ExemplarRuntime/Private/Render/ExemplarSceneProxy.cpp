// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Render/ExemplarSceneProxy.h"

#include "ExemplarMeshComponent.h"
#include "HAL/IConsoleManager.h"
#include "Lod/LevelChoice.h"
#include "MeshBatch.h"
#include "RenderGraphBuilder.h"
#include "RenderUtils.h"
#include "SceneManagement.h"
#include "SceneView.h"

static TAutoConsoleVariable<float> CVarExemplarToleranceScale(TEXT("r.Exemplar.ToleranceScale"), 1.0f,
	TEXT("Scales the error in pixels that levels of detail may have on screen. Larger values draw coarser levels."),
	ECVF_Scalability | ECVF_RenderThreadSafe);

float GetExemplarToleranceScale()
{
	return FMath::Max(CVarExemplarToleranceScale.GetValueOnRenderThread(), 0.0f);
}

FExemplarSceneProxy::FExemplarSceneProxy(const UExemplarMeshComponent& Component,
	const TSharedPtr<FExemplarSkinData>& InSkinData, const TSharedPtr<FExemplarLevelRequest>& InRequest)
	: FExemplarProxyBase(Component, Component.TolerancePixels,
		  Component.GetDebugView() == EExemplarDebugView::None ? nullptr : Component.GetDebugMaterial())
	, SkinData(InSkinData)
	, Request(InRequest)
	, VertexFactory(GetScene().GetFeatureLevel())
{
	bVFRequiresPrimitiveUniformBuffer = !UseGPUScene(GMaxRHIShaderPlatform, GetScene().GetFeatureLevel());
}

SIZE_T FExemplarSceneProxy::GetTypeHash() const
{
	static size_t Unique;
	return reinterpret_cast<size_t>(&Unique);
}

uint32 FExemplarSceneProxy::GetMemoryFootprint() const
{
	return static_cast<uint32>(sizeof(*this) + GetAllocatedSize() + Materials.GetAllocatedSize());
}

void FExemplarSceneProxy::CreateRenderThreadResources(FRHICommandListBase& RHICmdList)
{
	SkinData->InitResources(RHICmdList);
	VertexFactory.InitResource(RHICmdList);
}

void FExemplarSceneProxy::DestroyRenderThreadResources()
{
	VertexFactory.ReleaseResource();
	Skinned = FExemplarSkinnedBuffers();
	DrawnLevel = INDEX_NONE;
	SkinData.Reset();
}

void FExemplarSceneProxy::SetDynamicData_RenderThread(
	FRHICommandListImmediate& RHICmdList, const FExemplarDynamicData& Data)
{
	check(IsInRenderingThread());
	FExemplarLevel& Level = *SkinData->Levels[Data.Level];
	FRDGBuilder GraphBuilder(RHICmdList, RDG_EVENT_NAME("Exemplar"));
	if (!Level.IsUploaded())
	{
		Level.Upload(GraphBuilder);
	}
	AddExemplarSkinningPass(GraphBuilder, Level, Data, Skinned);
	GraphBuilder.Execute();
	VertexFactory.Views = {Skinned.Positions->GetSRV(), Skinned.PreviousPositions->GetSRV(), Skinned.Frames->GetSRV(),
		Skinned.Instances->GetSRV(), Level.SlotUVs->GetSRV(), Skinned.Colors->GetSRV(), Skinned.bDebugColors};
	DrawnLevel = Data.Level;
}

float FExemplarSceneProxy::AllowedErrorOf(const FSceneView& View) const
{
	const FMatrix& Projection = View.ViewMatrices.GetProjectionMatrix();
	Exemplar::FScreen Screen;
	Screen.WidthPixels = static_cast<float>(View.UnscaledViewRect.Width());
	Screen.TanHalfWidth = static_cast<float>(1.0 / Projection.M[0][0]);
	Screen.TanHalfHeight = static_cast<float>(1.0 / Projection.M[1][1]);
	Screen.TolerancePixels = TolerancePixels * GetExemplarToleranceScale();
	Screen.Near = 10.0f;
	const FBoxSphereBounds& Sphere = GetBounds();
	const double Depth =
		FVector::DotProduct(View.GetViewDirection(), Sphere.Origin - View.ViewMatrices.GetViewOrigin());
	// Errors are those of the component's own space, which its transform may scale.
	const double Scale = GetLocalToWorld().GetMaximumAxisScale();
	return Exemplar::AllowedError(Screen, static_cast<float>(Depth - Sphere.SphereRadius)) /
		static_cast<float>(FMath::Max(Scale, 1e-6));
}

void FExemplarSceneProxy::GetDynamicMeshElements(const TArray<const FSceneView*>& Views,
	const FSceneViewFamily& ViewFamily, uint32 VisibilityMap, FMeshElementCollector& Collector) const
{
	for (int32 ViewIndex = 0; ViewIndex < Views.Num(); ++ViewIndex)
	{
		if (!(VisibilityMap & (1u << ViewIndex)))
		{
			continue;
		}
		Request->Allow(AllowedErrorOf(*Views[ViewIndex]));
		if (DrawnLevel == INDEX_NONE)
		{
			continue;
		}
		const FExemplarLevel& Level = *SkinData->Levels[DrawnLevel];
		for (const Exemplar::FMeshSection& Section : Level.Sections)
		{
			if (Section.IndexCount == 0)
			{
				continue;
			}
			FMeshBatch& Mesh = AllocateBatch(Collector, VertexFactory, Level, Section.MaterialSlot);
			Mesh.Elements[0].FirstIndex = Section.FirstIndex;
			Mesh.Elements[0].NumPrimitives = Section.IndexCount / 3;
			Collector.AddMesh(ViewIndex, Mesh);
		}
	}
}
