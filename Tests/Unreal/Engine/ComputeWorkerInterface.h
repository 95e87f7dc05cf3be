// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "RHIDefinitions.h"
#include "UObject/NameTypes.h"

class FRDGBuilder;
class FSceneInterface;
class FSceneView;

struct HOST_API ComputeTaskExecutionGroup
{
	static FName Immediate;
	static FName EndOfFrameUpdate;
};

struct FComputeContext
{
	FRDGBuilder& GraphBuilder;
	FName ExecutionGroupName;
	ERHIFeatureLevel::Type FeatureLevel;
	const FSceneInterface* Scene;
	const FSceneView* View;
};

/** Queues work of one scene, which the renderer runs at fixed points of a frame. */
class IComputeTaskWorker
{
public:
	virtual ~IComputeTaskWorker() = default;
	virtual bool HasWork(FName InExecutionGroupName) const = 0;
#if ENGINE_MINOR_VERSION >= 6
	virtual void SubmitWork(FComputeContext& Context) = 0;
#else
	virtual void SubmitWork(
		FRDGBuilder& GraphBuilder, FName InExecutionGroupName, ERHIFeatureLevel::Type FeatureLevel) = 0;
#endif
};
