// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Result.h"
#include "Character/CharacterModel.h"
#include "Levels/LodStream.h"

namespace Exemplar
{

/**
 * The poses that a character's levels are made for: the rest and up to MaxPoses frames spread evenly over its clips, or
 * as many drawn poses within the joints' limits where it has none (turns of at most a quarter). The metric knows every
 * frame: half of it how joints move together, a tenth what no clip shows.
 */
EXEMPLARBUILDER_API TResult<FPoseSamples> SampleCharacterPoses(
	const FCharacterData& Character, size_t MaxPoses, uint64_t Seed);

} // namespace Exemplar
