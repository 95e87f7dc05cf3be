// Copyright (c) 2026 Exemplar contributors. MIT license.

// Worlds, components and proxies: who calls whom, and on which thread.
#include "Async/Async.h"
#include "Async/ParallelFor.h"
#include "Async/TaskGraphInterfaces.h"
#include "Components/MeshComponent.h"
#include "CoreGlobals.h"
#include "Engine/Engine.h"
#include "GameFramework/Actor.h"
#include "HAL/IConsoleManager.h"
#include "Materials/Material.h"
#include "Materials/MaterialRelevance.h"
#include "PSOPrecache.h"
#include "PrimitiveSceneProxy.h"
#include "RenderUtils.h"
#include "RenderingThread.h"
#include "UObject/UObjectGlobals.h"
#include "Workers.h"

#define HOST_CLASS(Name, Parent, Text) \
	UClass* Name::StaticClass() \
	{ \
		static UClass Class(TEXT(Text), Parent::StaticClass(), []() -> UObject* { return new Name; }, {}); \
		return &Class; \
	}
HOST_CLASS(UWorld, UObject, "World")
HOST_CLASS(AActor, UObject, "Actor")
HOST_CLASS(UActorComponent, UObject, "ActorComponent")
HOST_CLASS(USceneComponent, UActorComponent, "SceneComponent")
HOST_CLASS(UPrimitiveComponent, USceneComponent, "PrimitiveComponent")
HOST_CLASS(UMeshComponent, UPrimitiveComponent, "MeshComponent")
HOST_CLASS(UMaterialInterface, UObject, "MaterialInterface")
HOST_CLASS(UMaterial, UMaterialInterface, "Material")
HOST_CLASS(UEngine, UObject, "Engine")

// The engine's own settings, which its skeletal meshes heed.
static TAutoConsoleVariable<int32> CVarSkeletalMeshLODBias(TEXT("r.SkeletalMeshLODBias"), 0, TEXT("Added to LODs."));
static TAutoConsoleVariable<int32> CVarForceLOD(TEXT("r.ForceLOD"), -1, TEXT("Forces a LOD."));

UEngine* GEngine = nullptr;
uint64 HostFrameCounter = 1;
uint64 GFrameCounterRenderThread = 1;
uint32 GFrameNumberRenderThread = 0;
std::atomic<bool> bHostGPUScene{true}; // as on every desktop

UMaterial* UMaterial::GetDefaultMaterial(EMaterialDomain)
{
	static UMaterial* Default = NewObject<UMaterial>(nullptr, TEXT("DefaultMaterial"));
	return Default;
}

UWorld::UWorld()
	: Scene(new FSceneInterface)
{
}
UWorld::~UWorld()
{
	while (!HostComponents.empty())
	{
		HostComponents.back()->UnregisterComponent();
	}
	FlushRenderingCommands();
	check(Scene->HostProxies.empty());
	delete Scene;
}
void UWorld::HostTick(float DeltaSeconds)
{
	HostRunGameThreadTasks();
	HostSeconds += DeltaSeconds;
	++HostFrameCounter;
	ENQUEUE_RENDER_COMMAND(BeginFrame)
	([Counter = HostFrameCounter](FRHICommandListImmediate&) { GFrameCounterRenderThread = Counter; });
	for (const ETickingGroup Group : {TG_PrePhysics, TG_PostUpdateWork})
	{
		for (UActorComponent* Component : std::vector<UActorComponent*>(HostComponents))
		{
			FActorComponentTickFunction& Tick = Component->PrimaryComponentTick;
			if (Tick.bCanEverTick && Tick.TickGroup == Group)
			{
				Component->TickComponent(DeltaSeconds, LEVELTICK_All, &Tick);
			}
		}
	}
	Host::RunOnWorkers(HostComponents.size(), [&](size_t Index) { HostComponents[Index]->HostSendMarked(); });
}

void Host::RunOnWorkers(size_t Count, const std::function<void(size_t)>& Run)
{
	// Threads in turns, so that even two of them are seen by a sanitizer.
	constexpr size_t WorkerCount = 3;
	std::vector<std::thread> Workers;
	for (size_t Worker = 0; Worker < WorkerCount && Worker < Count; ++Worker)
	{
		Workers.emplace_back(
			[&, Worker]
			{
				for (size_t Index = Worker; Index < Count; Index += WorkerCount)
				{
					Run(Index);
				}
			});
	}
	for (std::thread& Worker : Workers)
	{
		Worker.join();
	}
}

