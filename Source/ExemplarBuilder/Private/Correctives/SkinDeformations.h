// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Correctives/BuildCorrectives.h"
#include "Correctives/Deformation.h"
#include "Skinning/TwistSegments.h"

namespace Exemplar
{

/**
 * Spherical blending (Kavan and Zara 2005): rotations are blended as quaternions about a center that the joints of a
 * point agree on; it depends on the set of joints and the pose. Joints are the rest positions from which a center is
 * looked for.
 */
FAffineDeformation MakeSphericalDeformation(const FRigWeights& Weights, std::span<const FAffine3d> Palette,
	std::span<const int32_t> Parents, std::span<const FDouble3> Joints);

/** The same about a center that every point has of its own (Le and Hodgins 2016). */
FAffineDeformation MakeCenterDeformation(const FRigWeights& Weights, std::span<const FAffine3d> Palette,
	std::span<const int32_t> Parents, std::span<const FDouble3> Centers);

/** Linear blending of swings; twist increases along the links (SkinTwistSegment). */
FAffineDeformation MakeTwistDeformation(const FRigWeights& Weights, std::span<const FAffine3d> Palette,
	const FRestPose& Rest, const FTwistSegments& Segments);

/** Any operator of a skin in one pose. Fails, saying what is missing, where the input lacks what it reads. */
TResult<FAffineDeformation> MakeSkinDeformation(
	const FCorrectiveInput& Input, const FSkin& Skin, ESkinOperator Operator, std::span<const FAffine3d> Palette);

} // namespace Exemplar
