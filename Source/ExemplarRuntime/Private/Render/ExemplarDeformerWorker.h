// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "ComputeSystemInterface.h"
#include "ComputeWorkerInterface.h"
#include "Delegates/Delegate.h"
#include "Misc/EngineVersionComparison.h"
#include "Render/ExemplarDeforming.h"
#include "Render/ExemplarFramePool.h"

#include <mutex>

class FSkeletalMeshObject;

/** A mesh to deform in this frame. */
struct FExemplarDeformerWork
{
	FSkeletalMeshObject* MeshObject = nullptr;
	const FExemplarDeformerTarget* Target = nullptr;                // whose it is
	TSharedPtr<TExemplarPooledFrame<FExemplarDeformerFrame>> Frame; // none: the engine skins the mesh
	FSimpleDelegate Fallback;

	/** Render thread: adds the passes, or falls back. */
	void Run(FRDGBuilder& GraphBuilder);
	/** Render thread: the frame may be used again. */
	void Release() const;
};

/**
 * Deforms the meshes of one scene, all in one graph, where the renderer runs compute tasks at the end of a frame. Since
 * 5.6 that is after the skeletal meshes were updated; a render command of its own would be before, with last frame's
 * LOD.
 */
class FExemplarDeformerWorker final : public IComputeTaskWorker
{
public:
	virtual ~FExemplarDeformerWorker() override;

	/** Any thread. Work for the same target that was not done yet is replaced: nobody may have drawn the scene. */
	void Enqueue(FExemplarDeformerWork&& Work);
	/** Any thread, before a mesh object is destroyed: forgets the work of its target. */
	void Abort(const FExemplarDeformerTarget* Target);

	virtual bool HasWork(FName InExecutionGroupName) const override;
#if UE_VERSION_OLDER_THAN(5, 6, 0)
	virtual void SubmitWork(
		FRDGBuilder& GraphBuilder, FName InExecutionGroupName, ERHIFeatureLevel::Type FeatureLevel) override;
#else
	virtual void SubmitWork(FComputeContext& Context) override;
#endif

private:
	void Submit(FRDGBuilder& GraphBuilder, FName InExecutionGroupName);
	/** What has been replaced or forgotten may hold the last reference to GPU data. */
	static void DropOnRenderThread(TArray<FExemplarDeformerWork>&& Dropped);

	mutable std::mutex Mutex;
	TArray<FExemplarDeformerWork> Queue;
};

/** Gives every scene its worker. Registered while the module is loaded. */
class FExemplarDeformerSystem final : public IComputeSystem
{
public:
	static FExemplarDeformerSystem& Get();

	/** Null where the scene is older than the module. Any thread. */
	FExemplarDeformerWorker* FindWorker(const FSceneInterface* Scene) const;

	virtual void CreateWorkers(const FSceneInterface* InScene, TArray<IComputeTaskWorker*>& OutWorkers) override;
	virtual void DestroyWorkers(const FSceneInterface* InScene, TArray<IComputeTaskWorker*>& InOutWorkers) override;

private:
	mutable std::mutex Mutex;
	TArray<TPair<const FSceneInterface*, FExemplarDeformerWorker*>> Workers;
};
