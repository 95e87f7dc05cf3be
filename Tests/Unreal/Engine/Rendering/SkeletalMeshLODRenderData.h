// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "StaticMeshResources.h"

struct FSkelMeshRenderSection
{
	uint16 MaterialIndex = 0;
	uint32 BaseIndex = 0;
	uint32 NumTriangles = 0;
	uint32 BaseVertexIndex = 0;
	uint32 NumVertices = 0;
};

class FSkeletalMeshLODRenderData
{
public:
	TArray<FSkelMeshRenderSection> RenderSections;
	FStaticMeshVertexBuffers StaticVertexBuffers;
	uint32 GetNumVertices() const { return StaticVertexBuffers.PositionVertexBuffer.GetNumVertices(); }

	struct FHostInfluence
	{
		int32 Bone;
		float Weight;
	};
	std::vector<std::vector<FHostInfluence>> HostInfluences; // of each vertex
	TArray<FVector3f> HostTangents;
	TArray<uint32> HostIndices;
};
