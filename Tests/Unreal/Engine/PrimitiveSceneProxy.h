// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Math/BoxSphereBounds.h"
#include "PrimitiveViewRelevance.h"
#include "RenderResource.h"
#include "SceneInterface.h"
#include "UObject/NameTypes.h"

class FMeshElementCollector;
class FSceneView;
class FSceneViewFamily;
class UPrimitiveComponent;

inline constexpr uint8 GetDefaultLightingChannelMask()
{
	return 1;
}

/** A component on the render thread, which makes, draws and deletes it. */
class HOST_API FPrimitiveSceneProxy
{
public:
	FPrimitiveSceneProxy(const UPrimitiveComponent* InComponent, FName ResourceName = NAME_None);
	FPrimitiveSceneProxy(const FPrimitiveSceneProxy&) = delete;
	virtual ~FPrimitiveSceneProxy();

	virtual SIZE_T GetTypeHash() const = 0;
	virtual uint32 GetMemoryFootprint() const = 0;
	virtual void CreateRenderThreadResources(FRHICommandListBase&) {}
	virtual void DestroyRenderThreadResources() {}
	virtual FPrimitiveViewRelevance GetViewRelevance(const FSceneView*) const { return {}; }
	virtual void GetDynamicMeshElements(
		const TArray<const FSceneView*>&, const FSceneViewFamily&, uint32, FMeshElementCollector&) const
	{
	}
	virtual bool CanBeOccluded() const { return true; }

	FSceneInterface& GetScene() const { return *Scene; }
	const FMatrix& GetLocalToWorld() const { return LocalToWorld; }
	const FBoxSphereBounds& GetBounds() const { return Bounds; }
	bool IsLocalToWorldDeterminantNegative() const { return LocalToWorld.RotDeterminant() < 0; }
	FRHIUniformBuffer* GetUniformBuffer() const { return UniformBuffer; }
	bool IsShown(const FSceneView*) const { return bVisible; }
	bool IsShadowCast(const FSceneView*) const { return bCastShadow; }
	bool ShouldRenderInMainPass() const { return true; }
	bool ShouldRenderInDepthPass() const { return true; }
	bool ShouldRenderCustomDepth() const { return false; }
	uint8 GetLightingChannelMask() const { return GetDefaultLightingChannelMask(); }
	bool DrawsVelocity() const { return bAlwaysHasVelocity || bMovable; }
	SIZE_T GetAllocatedSize() const { return 0; }

	// The host's own, on the render thread.
	std::shared_ptr<std::atomic<float>> HostLastRenderTime;
	void HostSetTransform(const FMatrix& New, const FBoxSphereBounds& NewBounds);
	void HostEndFrame() { PreviousLocalToWorld = LocalToWorld; }
	const FMatrix& HostPreviousLocalToWorld() const { return PreviousLocalToWorld; }

protected:
	uint8 bVFRequiresPrimitiveUniformBuffer : 1 = true;
	uint8 bVerifyUsedMaterials : 1 = true;
	uint8 bAlwaysHasVelocity : 1 = false;

private:
	FSceneInterface* Scene;
	FMatrix LocalToWorld;
	FMatrix PreviousLocalToWorld;
	FBoxSphereBounds Bounds;
	TRefCountPtr<FRHIUniformBuffer> UniformBuffer;
	bool bVisible;
	bool bCastShadow;
	bool bMovable;
	bool bPlaced = false;
};
