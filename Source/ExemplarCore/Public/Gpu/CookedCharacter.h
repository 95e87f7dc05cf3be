// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Gpu/GpuLevel.h"
#include "Posing/CharacterPoser.h"

#include <span>
#include <vector>

namespace Exemplar
{

/** The operator of crowds, which have vertex factories for these two only: animation space, or linear blending. */
EXEMPLARCORE_API ESkinOperator FindCrowdOperator(const FCharacterView& Character);

/**
 * What a packaged game loads of a character: the file without the meshes of its levels, and every level packed for the
 * GPU, one block each. An operator draws a level that is packed in its kind (PackedKindOf).
 */
struct FCookedCharacter
{
	struct FBlock
	{
		EPackedKind Kind = EPackedKind::LinearBlend;
		uint32_t Level = 0;
		std::vector<std::byte> Bytes; // WriteGpuLevel
	};

	TAlignedArray<std::byte> Character;
	std::vector<FBlock> Blocks;                           // by kind, finest level first
	ESkinOperator Preferred = ESkinOperator::LinearBlend; // FindPreferredOperator, which needs the levels
	ESkinOperator Crowd = ESkinOperator::LinearBlend;     // FindCrowdOperator
};

/**
 * Packs the kinds of the preferred operator, of crowds, and of More, in the axes of the character. With bKeepMeshes the
 * levels stay in the file too: for what looks at the surface on the CPU, or packs it in other axes. Fails if the levels
 * do not have what one of the operators reads.
 */
EXEMPLARCORE_API TResult<FCookedCharacter> CookCharacter(const FPosableCharacter& Character,
	std::span<const ESkinOperator> More = {}, bool bKeepMeshes = false, IExecutor& Executor = GetSerialExecutor());

} // namespace Exemplar
