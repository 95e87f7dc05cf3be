// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Containers/Array.h"
#include "SceneViewExtension.h"

class FExemplarCrowdSceneProxy;
class FExemplarSceneProxy;

/**
 * Records what a scene's characters and crowds need into the graph of a view family, before it is drawn. It exists
 * while there are any.
 */
class FExemplarSceneExtension final : public FSceneViewExtensionBase
{
public:
	explicit FExemplarSceneExtension(const FAutoRegister& AutoRegister)
		: FSceneViewExtensionBase(AutoRegister)
	{
	}

	/** Game thread: the existing extension, or a new one. The caller keeps a reference. */
	static TSharedPtr<FExemplarSceneExtension> Get();

	void Add_RenderThread(FExemplarCrowdSceneProxy& Proxy);
	void Remove_RenderThread(FExemplarCrowdSceneProxy& Proxy);
	void Add_RenderThread(FExemplarSceneProxy& Proxy);
	void Remove_RenderThread(FExemplarSceneProxy& Proxy);

	virtual void SetupViewFamily(FSceneViewFamily& InViewFamily) override {}
	virtual void SetupView(FSceneViewFamily& InViewFamily, FSceneView& InView) override {}
	virtual void BeginRenderViewFamily(FSceneViewFamily& InViewFamily) override {}
	virtual void PreRenderViewFamily_RenderThread(FRDGBuilder& GraphBuilder, FSceneViewFamily& InViewFamily) override;

private:
	// Render thread.
	TArray<FExemplarCrowdSceneProxy*> Crowds;
	TArray<FExemplarSceneProxy*> Characters;
};
