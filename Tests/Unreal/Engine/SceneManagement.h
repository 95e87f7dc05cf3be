// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Containers/Array.h"
#include "MeshBatch.h"
#include "SceneView.h"

/** What lives as long as a frame's batches. */
class FOneFrameResource
{
public:
	virtual ~FOneFrameResource() = default;
};

/** Keeps the batches of a frame, by view. */
class FMeshElementCollector
{
public:
	FMeshBatch& AllocateMesh()
	{
		HostBatches.push_back(std::make_unique<FMeshBatch>());
		return *HostBatches.back();
	}
	template <typename T, typename... ARGS>
	T& AllocateOneFrameResource(ARGS&&... Args)
	{
		static_assert(std::is_base_of_v<FOneFrameResource, T>);
		auto Made = std::make_unique<T>(Forward<ARGS>(Args)...);
		T& Out = *Made;
		HostResources.push_back(std::move(Made));
		return Out;
	}
	void AddMesh(int32 ViewIndex, FMeshBatch& MeshBatch)
	{
		check(MeshBatch.VertexFactory && MeshBatch.MaterialRenderProxy);
		// Either a count or arguments that are counted elsewhere.
		check((MeshBatch.Elements[0].NumPrimitives == 0) == (MeshBatch.Elements[0].IndirectArgsBuffer != nullptr));
		HostByView[ViewIndex].push_back(&MeshBatch);
	}
	std::vector<std::unique_ptr<FMeshBatch>> HostBatches;
	std::vector<std::unique_ptr<FOneFrameResource>> HostResources;
	std::map<int32, std::vector<FMeshBatch*>> HostByView;
};
