// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Render/ExemplarSceneExtension.h"

#include "ExemplarStats.h"
#include "Render/ExemplarCrowdSceneProxy.h"
#include "Render/ExemplarSceneProxy.h"

DECLARE_DWORD_COUNTER_STAT(TEXT("Skinned characters"), STAT_ExemplarCharacters, STATGROUP_Exemplar);
DECLARE_DWORD_COUNTER_STAT(TEXT("Skinning dispatches"), STAT_ExemplarDispatches, STATGROUP_Exemplar);

TSharedPtr<FExemplarSceneExtension> FExemplarSceneExtension::Get()
{
	static TWeakPtr<FExemplarSceneExtension> Last;
	TSharedPtr<FExemplarSceneExtension> Out = Last.Pin();
	if (!Out.IsValid())
	{
		Out = FSceneViewExtensions::NewExtension<FExemplarSceneExtension>();
		Last = Out;
	}
	return Out;
}

void FExemplarSceneExtension::Add_RenderThread(FExemplarCrowdSceneProxy& Proxy)
{
	check(IsInRenderingThread());
	Crowds.Add(&Proxy);
}

void FExemplarSceneExtension::Remove_RenderThread(FExemplarCrowdSceneProxy& Proxy)
{
	check(IsInRenderingThread());
	Crowds.RemoveAt(Crowds.Find(&Proxy));
}

void FExemplarSceneExtension::Add_RenderThread(FExemplarSceneProxy& Proxy)
{
	check(IsInRenderingThread());
	Characters.Add(&Proxy);
}

void FExemplarSceneExtension::Remove_RenderThread(FExemplarSceneProxy& Proxy)
{
	check(IsInRenderingThread());
	Characters.RemoveAt(Characters.Find(&Proxy));
}

void FExemplarSceneExtension::PreRenderViewFamily_RenderThread(
	FRDGBuilder& GraphBuilder, FSceneViewFamily& InViewFamily)
{
	TArray<FExemplarSkinTask> Tasks;
	for (FExemplarSceneProxy* Proxy : Characters)
	{
		if (&Proxy->GetScene() == InViewFamily.Scene)
		{
			Proxy->AddTask(Tasks, InViewFamily.FrameCounter);
		}
	}
	INC_DWORD_STAT_BY(STAT_ExemplarCharacters, static_cast<uint32>(Tasks.Num()));
	INC_DWORD_STAT_BY(STAT_ExemplarDispatches, static_cast<uint32>(AddExemplarSkinningPasses(GraphBuilder, Tasks)));
	for (FExemplarSceneProxy* Proxy : Characters)
	{
		if (&Proxy->GetScene() == InViewFamily.Scene)
		{
			Proxy->Skinned();
		}
	}
	for (FExemplarCrowdSceneProxy* Proxy : Crowds)
	{
		if (&Proxy->GetScene() == InViewFamily.Scene)
		{
			Proxy->PreRenderFamily(GraphBuilder, InViewFamily);
		}
	}
}
