// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Lod/LevelChoice.h"
#include "Materials/MaterialRelevance.h"
#include "PrimitiveSceneProxy.h"

class FExemplarLevel;
class FMaterialRenderProxy;
class FMeshElementCollector;
class FVertexFactory;
class UMaterialInterface;
class UMeshComponent;
struct FMeshBatch;

/** What one character and a crowd have in common on the render thread: materials, and which passes draw them. */
class FExemplarProxyBase : public FPrimitiveSceneProxy
{
public:
	virtual FPrimitiveViewRelevance GetViewRelevance(const FSceneView* View) const override;
	virtual bool CanBeOccluded() const override { return !MaterialRelevance.bDisableDepthTest; }

protected:
	/** Everything is drawn with Override where it is given. */
	FExemplarProxyBase(
		const UMeshComponent& Component, float InTolerancePixels, const UMaterialInterface* Override = nullptr);

	/** A batch over a level's vertices in the material of a slot; what it draws of them is the caller's. */
	FMeshBatch& AllocateBatch(FMeshElementCollector& Collector, const FVertexFactory& VertexFactory,
		const FExemplarLevel& Level, uint32 MaterialSlot) const;

	/** Adds the batch and, where there is an overlay material, the same once more in that. */
	void AddBatch(FMeshElementCollector& Collector, int32 ViewIndex, FMeshBatch& Mesh) const;

	/** How errors show in a view: with the component's tolerance and r.Exemplar.ToleranceScale. Render thread. */
	Exemplar::FScreen ScreenOf(const FSceneView& View) const;

	TArray<const FMaterialRenderProxy*> Materials;         // one per slot
	const FMaterialRenderProxy* OverlayMaterial = nullptr; // over all of them, or none
	FMaterialRelevance MaterialRelevance;
	float TolerancePixels;
};