void ParallelFor(int32 Num, std::function<void(int32)> Body)
{
	check(Num >= 0);
	Host::RunOnWorkers(static_cast<size_t>(Num), [&](size_t Index) { Body(static_cast<int32>(Index)); });
}
FTaskGraphInterface& FTaskGraphInterface::Get()
{
	static FTaskGraphInterface Workers;
	return Workers;
}

void FRegisterComponentContext::SendRenderDynamicData(
	FRegisterComponentContext* Context, UPrimitiveComponent* PrimitiveComponent)
{
	if (Context)
	{
		Context->HostSends.push_back(PrimitiveComponent);
	}
	else
	{
		static_cast<UActorComponent*>(PrimitiveComponent)->SendRenderDynamicData_Concurrent();
	}
}
void FRegisterComponentContext::Process()
{
	Host::RunOnWorkers(HostPrimitives.size(), [&](size_t Index) { HostPrimitives[Index]->HostAddToScene(); });
	HostPrimitives.clear();
	Host::RunOnWorkers(HostSends.size(),
		[&](size_t Index) { static_cast<UActorComponent*>(HostSends[Index])->SendRenderDynamicData_Concurrent(); });
	HostSends.clear();
}

void UActorComponent::BeginDestroy()
{
	UnregisterComponent();
	UObject::BeginDestroy();
}
void UActorComponent::RegisterComponentWithWorld(UWorld* InWorld, FRegisterComponentContext* Context)
{
	check(!World && InWorld);
	World = InWorld;
	World->HostComponents.push_back(this);
	bHostOnRegister = false;
	OnRegister();
	check(bHostOnRegister); // every OnRegister calls its parent's
	CreateRenderState_Concurrent(Context);
	check(bHostRenderState);
	bHostStateDirty = bHostTransformDirty = bHostDynamicDirty = false;
}
void UActorComponent::UnregisterComponent()
{
	if (World)
	{
		if (bHostRenderState)
		{
			DestroyRenderState_Concurrent();
		}
		OnUnregister();
		std::erase(World->HostComponents, this);
		World = nullptr;
	}
}
void UActorComponent::DestroyComponent()
{
	UnregisterComponent();
}
void UActorComponent::MarkRenderStateDirty()
{
	bHostStateDirty = true;
}
void UActorComponent::MarkRenderTransformDirty()
{
	bHostTransformDirty = true;
}
void UActorComponent::MarkRenderDynamicDataDirty()
{
	bHostDynamicDirty = true;
}
void UActorComponent::HostSendMarked()
{
	if (bHostStateDirty)
	{
		DestroyRenderState_Concurrent();
		check(!bHostRenderState);
		CreateRenderState_Concurrent(nullptr);
		check(bHostRenderState);
	}
	else
	{
		if (bHostTransformDirty)
		{
			SendRenderTransform_Concurrent();
		}
		if (bHostDynamicDirty)
		{
			++HostDynamicSends;
			SendRenderDynamicData_Concurrent();
		}
	}
	bHostStateDirty = bHostTransformDirty = bHostDynamicDirty = false;
}

#if ENGINE_MINOR_VERSION >= 7
FMaterialRelevance UMaterialInterface::GetRelevance_Concurrent(EShaderPlatform) const
#else
FMaterialRelevance UMaterialInterface::GetRelevance_Concurrent(ERHIFeatureLevel::Type) const
#endif
{
	return {bHostOpaque, false};
}

