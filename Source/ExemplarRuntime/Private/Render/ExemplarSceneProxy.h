// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Render/ExemplarProxyBase.h"
#include "Render/ExemplarSkinning.h"
#include "Render/ExemplarVertexFactory.h"

#include <atomic>

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
	/** Game thread. False where no view has seen the component. */
	bool Take(float& OutError)
	{
		OutError = Smallest.exchange(Unseen);
		return OutError < Unseen;
	}

private:
	static constexpr float Unseen = 3.0e38f;
	std::atomic<float> Smallest{Unseen};
};

/** Render thread: r.Exemplar.ToleranceScale, not negative. */
float GetExemplarToleranceScale();

/** The component on the render thread. */
class FExemplarSceneProxy final : public FExemplarProxyBase
{
public:
	FExemplarSceneProxy(const UExemplarMeshComponent& Component, const TSharedPtr<FExemplarSkinData>& InSkinData,
		const TSharedPtr<FExemplarLevelRequest>& InRequest);

	/** Skins into the buffers that are drawn. */
	void SetDynamicData_RenderThread(FRHICommandListImmediate& RHICmdList, const FExemplarDynamicData& Data);

	virtual SIZE_T GetTypeHash() const override;
	virtual uint32 GetMemoryFootprint() const override;
	virtual void CreateRenderThreadResources(FRHICommandListBase& RHICmdList) override;
	virtual void DestroyRenderThreadResources() override;
	virtual void GetDynamicMeshElements(const TArray<const FSceneView*>& Views, const FSceneViewFamily& ViewFamily,
		uint32 VisibilityMap, FMeshElementCollector& Collector) const override;

private:
	float AllowedErrorOf(const FSceneView& View) const;

	TSharedPtr<FExemplarSkinData> SkinData;
	TSharedPtr<FExemplarLevelRequest> Request;
	FExemplarVertexFactory VertexFactory;
	FExemplarSkinnedBuffers Skinned;
	int32 DrawnLevel = INDEX_NONE; // none until something was skinned
};
