// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Render/ExemplarSceneProxy.h"

#include "ExemplarMeshComponent.h"
#include "Lod/LevelChoice.h"
#include "MeshBatch.h"
#include "RHIGlobals.h"
#include "Render/ExemplarSceneExtension.h"
#include "RenderUtils.h"
#include "SceneManagement.h"
#include "SceneView.h"

FExemplarSceneProxy::FExemplarSceneProxy(const UExemplarMeshComponent& Component,
	const TSharedPtr<FExemplarSkinData>& InSkinData, const TSharedPtr<FExemplarLevelRequest>& InRequest,
	const TSharedPtr<FExemplarSceneExtension>& InExtension, const FExemplarSentFrame& First)
	: FExemplarProxyBase(Component, Component.TolerancePixels,
		  Component.GetDebugView() == EExemplarDebugView::None ? nullptr : Component.GetDebugMaterial())
	, SkinData(InSkinData)
	, Request(InRequest)
	, Extension(InExtension)
	, VertexFactory(GetScene().GetFeatureLevel())
	, Pending(First)
{
	bVFRequiresPrimitiveUniformBuffer = !UseGPUScene(GMaxRHIShaderPlatform, GetScene().GetFeatureLevel());
}

FExemplarSceneProxy::~FExemplarSceneProxy() = default;

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
	Extension->Add_RenderThread(*this);
}

void FExemplarSceneProxy::DestroyRenderThreadResources()
{
	Extension->Remove_RenderThread(*this);
	Extension.Reset();
	VertexFactory.ReleaseResource();
	Skinned(); // what was not skinned will not be
	ReturnRange();
	SkinData.Reset();
}

void FExemplarSceneProxy::SetFrame_RenderThread(const FExemplarSentFrame& Frame)
{
	check(IsInRenderingThread());
	Skinned();
	Pending = Frame;
}

void FExemplarSceneProxy::ReturnRange()
{
	if (DrawnLevel != INDEX_NONE)
	{
		SkinData->Levels[DrawnLevel]->Output.Return(Range);
		DrawnLevel = INDEX_NONE;
	}
}

void FExemplarSceneProxy::AddTask(TArray<FExemplarSkinTask>& Tasks, uint64 FrameCounter)
{
	if (!Pending.IsValid())
	{
		return;
	}
	const FExemplarDynamicData& Data = Pending->Frame;
	const int32 LevelIndex = static_cast<int32>(Data.Level);
	FExemplarLevel& Level = *SkinData->Levels[LevelIndex];
	if (LevelIndex != DrawnLevel)
	{
		ReturnRange();
		DrawnLevel = LevelIndex;
		Range = Level.Output.Take();
	}
	SkinnedFrame = FrameCounter;
	bDebugColors = Data.DebugView != Exemplar::EDebugView::None;
	Tasks.Add({&Level, &Data, Range});
}

void FExemplarSceneProxy::Skinned()
{
	if (Pending.IsValid())
	{
		Pending->Release();
		Pending.Reset();
	}
}

float FExemplarSceneProxy::AllowedErrorOf(const FSceneView& View) const
{
	const Exemplar::FScreen Screen = ScreenOf(View);
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
		if (!Views[ViewIndex]->GetDynamicMeshElementsShadowCullFrustum())
		{
			Request->Allow(AllowedErrorOf(*Views[ViewIndex])); // shadows do not ask for finer levels
		}
		if (DrawnLevel == INDEX_NONE)
		{
			continue;
		}
		const FExemplarLevel& Level = *SkinData->Levels[DrawnLevel];
		FExemplarMeshBatch& Batch = Collector.AllocateOneFrameResource<FExemplarMeshBatch>();
		Batch.Level = &Level;
		Batch.FirstOutput = Range * Level.Packed.Skin.SlotCount;
		Batch.bMoves = SkinnedFrame == ViewFamily.FrameCounter; // else it stands where it was skinned
		Batch.bDebugColors = bDebugColors;
		for (const Exemplar::FMeshSection& Section : Level.Packed.Sections)
		{
			if (Section.IndexCount == 0)
			{
				continue;
			}
			FMeshBatch& Mesh = AllocateBatch(Collector, VertexFactory, Level, Section.MaterialSlot);
			Mesh.Elements[0].FirstIndex = Section.FirstIndex;
			Mesh.Elements[0].NumPrimitives = Section.IndexCount / 3;
			Mesh.Elements[0].UserData = &Batch;
			AddBatch(Collector, ViewIndex, Mesh);
		}
	}
}
