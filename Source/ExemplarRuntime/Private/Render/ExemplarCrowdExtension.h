// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Containers/Array.h"
#include "SceneViewExtension.h"

class FExemplarCrowdSceneProxy;

/** Asks every crowd of a scene for its lists before a family of views is drawn. There is one while there are crowds. */
class FExemplarCrowdExtension final : public FSceneViewExtensionBase
{
public:
	explicit FExemplarCrowdExtension(const FAutoRegister& AutoRegister)
		: FSceneViewExtensionBase(AutoRegister)
	{
	}

	/** Game thread: the one that there is, or a new one. Whoever asks keeps it. */
	static TSharedPtr<FExemplarCrowdExtension> Get();

	void Add_RenderThread(FExemplarCrowdSceneProxy& Proxy);
	void Remove_RenderThread(FExemplarCrowdSceneProxy& Proxy);

	virtual void SetupViewFamily(FSceneViewFamily& InViewFamily) override {}
	virtual void SetupView(FSceneViewFamily& InViewFamily, FSceneView& InView) override {}
	virtual void BeginRenderViewFamily(FSceneViewFamily& InViewFamily) override {}
	virtual void PreRenderViewFamily_RenderThread(FRDGBuilder& GraphBuilder, FSceneViewFamily& InViewFamily) override;

private:
	TArray<FExemplarCrowdSceneProxy*> Proxies; // render thread
};
