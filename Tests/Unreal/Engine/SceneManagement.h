// Copyright (c) 2026 Exemplar contributors. MIT licence.

#pragma once

#include "Containers/Array.h"
#include "MeshBatch.h"
#include "SceneView.h"

/** Keeps the batches of a frame, by view. */
class FMeshElementCollector
{
public:
	FMeshBatch& AllocateMesh()
	{
		HostBatches.push_back(std::make_unique<FMeshBatch>());
		return *HostBatches.back();
	}
	void AddMesh(int32 ViewIndex, FMeshBatch& MeshBatch)
	{
		check(MeshBatch.VertexFactory && MeshBatch.VertexFactory && MeshBatch.MaterialRenderProxy);
		HostByView[ViewIndex].push_back(&MeshBatch);
	}
	std::vector<std::unique_ptr<FMeshBatch>> HostBatches;
	std::map<int32, std::vector<FMeshBatch*>> HostByView;
};
