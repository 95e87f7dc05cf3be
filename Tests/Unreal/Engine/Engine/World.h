// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "SceneInterface.h"
#include "UObject/ObjectPtr.h"

class UActorComponent;
class HOST_API UWorld : public UObject
{
public:
	static UClass* StaticClass();
	FSceneInterface* Scene = nullptr;
	float GetTimeSeconds() const { return HostSeconds; }

	UWorld();
	~UWorld() override;
	/** A frame: components tick by group, what they marked is sent, the render thread is not waited for. */
	void HostTick(float DeltaSeconds);
	std::vector<UActorComponent*> HostComponents;
	float HostSeconds = 0.0f;
};
