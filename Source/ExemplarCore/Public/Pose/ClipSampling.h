// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Api.h"
#include "Character/CharacterModel.h"

namespace Exemplar
{

/**
 * The duration of a clip. A looping clip continues from its last frame to its first, so it has as many intervals as
 * frames; any other clip ends at its last frame.
 */
EXEMPLARCORE_API float GetClipSeconds(const FClipView& Clip);

/** The frame at a time, with its fraction: wrapped into [0, FrameCount) or clamped to the ends. */
EXEMPLARCORE_API float GetClipFrame(const FClipView& Clip, float Seconds);

/**
 * Samples a clip's local transforms at a time. Between keys, rotations take the shorter arc (normalized linear
 * interpolation); translations and scales are interpolated linearly. A channel without keys keeps its rest value. The
 * clip must belong to the skeleton: a character's own clips do, which loading checks.
 */
struct EXEMPLARCORE_API FSampleClipJob
{
	const FClipView* Clip = nullptr;
	float Seconds = 0.0f;
	std::span<const FBoneTransform> RestLocal;
	std::span<FBoneTransform> Local; // may be shorter: then the first joints alone

	bool Validate() const;
	bool Run() const;
};

/** The curve of a clip with this name; NoIndex if it has none. */
EXEMPLARCORE_API uint32_t FindCurve(const FClipView& Clip, std::string_view Name);

/** The value of a curve at a time: linear between keys, constant before the first and after the last; a looping clip
 * continues from its last key to its first. */
EXEMPLARCORE_API float SampleCurve(const FClipView& Clip, uint32_t Curve, float Seconds);

/** The local transforms of a clip at a frame, which may lie between two frames. Allocates: for tools and tests. */
EXEMPLARCORE_API std::vector<FBoneTransform> SampleFrame(
	const FSkeletonView& Skeleton, const FClipView& Clip, float Frame);

/** Normalized linear interpolation along the shorter arc. */
EXEMPLARCORE_API FRotation Interpolate(const FRotation& A, const FRotation& B, float Fraction);

} // namespace Exemplar
