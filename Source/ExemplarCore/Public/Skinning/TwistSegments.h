// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Api.h"
#include "Base/Math.h"
#include "Character/CharacterModel.h"
#include "Pose/RestPose.h"

#include <cstdint>
#include <span>
#include <vector>

namespace Exemplar
{

/** A link from joint Base to its child End, or the single point Base at the end of a chain. */
struct FTwistSegment
{
	static constexpr uint16_t NoEnd = 0xffff;
	uint16_t Base = 0;
	uint16_t End = NoEnd;
	bool operator==(const FTwistSegment&) const = default;
};

/** How the twist of a link's end joint increases along the link. */
enum class ETwistProfile : uint8_t
{
	Linear, // the fraction along the link, as published: continuous on straight chains
	Smooth  // smoothstep of it, flattened toward every neighboring link: continuous at bends and between siblings
};

/** The link of every vertex, and its fraction of the link's twist. */
struct FTwistSegments
{
	std::vector<FTwistSegment> Segments;
	std::vector<uint16_t> SegmentOfVertex;
	std::vector<float> TwistFractions; // in [0, 1]
};

/**
 * Assigns every vertex to the nearest link among those that leave or enter its influencing joints, by distance from the
 * rest position to the link (ties go to the earlier link). On a straight chain the border between two links is the
 * plane through their joint, where fraction one meets fraction zero. Smooth has the same property at bent joints and
 * between siblings, where linear fractions tear: toward the border with a link that leaves the same joint (or enters
 * the base) the fraction decreases to zero, toward a link that leaves the end joint it increases to one. It depends on
 * the distances to the two links, which are equal at the border.
 */
EXEMPLARCORE_API FTwistSegments MakeTwistSegments(const FRestPose& Rest, std::span<const FFloat3> Positions,
	const TBlendWeights<FViewed>& Weights, ETwistProfile Profile);

/** A rotation about the line through Center along the unit vector Axis. */
EXEMPLARCORE_API FAffine LineRotation(const FFloat3& Center, const FFloat3& Axis, float Angle);

} // namespace Exemplar
