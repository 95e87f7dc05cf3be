// Copyright (c) 2026 Exemplar contributors. MIT licence.

#pragma once

#include "Containers/IndirectArray.h"
#include "Rendering/SkeletalMeshLODModel.h"

class FSkeletalMeshModel
{
public:
	TIndirectArray<FSkeletalMeshLODModel> LODModels;
};
