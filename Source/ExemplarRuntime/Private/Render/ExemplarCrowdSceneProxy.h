// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Render/ExemplarCrowdVertexFactory.h"
#include "Render/ExemplarProxyBase.h"

#include <map>
#include <optional>

class FExemplarSceneExtension;
class FRDGBuilder;
class FSceneViewFamily;
class UExemplarCrowdComponent;

/** What the game thread sends when members have changed or moved. */
struct FExemplarCrowdFrame
{
	std::vector<Exemplar::FGpuCrowdInstance> Records; // one per slot
	std::vector<Exemplar::FFloat4> Custom;            // one per slot, or none
	int32 MemberCount = 0;
	int32 ForcedLevel = -1;
	int32 LevelBias = 0;
};

/** A crowd on the render thread: lists for the views of the family that is drawn, and what earlier ones left behind. */
class FExemplarCrowdSceneProxy final : public FExemplarProxyBase
{
public:
	FExemplarCrowdSceneProxy(const UExemplarCrowdComponent& Component, const TSharedPtr<FExemplarCrowdData>& InData,
		const TSharedPtr<FExemplarSceneExtension>& InExtension, FExemplarCrowdFrame&& First);
	virtual ~FExemplarCrowdSceneProxy() override;

	void SetFrame_RenderThread(FExemplarCrowdFrame&& Frame);

	/** Before a view family is drawn, in its graph: makes one list per view, and one of all members for shadows. */
	void PreRenderFamily(FRDGBuilder& GraphBuilder, const FSceneViewFamily& Family);

	virtual SIZE_T GetTypeHash() const override;
	virtual uint32 GetMemoryFootprint() const override;
	virtual void CreateRenderThreadResources(FRHICommandListBase& RHICmdList) override;
	virtual void DestroyRenderThreadResources() override;
	virtual void GetDynamicMeshElements(const TArray<const FSceneView*>& Views, const FSceneViewFamily& ViewFamily,
		uint32 VisibilityMap, FMeshElementCollector& Collector) const override;

private:
	/** A list with whose it is and when it was last wanted. */
	struct FCachedList
	{
		FExemplarCrowdList List;
		std::optional<Exemplar::FGpuCrowdParameters> Frozen;
		uint32 LastFrame = 0;
	};
	/** A view's key, or its index in a family without view states; and whether it is the list of all members. */
	struct FListKey
	{
		uint32 View = 0;
		uint32 Place = 0;
		bool bShadow = false;
		auto operator<=>(const FListKey&) const = default;
	};

	void UploadFrame(FRDGBuilder& GraphBuilder);
	Exemplar::FGpuCrowdParameters ParametersOf(const FSceneView& View) const;
	void AddList(FRDGBuilder& GraphBuilder, const FSceneView& View, const FListKey& Key, uint32 FrameNumber,
		FRDGBufferRef LevelTable);
	const FExemplarCrowdList* FindList(const FSceneView& View) const;

	TSharedPtr<FExemplarCrowdData> Data;
	TSharedPtr<FExemplarSceneExtension> Extension;
	TUniquePtr<FExemplarCrowdVertexFactory> VertexFactory;

	FExemplarCrowdFrame Frame;
	bool bFrameIsNew = false;
	FExemplarCrowdRecords Records;
	std::map<FListKey, FCachedList> Lists;
	std::map<const FSceneView*, FListKey> Current; // of the family that is drawn
	FListKey CurrentShadow;
};
