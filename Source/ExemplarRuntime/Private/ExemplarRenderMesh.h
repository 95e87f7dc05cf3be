// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Basis.h"
#include "CoreMinimal.h"
#include "Posing/CharacterPoser.h"
#include "Skinning/RenderVertexMap.h"

class USkinnedAsset;

/** The stamp of an LOD of a mesh. It has no vertices if the LOD does not exist. */
Exemplar::FRenderMeshStamp ExemplarStampOf(const USkinnedAsset& Mesh, int32 LODIndex);

/** Where the bones of a mesh are at rest, in the component's space. */
TArray<FTransform> ExemplarRestOf(const USkinnedAsset& Mesh);

/** The axes of a mesh, from the character's space: the ones under which its bones at rest agree with the joints. */
Exemplar::FBasis ExemplarBasisOf(const USkinnedAsset& Mesh, const Exemplar::FPosableCharacter& Character);

#if WITH_EDITOR
/** The vertices of a level that those of an LOD are, if the mesh has these axes. ImportVertices may be empty. */
Exemplar::TResult<Exemplar::FRenderVertexMap> ExemplarMapVertices(const USkinnedAsset& Mesh, int32 LODIndex,
	const Exemplar::FMeshLevelView& Level, const Exemplar::FBasis& Basis, TConstArrayView<int32> ImportVertices);
#endif
