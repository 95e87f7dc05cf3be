// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Api.h"
#include "Gpu/GpuLayout.h"
#include "Posing/SkinFrame.h"
#include "Skinning/PackedSkin.h"

namespace Exemplar
{

/** What shaders read of a packed skin in addition to its streams. Made once when a level is loaded. */
struct FGpuSkinTables
{
	FGpuSkinParameters Parameters; // all but instances and stretches
	std::vector<FGpuSkinBlock> Blocks;
	std::vector<uint32_t> CorrectiveOffsets; // sixteen per block with displacements, and one more at the end
	std::vector<uint32_t> CorrectiveEntries; // see FGpuCorrectiveEntry
	std::vector<uint32_t> EntryBones;        // the joint of each palette entry, for debug views
};

/** Shapes are those of the packed level, and may be empty; Correctives are the character's. Shaders read no linear
 * groups: the tables of a skin packed with a LinearTolerance are empty. */
EXEMPLARCORE_API FGpuSkinTables MakeGpuSkinTables(const FPackedSkin& Skin,
	const TCorrectives<FViewed>& Correctives = {}, const TCorrectiveDeltas<FViewed>& Shapes = {});

/**
 * The instance of a frame that is the Number-th of a dispatch: all of them have arrays of the same sizes, this frame's
 * half before the last one's, one after the other. EntryCount is that of the packed skin.
 */
EXEMPLARCORE_API FGpuSkinInstance MakeGpuSkinInstance(
	const FSkinFrame& Frame, uint32_t Number, size_t EntryCount, uint32_t FirstOutput);

} // namespace Exemplar
