// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Serialization/Archive.h"
#include "UObject/NameTypes.h"

class AActor;
class UActorComponent;

enum ETickingGroup : int
{
	TG_PrePhysics,
	TG_PostUpdateWork
};
enum ELevelTick
{
	LEVELTICK_All
};
enum class ETeleportType : uint8
{
	None
};

/** A component of an actor, by its name. Without one, the root component. */
struct HOST_API FComponentReference
{
	FName ComponentProperty;
	UActorComponent* GetComponent(AActor* OwningActor) const;
};
inline FArchive& operator<<(FArchive& Ar, FComponentReference& Value)
{
	return Ar << Value.ComponentProperty;
}
