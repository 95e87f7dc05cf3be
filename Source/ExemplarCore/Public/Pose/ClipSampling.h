// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Api.h"
#include "Character/CharacterModel.h"

namespace Exemplar
{

/**
 * How long a clip is. A looping one goes on from its last frame to its first, so it has as many intervals as frames;
 * one that does not loop stops at its last.
 */
EXEMPLARCORE_API float GetClipSeconds(const FClipView& Clip);

/** The frame, with its fraction, that is shown at a time: wrapped into [0, FrameCount) or held at the ends. */
EXEMPLARCORE_API float GetClipFrame(const FClipView& Clip, float Seconds);

/**
 * A clip's local transforms at a time. Between keys rotations take the shorter arc (normalized linear interpolation),
 * the rest goes linearly; what has no keys keeps its rest value. The clip must belong to the skeleton: a character's
 * own clips do, checked when the character was loaded.
 */
struct EXEMPLARCORE_API FSampleClipJob
{
	const FClipView* Clip = nullptr;
	float Seconds = 0.0f;
	std::span<const FBoneTransform> RestLocal;
	std::span<FBoneTransform> Local;

	bool Validate() const;
	bool Run() const;
};

/** Normalized linear interpolation along the shorter arc. */
EXEMPLARCORE_API FRotation Interpolate(const FRotation& A, const FRotation& B, float Fraction);

} // namespace Exemplar
