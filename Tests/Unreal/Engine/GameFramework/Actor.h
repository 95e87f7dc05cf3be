// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Math/Transform.h"
#include "UObject/Object.h"

class UActorComponent;

/** Where components belong. */
class HOST_API AActor : public UObject
{
public:
	static UClass* StaticClass();
	const FTransform& GetActorTransform() const { return HostTransform; }
	FTransform HostTransform;
	std::vector<UActorComponent*> HostComponents; // the first is the root
};
