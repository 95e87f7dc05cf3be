// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "CoreMinimal.h"
#include "Skinning/RenderVertexMap.h"

class USkinnedAsset;

/** The stamp of an LOD of a mesh. It has no vertices if the LOD does not exist. */
Exemplar::FRenderMeshStamp ExemplarStampOf(const USkinnedAsset& Mesh, int32 LODIndex);

/** Where the bones of a mesh are at rest, in the component's space. */
TArray<FTransform> ExemplarRestOf(const USkinnedAsset& Mesh);

#if WITH_EDITOR
/** Vertices of an LOD in the character's space. */
struct FExemplarRenderVertices
{
	std::vector<Exemplar::FFloat3> Positions, Normals;
	std::vector<Exemplar::FFloat2> UVs;
	FExemplarRenderVertices(const USkinnedAsset& Mesh, int32 LODIndex);
};
#endif