FBoxSphereBounds USceneComponent::CalcBounds(const FTransform& LocalToWorld) const
{
	return FBoxSphereBounds(LocalToWorld.GetTranslation(), FVector::ZeroVector, 0.0);
}
UActorComponent* FComponentReference::GetComponent(AActor* OwningActor) const
{
	if (!OwningActor || OwningActor->HostComponents.empty())
	{
		return nullptr;
	}
	for (UActorComponent* Component : OwningActor->HostComponents)
	{
		if (Component->GetFName() == ComponentProperty)
		{
			return Component;
		}
	}
	return ComponentProperty.IsNone() ? OwningActor->HostComponents[0] : nullptr;
}
void USceneComponent::HostAttach(USceneComponent* Child, FName Socket)
{
	HostChildren.Add(Child);
	Child->HostSocket = Socket;
	UpdateChildTransforms();
}
void USceneComponent::UpdateChildTransforms(EUpdateTransformFlags Flags, ETeleportType)
{
	check(IsInGameThread());
	for (const TObjectPtr<USceneComponent>& Child : HostChildren)
	{
		if (!Child->HostSocket.IsNone() || Flags != EUpdateTransformFlags::OnlyUpdateIfUsingSocket)
		{
			Child->SetWorldTransform(GetSocketTransform(Child->HostSocket, RTS_World));
		}
	}
}
void USceneComponent::SetWorldTransform(const FTransform& New)
{
	ComponentToWorld = New;
	UpdateBounds();
	MarkRenderTransformDirty();
	UpdateChildTransforms();
}

void UPrimitiveComponent::PrecachePSOs()
{
	FMaterialInterfacePSOPrecacheParamsList List;
	CollectPSOPrecacheData(FPSOPrecacheParams(), List);
	HostPrecachedPipelines = List.Num();
}
bool UPrimitiveComponent::WasRecentlyRendered(float Tolerance) const
{
	return GetWorld() && GetWorld()->GetTimeSeconds() - *HostLastRenderTime <= Tolerance;
}
void UPrimitiveComponent::CreateRenderState_Concurrent(FRegisterComponentContext* Context)
{
	UpdateBounds();
	USceneComponent::CreateRenderState_Concurrent(Context);
	if (Context)
	{
		Context->AddPrimitive(this);
	}
	else
	{
		HostAddToScene();
	}
}
void UPrimitiveComponent::HostAddToScene()
{
	SceneProxy = CreateSceneProxy();
	if (SceneProxy)
	{
		ENQUEUE_RENDER_COMMAND(AddPrimitive)
		(
			[Proxy = SceneProxy, Matrix = GetRenderMatrix(), World = Bounds](FRHICommandListImmediate& RHICmdList)
			{
				Proxy->HostSetTransform(Matrix, World);
				Proxy->CreateRenderThreadResources(RHICmdList);
				Proxy->GetScene().HostProxies.push_back(Proxy);
			});
	}
}
void UPrimitiveComponent::SendRenderTransform_Concurrent()
{
	if (SceneProxy)
	{
		ENQUEUE_RENDER_COMMAND(UpdateTransform)
		([Proxy = SceneProxy, Matrix = GetRenderMatrix(), World = Bounds](FRHICommandListImmediate&)
			{ Proxy->HostSetTransform(Matrix, World); });
	}
}
void UPrimitiveComponent::DestroyRenderState_Concurrent()
{
	if (SceneProxy)
	{
		ENQUEUE_RENDER_COMMAND(RemovePrimitive)
		(
			[Proxy = SceneProxy](FRHICommandListImmediate&)
			{
				std::erase(Proxy->GetScene().HostProxies, Proxy);
				Proxy->DestroyRenderThreadResources();
				delete Proxy;
			});
		SceneProxy = nullptr;
	}
	USceneComponent::DestroyRenderState_Concurrent();
}

FPrimitiveSceneProxy::FPrimitiveSceneProxy(const UPrimitiveComponent* InComponent, FName)
	: HostLastRenderTime(InComponent->HostLastRenderTime)
	, Scene(InComponent->GetWorld()->Scene)
	, LocalToWorld(FMatrix::Identity)
	, PreviousLocalToWorld(FMatrix::Identity)
	, Bounds(InComponent->Bounds)
	, UniformBuffer(new FRHIUniformBuffer)
	, bVisible(true)
	, bCastShadow(InComponent->CastShadow)
	, bMovable(true)
{
}
FPrimitiveSceneProxy::~FPrimitiveSceneProxy()
{
	check(IsInRenderingThread());
}
void FPrimitiveSceneProxy::HostSetTransform(const FMatrix& New, const FBoxSphereBounds& NewBounds)
{
	LocalToWorld = New;
	Bounds = NewBounds;
	if (!bPlaced)
	{
		PreviousLocalToWorld = New; // what appears has not moved
		bPlaced = true;
	}
}
