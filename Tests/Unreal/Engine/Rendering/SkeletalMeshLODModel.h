// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Containers/Array.h"

/** What the editor keeps of an import: the imported vertex of each render vertex. */
class FSkeletalMeshLODModel
{
public:
	TArray<int32> MeshToImportVertexMap;
};
