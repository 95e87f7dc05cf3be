// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Components/SceneComponent.h"
#include "PSOPrecacheFwd.h"
#include "RHIDefinitions.h"

class FPrimitiveSceneProxy;
class UMaterialInterface;

class HOST_API UPrimitiveComponent : public USceneComponent
{
public:
	static UClass* StaticClass();
	FPrimitiveSceneProxy* SceneProxy = nullptr;
	bool CastShadow = true;

	virtual FPrimitiveSceneProxy* CreateSceneProxy() { return nullptr; }
	virtual int32 GetNumMaterials() const { return 0; }
	virtual UMaterialInterface* GetMaterial(int32) const { return nullptr; }
	virtual TArray<FName> GetMaterialSlotNames() const { return {}; }
	virtual int32 GetMaterialIndex(FName) const { return INDEX_NONE; }
	virtual bool IsMaterialSlotNameValid(FName) const { return false; }
	void PrecachePSOs() override;
	virtual void CollectPSOPrecacheData(const FPSOPrecacheParams&, FMaterialInterfacePSOPrecacheParamsList&) {}
	virtual FMatrix GetRenderMatrix() const { return GetComponentTransform().ToMatrixWithScale(); }
	/** By game time: whether a view has drawn it in the last seconds. */
	bool WasRecentlyRendered(float Tolerance) const;

	/** Makes the proxy and adds it to the scene. Any thread. */
	void HostAddToScene();
	int32 HostPrecachedPipelines = 0;
	std::shared_ptr<std::atomic<float>> HostLastRenderTime = std::make_shared<std::atomic<float>>(-1000.0f);

protected:
	virtual void CreateRenderState_Concurrent(FRegisterComponentContext* Context) override;
	virtual void SendRenderTransform_Concurrent() override;
	virtual void DestroyRenderState_Concurrent() override;
};
