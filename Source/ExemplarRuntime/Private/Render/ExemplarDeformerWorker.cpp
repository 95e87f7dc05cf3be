// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Render/ExemplarDeformerWorker.h"

#include "RenderGraphBuilder.h"
#include "RenderingThread.h"

void FExemplarDeformerWork::Run(FRDGBuilder& GraphBuilder)
{
	if (!Frame.IsValid() || !DeformExemplarMesh_RenderThread(GraphBuilder, *MeshObject, Frame->Frame))
	{
		Fallback.ExecuteIfBound();
	}
	Release();
}

void FExemplarDeformerWork::Release() const
{
	if (Frame.IsValid())
	{
		// The last reference to GPU resources must go on this thread.
		Frame->Frame.Data.Reset();
		Frame->Frame.Target.Reset();
		Frame->Release();
	}
}

FExemplarDeformerWorker::~FExemplarDeformerWorker()
{
	DropOnRenderThread(MoveTemp(Queue));
}

void FExemplarDeformerWorker::DropOnRenderThread(TArray<FExemplarDeformerWork>&& Dropped)
{
	if (Dropped.Num() > 0)
	{
		ENQUEUE_RENDER_COMMAND(ExemplarDropDeformerWork)
		(
			[Held = MoveTemp(Dropped)](FRHICommandListImmediate&)
			{
				for (const FExemplarDeformerWork& Work : Held)
				{
					Work.Release();
				}
			});
	}
}

void FExemplarDeformerWorker::Abort(const FExemplarDeformerTarget* Target)
{
	TArray<FExemplarDeformerWork> Dropped;
	{
		const std::lock_guard Lock(Mutex);
		for (int32 Index = Queue.Num() - 1; Index >= 0; --Index)
		{
			if (Queue[Index].Target == Target)
			{
				Dropped.Add(MoveTemp(Queue[Index]));
				Queue.RemoveAt(Index);
			}
		}
	}
	DropOnRenderThread(MoveTemp(Dropped));
}

void FExemplarDeformerWorker::Enqueue(FExemplarDeformerWork&& Work)
{
	Abort(Work.Target);
	const std::lock_guard Lock(Mutex);
	Queue.Add(MoveTemp(Work));
}

bool FExemplarDeformerWorker::HasWork(FName InExecutionGroupName) const
{
	const std::lock_guard Lock(Mutex);
	return InExecutionGroupName == ComputeTaskExecutionGroup::EndOfFrameUpdate && Queue.Num() > 0;
}

void FExemplarDeformerWorker::Submit(FRDGBuilder& GraphBuilder, FName InExecutionGroupName)
{
	if (InExecutionGroupName != ComputeTaskExecutionGroup::EndOfFrameUpdate)
	{
		return;
	}
	TArray<FExemplarDeformerWork> Now;
	{
		const std::lock_guard Lock(Mutex);
		Now = MoveTemp(Queue);
		Queue.Reset();
	}
	for (FExemplarDeformerWork& Work : Now)
	{
		Work.Run(GraphBuilder);
	}
}

#if UE_VERSION_OLDER_THAN(5, 6, 0)
void FExemplarDeformerWorker::SubmitWork(
	FRDGBuilder& GraphBuilder, FName InExecutionGroupName, ERHIFeatureLevel::Type FeatureLevel)
{
	Submit(GraphBuilder, InExecutionGroupName);
}
#else
void FExemplarDeformerWorker::SubmitWork(FComputeContext& Context)
{
	Submit(Context.GraphBuilder, Context.ExecutionGroupName);
}
#endif

FExemplarDeformerSystem& FExemplarDeformerSystem::Get()
{
	static FExemplarDeformerSystem System;
	return System;
}

FExemplarDeformerWorker* FExemplarDeformerSystem::FindWorker(const FSceneInterface* Scene) const
{
	const std::lock_guard Lock(Mutex);
	for (const auto& Entry : Workers)
	{
		if (Entry.Key == Scene)
		{
			return Entry.Value;
		}
	}
	return nullptr;
}

void FExemplarDeformerSystem::CreateWorkers(const FSceneInterface* InScene, TArray<IComputeTaskWorker*>& OutWorkers)
{
	FExemplarDeformerWorker* Worker = new FExemplarDeformerWorker;
	OutWorkers.Add(Worker);
	const std::lock_guard Lock(Mutex);
	Workers.Add({InScene, Worker});
}

void FExemplarDeformerSystem::DestroyWorkers(const FSceneInterface* InScene, TArray<IComputeTaskWorker*>& InOutWorkers)
{
	const std::lock_guard Lock(Mutex);
	for (int32 Index = Workers.Num() - 1; Index >= 0; --Index)
	{
		const int32 Found = InOutWorkers.Find(Workers[Index].Value);
		if (Workers[Index].Key == InScene && Found != INDEX_NONE)
		{
			InOutWorkers.RemoveAt(Found);
			delete Workers[Index].Value;
			Workers.RemoveAt(Index);
		}
	}
}
