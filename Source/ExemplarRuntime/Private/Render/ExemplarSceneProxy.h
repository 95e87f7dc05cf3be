// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Render/ExemplarFramePool.h"
#include "Render/ExemplarProxyBase.h"
#include "Render/ExemplarSkinning.h"
#include "Render/ExemplarVertexFactory.h"

#include <atomic>
#include <optional>

class FExemplarSceneExtension;
class FSceneViewFamily;
class UExemplarMeshComponent;

/** The smallest error that any view has allowed a component since it last asked. Any thread. */
class FExemplarLevelRequest
{
public:
	/** Render thread, from every view that sees the component. Centimeters. */
	void Allow(float Error)
	{
		float Now = Smallest.load();
		while (Error < Now && !Smallest.compare_exchange_weak(Now, Error))
		{
		}
	}
	/** Game thread. Nothing where no view has seen the component. */
	std::optional<float> Take()
	{
		const float Error = Smallest.exchange(Unseen);
		return Error < Unseen ? std::optional(Error) : std::nullopt;
	}

private:
	static constexpr float Unseen = 3.0e38f;
	std::atomic<float> Smallest{Unseen};
};

using FExemplarSentFrame = TSharedPtr<TExemplarPooledFrame<FExemplarDynamicData>>;

/** The component on the render thread. */
class FExemplarSceneProxy final : public FExemplarProxyBase
{
public:
	/** First is the pose to begin with: the component cannot send one before the proxy is in the scene. */
	FExemplarSceneProxy(const UExemplarMeshComponent& Component, const TSharedPtr<FExemplarSkinData>& InSkinData,
		const TSharedPtr<FExemplarLevelRequest>& InRequest, const TSharedPtr<FExemplarSceneExtension>& InExtension,
		const FExemplarSentFrame& First);
	virtual ~FExemplarSceneProxy() override;

	/** The pose that is skinned before the next view family is drawn. */
	void SetFrame_RenderThread(const FExemplarSentFrame& Frame);

	/** Adds what is to be skinned now. After the passes were added, Skinned has to be called. */
	void AddTask(TArray<FExemplarSkinTask>& Tasks, uint64 FrameCounter);
	void Skinned();

	virtual SIZE_T GetTypeHash() const override;
	virtual uint32 GetMemoryFootprint() const override;
	virtual void CreateRenderThreadResources(FRHICommandListBase& RHICmdList) override;
	virtual void DestroyRenderThreadResources() override;
	virtual void GetDynamicMeshElements(const TArray<const FSceneView*>& Views, const FSceneViewFamily& ViewFamily,
		uint32 VisibilityMap, FMeshElementCollector& Collector) const override;

private:
	float AllowedErrorOf(const FSceneView& View) const;
	void ReturnRange();

	TSharedPtr<FExemplarSkinData> SkinData;
	TSharedPtr<FExemplarLevelRequest> Request;
	TSharedPtr<FExemplarSceneExtension> Extension;
	FExemplarVertexFactory VertexFactory;
	FExemplarSentFrame Pending;    // not skinned yet
	int32 DrawnLevel = INDEX_NONE; // none until something was skinned
	uint32 Range = 0;              // in that level's output
	uint64 SkinnedFrame = 0;       // the engine's, in which it was skinned
	bool bDebugColors = false;
};
