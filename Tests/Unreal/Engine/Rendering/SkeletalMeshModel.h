// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Containers/IndirectArray.h"
#include "Rendering/SkeletalMeshLODModel.h"

class FSkeletalMeshModel
{
public:
	TIndirectArray<FSkeletalMeshLODModel> LODModels;
};
