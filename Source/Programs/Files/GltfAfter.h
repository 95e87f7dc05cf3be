// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Character/CharacterModel.h"
#include "Files/InfluenceRows.h"

#include <utility>
#include <vector>

namespace Exemplar
{

/**
 * Displacements after skinning as offsets before it, which is all that a morph target can do. Of all offsets, those
 * that come nearest to the displacements in the frames of the clips, weighted as the shapes are there.
 */
struct FFoldedAfter
{
	std::vector<std::vector<std::pair<uint32_t, FFloat3>>> Shapes; // [shape]: vertices, ascending, with their offsets

	double Largest = 0.0; // displacement in the clips, in meters
	double Missing = 0.0; // the largest part of one that no offset reaches
};

/** Rows are the influences that the level is written with. */
FFoldedAfter FoldAfter(const FCharacterView& Character, size_t Level, const FInfluenceRows& Rows);

} // namespace Exemplar
