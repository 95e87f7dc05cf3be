// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Result.h"
#include "Skinning/PackedSkin.h"

#include <span>
#include <vector>

namespace Exemplar
{

/** One influence of a vertex: its palette bone, and the index of its numbers in the level. */
struct FPackedInfluence
{
	uint16_t PaletteIndex = 0;
	uint32_t Source = 0;
};

/** The first half of packing: the influences that are kept, the order of vertices, and their palette entries. */
struct FSkinOrder
{
	std::vector<uint32_t> Offsets; // by vertex
	std::vector<FPackedInfluence> Influences;
	std::vector<uint32_t> Entries; // by influence: index into the kind's palette
	FTwistSegments Twist;
	std::vector<uint8_t> IsLinear; // by vertex: packed as weights and a position; empty if none is

	std::span<const FPackedInfluence> RowOf(size_t Vertex) const
	{
		return std::span(Influences).subspan(Offsets[Vertex], Offsets[Vertex + 1] - Offsets[Vertex]);
	}
};

/** Fills Skin's groups, maps and palettes. Returns the source of the streams. */
TResult<FSkinOrder> OrderSkin(
	const FMeshLevelView& Level, const FRestPose& Rest, const FPackOptions& Options, FPackedSkin& Skin);

} // namespace Exemplar
