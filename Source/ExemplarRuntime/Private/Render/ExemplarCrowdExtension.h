// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Containers/Array.h"
#include "SceneViewExtension.h"

class FExemplarCrowdSceneProxy;

/** Makes every crowd of a scene record its lists before a view family is drawn. It exists while there are crowds. */
class FExemplarCrowdExtension final : public FSceneViewExtensionBase
{
public:
	explicit FExemplarCrowdExtension(const FAutoRegister& AutoRegister)
		: FSceneViewExtensionBase(AutoRegister)
	{
	}

	/** Game thread: the existing extension, or a new one. The caller keeps a reference. */
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
