// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Render/ExemplarCrowdExtension.h"

#include "Render/ExemplarCrowdSceneProxy.h"

TSharedPtr<FExemplarCrowdExtension> FExemplarCrowdExtension::Get()
{
	static TWeakPtr<FExemplarCrowdExtension> Last;
	TSharedPtr<FExemplarCrowdExtension> Out = Last.Pin();
	if (!Out.IsValid())
	{
		Out = FSceneViewExtensions::NewExtension<FExemplarCrowdExtension>();
		Last = Out;
	}
	return Out;
}

void FExemplarCrowdExtension::Add_RenderThread(FExemplarCrowdSceneProxy& Proxy)
{
	check(IsInRenderingThread());
	Proxies.Add(&Proxy);
}

void FExemplarCrowdExtension::Remove_RenderThread(FExemplarCrowdSceneProxy& Proxy)
{
	check(IsInRenderingThread());
	Proxies.RemoveAt(Proxies.Find(&Proxy));
}

void FExemplarCrowdExtension::PreRenderViewFamily_RenderThread(
	FRDGBuilder& GraphBuilder, FSceneViewFamily& InViewFamily)
{
	for (FExemplarCrowdSceneProxy* Proxy : Proxies)
	{
		if (&Proxy->GetScene() == InViewFamily.Scene)
		{
			Proxy->PreRenderFamily(GraphBuilder, InViewFamily);
		}
	}
}
