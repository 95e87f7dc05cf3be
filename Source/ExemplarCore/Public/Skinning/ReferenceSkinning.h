// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Base/Api.h"
#include "Pose/DualQuaternion.h"
#include "Pose/RestPose.h"
#include "Skinning/SurfacePoint.h"
#include "Skinning/TwistSegments.h"

#include <cstdint>
#include <span>

namespace Exemplar
{

/**
 * Every skinning operator in plain code, one vertex at a time, as its paper defines it. The fast paths are tested
 * against it, and tools that skin a few points use it. Bones index the palette; Weights sum to one; both have one entry
 * per influence. Arguments are not checked.
 */

/** Linear blend skinning: v' = (sum_j w_j T_j) v. */
EXEMPLARCORE_API FSurfacePoint SkinLinearBlend(std::span<const FAffine> Palette, std::span<const uint16_t> Bones,
	std::span<const float> Weights, const FSurfacePoint& Rest);

/** The points of one animation-space vertex, in rest space, one per influence. */
struct FAnimationSpacePoint
{
	std::span<const FFloat4> Points;
	std::span<const FFloat4> Deltas;     // optional: v = sum_j T_j (p_j + f dp_j)
	std::span<const FFloat4> Tangents;   // optional
	std::span<const FFloat4> Bitangents; // with Tangents; cross(tangent, bitangent) is along the normal
};

/**
 * Animation space (Merry 2007, eq. 3.1): v' = sum_j T_j p_j. The normal is the cross product of the projected tangents
 * (section 3.6); if the vertex has none, the W of its points blend the palette for the rest normal and tangent, which
 * equals linear blend skinning if the points are w_j (v, 1). The position of Rest is not used.
 */
EXEMPLARCORE_API FSurfacePoint SkinAnimationSpace(std::span<const FAffine> Palette, std::span<const uint16_t> Bones,
	const FAnimationSpacePoint& Vertex, float GeomorphFactor, const FSurfacePoint& Rest);

/** Dual quaternion linear blending (Kavan et al. 2008), after the blended stretch if Stretches is not empty. */
EXEMPLARCORE_API FSurfacePoint SkinDualQuaternion(std::span<const FDualQuaternion> Rigid,
	std::span<const FAffine> Stretches, std::span<const uint16_t> Bones, std::span<const float> Weights,
	const FSurfacePoint& Rest);

/** The matrices of linear blending and dual quaternions, mixed: (1 - Factor) L + Factor D. */
EXEMPLARCORE_API FSurfacePoint SkinBlended(std::span<const FAffine> Palette, std::span<const FDualQuaternion> Rigid,
	std::span<const FAffine> Stretches, std::span<const uint16_t> Bones, std::span<const float> Weights, float Factor,
	const FSurfacePoint& Rest);

/**
 * The rotation center of a set of joints for spherical blend skinning (Kavan and Zara 2005): the point whose images
 * under all of them agree best, min sum_{i<j} |(R_i - R_j) c + t_i - t_j|^2. Directions in which the joints agree for
 * every c (singular values below 1e-3) keep the value of Guess, so that nearly equal rotations cannot move the center
 * far away.
 */
EXEMPLARCORE_API FFloat3 FindRotationCenter(
	std::span<const FAffine> Palette, std::span<const uint16_t> Bones, const FFloat3& Guess);

/**
 * Spherical blend skinning: v' = s Q (v - c) + sum_j w_j T_j c, Q the normalized blend of the joints' quaternions and s
 * that of their uniform scales. Rigid gives the quaternions with their signs, Center is FindRotationCenter of the set.
 * With the vertex's own center this is skinning with optimized centers of rotation (Le and Hodgins 2016).
 */
EXEMPLARCORE_API FSurfacePoint SkinSphericalBlend(std::span<const FAffine> Palette,
	std::span<const FDualQuaternion> Rigid, std::span<const uint16_t> Bones, std::span<const float> Weights,
	const FFloat3& Center, const FSurfacePoint& Rest);

/**
 * Segment-based linear blend skinning: the vertex rotates about its own link by TwistFraction of the twist of the
 * link's end joint, every influence gets the same twist, and the swings are blended linearly. Palette and Twists have
 * one entry per joint of the skeleton.
 */
EXEMPLARCORE_API FSurfacePoint SkinTwistSegment(const FRestPose& Rest, std::span<const FAffine> Palette,
	std::span<const float> Twists, const FTwistSegment& Segment, float TwistFraction, std::span<const uint16_t> Bones,
	std::span<const float> Weights, const FSurfacePoint& Point);

} // namespace Exemplar
