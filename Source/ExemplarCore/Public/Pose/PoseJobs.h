// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Api.h"
#include "Base/Math.h"

#include <cstdint>
#include <span>

namespace Exemplar
{

/**
 * Run-time jobs on poses. A job is a struct of spans: it owns nothing, allocates nothing and may run on any thread.
 * Validate() returns whether the sizes of the spans match; if they do not, Run() does nothing and returns false. Input
 * and output may be the same array only where a job states it.
 */

/** Local transforms to matrices in character space, parents first: G_j = G_parent(j) L_j. */
struct EXEMPLARCORE_API FLocalToModelJob
{
	std::span<const int32_t> Parents; // NoParent or an earlier joint
	std::span<const FBoneTransform> Local;
	std::span<FAffine> Model;

	bool Validate() const;
	bool Run() const;
};

/** The palette of rest-to-posed matrices, T_j = G_j Ghat_j^-1. */
struct EXEMPLARCORE_API FPaletteJob
{
	std::span<const FAffine> Model;
	std::span<const FAffine> InverseRest; // as many as Model
	std::span<const uint16_t> Bones;      // optional: the joints of the palette, in its order; empty: all
	std::span<FAffine> Palette;

	bool Validate() const;
	bool Run() const;
};

/** One pose of a blend. Weight >= 0; JointWeights (optional) scales it joint by joint. */
struct FPoseLayer
{
	std::span<const FBoneTransform> Pose;
	float Weight = 1.0f;
	std::span<const float> JointWeights;
};

/**
 * The weighted mean of poses: rotations by normalized linear interpolation on the hemisphere of the first layer with a
 * weight, translations and scales linearly. If the weights of a joint sum to less than one, Rest has the remaining
 * weight; above one they are normalized. Additive layers are applied last: each is a result of DifferenceToRest.
 */
struct EXEMPLARCORE_API FBlendPosesJob
{
	std::span<const FPoseLayer> Layers;
	std::span<const FPoseLayer> AdditiveLayers; // optional
	std::span<const FBoneTransform> Rest;
	std::span<FBoneTransform> Blended; // may be the pose of a layer

	bool Validate() const;
	bool Run() const;
};

/** The value of an additive layer for a joint: composed onto Rest it gives Pose. */
EXEMPLARCORE_API FBoneTransform DifferenceToRest(const FBoneTransform& Pose, const FBoneTransform& Rest);

} // namespace Exemplar
