// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Components/ActorComponent.h"
#include "Math/BoxSphereBounds.h"

class HOST_API USceneComponent : public UActorComponent
{
public:
	static UClass* StaticClass();
	FBoxSphereBounds Bounds = FBoxSphereBounds(FVector::ZeroVector, FVector::ZeroVector, 0.0);
	const FTransform& GetComponentTransform() const { return ComponentToWorld; }
	void SetWorldTransform(const FTransform& New);
	virtual FBoxSphereBounds CalcBounds(const FTransform& LocalToWorld) const;
	void UpdateBounds() { Bounds = CalcBounds(ComponentToWorld); }

private:
	FTransform ComponentToWorld;
};
