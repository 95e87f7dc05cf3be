// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Containers/IndirectArray.h"
#include "Rendering/SkeletalMeshLODRenderData.h"

class FSkeletalMeshRenderData
{
public:
	TIndirectArray<FSkeletalMeshLODRenderData> LODRenderData;
	uint8 CurrentFirstLODIdx = 0; // the finest that is in memory
	bool IsInitialized() const { return LODRenderData.Num() > 0; }
	int32 GetPendingFirstLODIdx(int32 MinLODIdx) const { return FMath::Max<int32>(HostPendingFirst, MinLODIdx); }

	int32 HostPendingFirst = 0;
};
