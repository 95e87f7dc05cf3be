// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Components/ActorComponent.h"
#include "Math/BoxSphereBounds.h"
#include "UObject/ObjectPtr.h"

enum ERelativeTransformSpace : int
{
	RTS_World,
	RTS_Actor,
	RTS_Component,
	RTS_ParentBoneSpace
};
namespace EComponentSocketType
{
enum Type : int
{
	Invalid,
	Bone,
	Socket
};
}
struct FComponentSocketDescription
{
	FName Name;
	EComponentSocketType::Type Type = EComponentSocketType::Invalid;
	FComponentSocketDescription(FName InName, EComponentSocketType::Type InType)
		: Name(InName)
		, Type(InType)
	{
	}
};

class HOST_API USceneComponent : public UActorComponent
{
public:
	static UClass* StaticClass();
	virtual bool HasAnySockets() const { return false; }
	virtual bool DoesSocketExist(FName) const { return false; }
	virtual FTransform GetSocketTransform(FName, ERelativeTransformSpace Space = RTS_World) const
	{
		return Space == RTS_World ? GetComponentTransform() : FTransform();
	}
	virtual void QuerySupportedSockets(TArray<FComponentSocketDescription>&) const {}
	const TArray<TObjectPtr<USceneComponent>>& GetAttachChildren() const { return HostChildren; }
	/** Moves what is attached. */
	void UpdateChildTransforms(
		EUpdateTransformFlags Flags = EUpdateTransformFlags::None, ETeleportType Teleport = ETeleportType::None);
	void HostAttach(USceneComponent* Child, FName Socket);
	TArray<TObjectPtr<USceneComponent>> HostChildren;
	FName HostSocket; // of the parent
	FBoxSphereBounds Bounds = FBoxSphereBounds(FVector::ZeroVector, FVector::ZeroVector, 0.0);
	const FTransform& GetComponentTransform() const { return ComponentToWorld; }
	void SetWorldTransform(const FTransform& New);
	virtual FBoxSphereBounds CalcBounds(const FTransform& LocalToWorld) const;
	void UpdateBounds() { Bounds = CalcBounds(ComponentToWorld); }

private:
	FTransform ComponentToWorld;
};
