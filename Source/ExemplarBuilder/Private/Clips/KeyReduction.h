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
	/** The maximum deviation, in any frame, of a point at ShellDistance from any joint. In the character's units,
	 * greater than zero.
	 */
	float Tolerance = 1e-4f;

	/** The distance of the skin from its joint, by which a wrong angle is multiplied. */
	float ShellDistance = 0.1f;
};

struct FKeyReduction
{
	FClipData Clip;
	size_t KeysBefore = 0;
	size_t KeysAfter = 0;
	float LargestError = 0.0f; // over all frames and joints, as the tolerance measures it
};

/** The same motion with fewer keys: a key is removed if interpolating its neighbors stays within the tolerance,
 * measured in character space with all parent joints reduced too, so that accumulated errors are included. Tracks that
 * never leave the rest pose keep no keys.
 */
EXEMPLARBUILDER_API TResult<FKeyReduction> ReduceKeys(const FSkeletonData& Skeleton, const FClipData& Clip,
	const FKeyReductionOptions& Options, const FBuildContext& Context);

} // namespace Exemplar
