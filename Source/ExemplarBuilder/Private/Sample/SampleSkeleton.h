// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Character/CharacterModel.h"
#include "Geometry/Affine3d.h"
#include "Geometry/Mesh.h"

#include <span>

namespace Exemplar
{

/** The sample's joints. Left is +X; a right joint follows its left one. */
enum ESampleJoint : uint16_t
{
	SampleHips,
	SampleSpine,
	SampleChest,
	SampleNeck,
	SampleHead,
	SampleClavicleL,
	SampleClavicleR,
	SampleUpperArmL,
	SampleUpperArmR,
	SampleForearmL,
	SampleForearmR,
	SampleHandL,
	SampleHandR,
	SampleThighL,
	SampleThighR,
	SampleShinL,
	SampleShinR,
	SampleFootL,
	SampleFootR,
	SampleToeL,
	SampleToeR,
	SampleJointCount
};

/** The joint on the other side; a joint in the middle is its own. */
constexpr uint16_t MirrorJoint(uint16_t Joint)
{
	return Joint < SampleClavicleL ? Joint
								   : static_cast<uint16_t>((Joint - SampleClavicleL) % 2 == 0 ? Joint + 1 : Joint - 1);
}

/** The position of a joint at rest. */
FDouble3 SampleJointPosition(uint16_t Joint);

/** Joints' frames have Y along the bone, as most tools draw them, and limits that every pose of the sample respects. */
FSkeletonData MakeSampleSkeleton();

/** Rest to character, one per joint, in double from the skeleton's floats. */
std::vector<FAffine3d> RestFrames(const FSkeletonData& Skeleton);

/** The palette T_j = G_j Ghat_j^-1 of a pose given by its local transforms. */
std::vector<FAffine3d> PosePalette(const FSkeletonData& Skeleton, std::span<const FBoneTransform> Local);

/** The true weights: at most four per vertex, smooth over the surface, symmetric, multiples of 2^-16 so that they sum
 * to one exactly in float. Mirror is the surface's mirror map.
 */
TBlendWeights<FOwned> MakeSampleWeights(std::span<const FDouble3> Positions);

/** sum_j w_j T_j v for every vertex. */
std::vector<FDouble3> BlendLinearly(
	std::span<const FDouble3> Rest, const TBlendWeights<FOwned>& Weights, std::span<const FAffine3d> Palette);

} // namespace Exemplar
