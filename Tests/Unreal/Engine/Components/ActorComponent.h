// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Engine/EngineTypes.h"
#include "Engine/World.h"
#include "UObject/ObjectPtr.h"

struct FActorComponentTickFunction
{
	bool bCanEverTick = false;
	ETickingGroup TickGroup = TG_PrePhysics;
};
class UPrimitiveComponent;

/** Components that are registered together: who has a proxy is only put on a list, and Process makes the proxies, on
 * several threads, none of them the game's. */
class HOST_API FRegisterComponentContext
{
public:
	explicit FRegisterComponentContext(UWorld* InWorld)
		: World(InWorld)
	{
	}
	void AddPrimitive(UPrimitiveComponent* PrimitiveComponent) { HostPrimitives.push_back(PrimitiveComponent); }
	/** Sends at once, or after the proxies were made. */
	static void SendRenderDynamicData(FRegisterComponentContext* Context, UPrimitiveComponent* PrimitiveComponent);
	void Process();

private:
	UWorld* World;
	std::vector<UPrimitiveComponent*> HostPrimitives, HostSends;
};

enum class EUpdateTransformFlags : int32
{
	None = 0,
	OnlyUpdateIfUsingSocket = 4
};

class HOST_API UActorComponent : public UObject
{
public:
	static UClass* StaticClass();
	FActorComponentTickFunction PrimaryComponentTick;
	bool bTickInEditor = false;

	virtual void TickComponent(float, ELevelTick, FActorComponentTickFunction*) { check(IsRegistered()); }
	virtual void BeginDestroy() override;
	void RegisterComponentWithWorld(UWorld* InWorld, FRegisterComponentContext* Context = nullptr);
	void UnregisterComponent();
	void DestroyComponent();
	virtual void PrecachePSOs() {}
	bool IsRegistered() const { return World != nullptr; }
	UWorld* GetWorld() const { return World; }
	AActor* GetOwner() const { return HostOwner; }
	AActor* HostOwner = nullptr;
	void MarkRenderStateDirty();
	void MarkRenderTransformDirty();
	void MarkRenderDynamicDataDirty();

	int32 HostDynamicSends = 0;
	/** Sends what was marked: everything anew, or the transform, or the dynamic data. */
	void HostSendMarked();

protected:
	friend class FRegisterComponentContext;
	virtual void OnRegister() { bHostOnRegister = true; }
	virtual void OnUnregister() {}
	virtual void CreateRenderState_Concurrent(FRegisterComponentContext*) { bHostRenderState = true; }
	virtual void SendRenderTransform_Concurrent() {}
	virtual void SendRenderDynamicData_Concurrent() {}
	virtual void DestroyRenderState_Concurrent() { bHostRenderState = false; }

private:
	UWorld* World = nullptr;
	bool bHostOnRegister = false;
	bool bHostRenderState = false;
	bool bHostStateDirty = false;
	bool bHostTransformDirty = false;
	bool bHostDynamicDirty = false;
};
