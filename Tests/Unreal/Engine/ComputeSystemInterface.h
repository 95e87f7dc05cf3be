// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Containers/Array.h"

class FSceneInterface;
class IComputeTaskWorker;

/** Is asked for workers when a scene is made, and to destroy them when it ends. */
class IComputeSystem
{
public:
	virtual ~IComputeSystem() = default;
	virtual void CreateWorkers(FSceneInterface const* InScene, TArray<IComputeTaskWorker*>& OutWorkers) = 0;
	virtual void DestroyWorkers(FSceneInterface const* InScene, TArray<IComputeTaskWorker*>& InOutWorkers) = 0;
};

namespace ComputeSystemInterface
{
HOST_API void RegisterSystem(IComputeSystem* InSystem);
HOST_API void UnregisterSystem(IComputeSystem* InSystem);
} // namespace ComputeSystemInterface
