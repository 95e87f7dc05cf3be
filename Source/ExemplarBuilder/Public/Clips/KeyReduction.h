// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/BuildContext.h"
#include "Base/Result.h"
#include "BuilderApi.h"
#include "Character/CharacterModel.h"

namespace Exemplar
{

struct FKeyReductionOptions
{
	/**
	 * How far a point at ShellDistance from any joint may be, in any frame, from where the dense clip puts it. The
	 * character's units, above zero.
	 */
	float Tolerance = 1e-4f;

	/** How far skin stands from its joint: what a wrong angle is multiplied by. */
	float ShellDistance = 0.1f;
};

struct FKeyReduction
{
	FClipData Clip;
	size_t KeysBefore = 0;
	size_t KeysAfter = 0;
	float LargestError = 0.0f; // over all frames and joints, as the tolerance measures it
};

/**
 * The same motion with fewer keys: a key goes where interpolating its neighbors stays within the tolerance, measured
 * in character space with all joints above it reduced too, so that errors cannot add up unseen. What never leaves the
 * rest pose keeps no key at all.
 */
EXEMPLARBUILDER_API TResult<FKeyReduction> ReduceKeys(const FSkeletonData& Skeleton, const FClipData& Clip,
	const FKeyReductionOptions& Options, const FBuildContext& Context);

} // namespace Exemplar
