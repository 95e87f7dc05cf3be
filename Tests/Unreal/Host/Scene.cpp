// Copyright (c) 2026 Exemplar contributors. MIT license.

// A scene's compute workers, and when the renderer runs them.
#include "ComputeSystemInterface.h"
#include "ComputeWorkerInterface.h"
#include "RenderGraphBuilder.h"
#include "RenderingThread.h"
#include "SceneInterface.h"
#include "SkeletalRenderPublic.h"

FName ComputeTaskExecutionGroup::Immediate(TEXT("Immediate"));
FName ComputeTaskExecutionGroup::EndOfFrameUpdate(TEXT("EndOfFrameUpdate"));

namespace
{

std::vector<IComputeSystem*>& Systems()
{
	static std::vector<IComputeSystem*> List;
	return List;
}

} // namespace

void ComputeSystemInterface::RegisterSystem(IComputeSystem* InSystem)
{
	Systems().push_back(InSystem);
}
void ComputeSystemInterface::UnregisterSystem(IComputeSystem* InSystem)
{
	check(std::erase(Systems(), InSystem) == 1);
}

FSceneInterface::FSceneInterface()
{
	for (IComputeSystem* System : Systems())
	{
		System->CreateWorkers(this, HostWorkers);
	}
}
FSceneInterface::~FSceneInterface()
{
	for (IComputeSystem* System : Systems())
	{
		System->DestroyWorkers(this, HostWorkers);
	}
	check(HostWorkers.IsEmpty()); // every system destroys its own
}

void FSceneInterface::HostUpdate(FRDGBuilder& GraphBuilder)
{
	check(IsInRenderingThread());
	for (FSkeletalMeshObject* Object : HostMeshObjects)
	{
		if (Object->HostPending)
		{
			Object->HostPending();
			Object->HostPending = nullptr;
		}
	}
	for (IComputeTaskWorker* Worker : HostWorkers)
	{
		if (Worker->HasWork(ComputeTaskExecutionGroup::EndOfFrameUpdate))
		{
#if ENGINE_MINOR_VERSION >= 6
			FComputeContext Context{
				GraphBuilder, ComputeTaskExecutionGroup::EndOfFrameUpdate, GetFeatureLevel(), this, nullptr};
			Worker->SubmitWork(Context);
#else
			Worker->SubmitWork(GraphBuilder, ComputeTaskExecutionGroup::EndOfFrameUpdate, GetFeatureLevel());
#endif
		}
	}
}
