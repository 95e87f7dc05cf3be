// Copyright (c) 2026 Exemplar contributors. MIT license.
// May change.

#pragma once

#include "BuilderApi.h"
#include "Examples/ExampleSet.h"

namespace Exemplar
{

/**
 * A skeleton in the space of examples: Scale and the examples' own placement applied to its joints. Rotations stay;
 * scales of joints go into their places, because bones of a rig do not scale.
 */
EXEMPLARBUILDER_API FSkeletonData PlaceSkeleton(
	const FSkeletonData& Skeleton, double Scale, const FNormalization& Normalization);

} // namespace Exemplar
