// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Containers/Array.h"
#include "RHIGlobals.h"

class FPrimitiveSceneProxy;
class FRDGBuilder;
class FSkeletalMeshObject;
class IComputeTaskWorker;
class UWorld;

/** What is drawn: the proxies that were added, on the render thread. */
class HOST_API FSceneInterface
{
public:
	ERHIFeatureLevel::Type GetFeatureLevel() const { return GMaxRHIFeatureLevel; }
	EShaderPlatform GetShaderPlatform() const { return GMaxRHIShaderPlatform; }

	FSceneInterface();
	~FSceneInterface();

	std::vector<FPrimitiveSceneProxy*> HostProxies;    // render thread
	std::vector<FSkeletalMeshObject*> HostMeshObjects; // render thread
	TArray<IComputeTaskWorker*> HostWorkers;
	/** Render thread: updates skeletal meshes, and lets workers add what is due at the end of a frame. */
	void HostUpdate(FRDGBuilder& GraphBuilder);
};
