// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Api.h"
#include "Gpu/GpuLayout.h"
#include "Skinning/PackedSkin.h"

namespace Exemplar
{

/** What shaders read of a packed skin in addition to its streams. Made once when a level is loaded. */
struct FGpuSkinTables
{
	FGpuSkinParameters Parameters; // all but instances and stretches
	std::vector<FGpuSkinBlock> Blocks;
	std::vector<uint32_t> CorrectiveOffsets; // eight per block with displacements, and one more at the end
	std::vector<FGpuCorrectiveEntry> CorrectiveEntries;
	std::vector<uint32_t> EntryBones; // the joint of each palette entry, for debug views
};

/** Shapes are those of the packed level, and may be empty. */
EXEMPLARCORE_API FGpuSkinTables MakeGpuSkinTables(
	const FPackedSkin& Skin, const TCorrectiveDeltas<FViewed>& Shapes = {});

} // namespace Exemplar
