// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Clips/Animation.h"
#include "Levels/LodStream.h"

#include <numbers>

namespace Exemplar
{

/**
 * The poses that levels are made for: the rest, up to MaxPoses frames spread evenly over the clips as seen from the
 * root, and a quarter as many drawn poses (at most six, joints turned by up to 22.5 degrees within their limits),
 * because players see what no clip shows. Without clips as many drawn poses of up to 45 degrees. The metric knows every
 * frame: half of it knows how joints move together, a tenth covers what no clip shows.
 */
EXEMPLARBUILDER_API TResult<FPoseSamples> SamplePoses(const FAnimation& Animation, size_t MaxPoses, uint64_t Seed);

/**
 * The poses that levels are measured in: the rest and up to MaxPoses frames, midway between those that levels are made
 * for as far as there are any; drawn with another seed without clips. There is no metric.
 */
EXEMPLARBUILDER_API TResult<FPoseSamples> SampleOtherPoses(const FAnimation& Animation, size_t MaxPoses, uint64_t Seed);

/** How many poses are drawn beside so many frames, and by how much their joints turn at most. */
constexpr size_t CountDrawnPoses(size_t Frames)
{
	return Frames < 24 ? (Frames + 3) / 4 : 6;
}
constexpr double DrawnTurn = 0.125 * std::numbers::pi;

/** The motions from rest of Count poses with joints turned by at most Most radians within their limits: bone b in pose
 * k at [b * Count + k]. */
EXEMPLARBUILDER_API std::vector<FAffine3d> DrawMotions(
	const FSkeletonData& Skeleton, size_t Count, double Most, uint64_t Seed);

} // namespace Exemplar
