// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "RenderResource.h"

class FMaterialRenderProxy;
class FVertexFactory;

enum ESceneDepthPriorityGroup
{
	SDPG_World,
	SDPG_Foreground
};

struct FMeshBatchElement
{
	FRHIUniformBuffer* PrimitiveUniformBuffer = nullptr;
	const FIndexBuffer* IndexBuffer = nullptr;
	FRHIBuffer* IndirectArgsBuffer = nullptr;
	uint32 IndirectArgsOffset = 0;
	const void* UserData = nullptr; // for the vertex factory
	uint32 FirstIndex = 0;
	uint32 NumPrimitives = 0; // zero: by the indirect arguments
	uint32 NumInstances = 1;
	uint32 MinVertexIndex = 0;
	uint32 MaxVertexIndex = 0;
};
struct FMeshBatch
{
	FMeshBatchElement Elements[1];
	const FVertexFactory* VertexFactory = nullptr;
	const FMaterialRenderProxy* MaterialRenderProxy = nullptr;
	uint32 ReverseCulling : 1 = false;
	uint32 bCanApplyViewModeOverrides : 1 = false;
	uint32 bOverlayMaterial : 1 = false;
	uint32 CastShadow : 1 = true;
	uint32 bSelectable : 1 = true;
	uint32 Type : 8 = PT_TriangleList;
	uint32 DepthPriorityGroup : 8 = SDPG_World;
};
