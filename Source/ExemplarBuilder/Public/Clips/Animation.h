// Copyright (c) 2026 Exemplar contributors. MIT license.
// May change.

#pragma once

#include "Base/Result.h"
#include "BuilderApi.h"
#include "Model/Rig.h"

namespace Exemplar
{

/**
 * A skeleton and the clips that play on it, in the form in which a character stores them and a game plays them. It is
 * made right after the rig, because the stages behind it fit the skin and its levels to the poses that play.
 */
struct FAnimation
{
	FSkeletonData Skeleton;
	std::vector<FClipData> Clips;

	/** Frames of all clips. */
	EXEMPLARBUILDER_API size_t FrameCount() const;
};

struct FAnimationOptions
{
	/** The clip that holds the examples, one frame each. */
	std::string ClipName = "examples";
	float FramesPerSecond = 30.0f;

	/** Joint names by bone; empty: the rig's, or bone_00, bone_01, ... after their numbers. */
	std::vector<std::string> BoneNames;

	/** Limit every joint to what the examples show and LimitMargin more, in degrees of twist and swing (JointLimits.h).
	 * Error bounds, the metric's prior and drawn poses keep to the limits. */
	bool bLimits = true;
	double LimitMargin = 10.0;
};

/**
 * The animation that a finished rig plays: joints stand where the rig has them, rotated as its frames say; the examples
 * are one clip. Rigid motions are reproduced exactly: a bone that does not meet its parent at the joint has translation
 * keys, one that does has none (distances below a millionth of Diagonal, the rest's, are none). Affine bones become the
 * nearest rotation about their joint: neither glTF nor Unreal has joints that shear. Parents must come before children.
 */
EXEMPLARBUILDER_API TResult<FAnimation> MakeAnimation(
	const FRig& Rig, double Diagonal, const FAnimationOptions& Options = {});

/**
 * The rig as its file holds it: motions as the clip plays them, weights and rest positions as floats. A stage that goes
 * on from a rig and one that goes on from the rig's file then see the same numbers.
 */
EXEMPLARBUILDER_API TResult<FRig> RoundRig(const FRig& Rig, const FAnimation& Animation);

/** Matrices of every frame of all clips, one clip after the other, in double: bone b in frame k at [b * Frames + k]. */
EXEMPLARBUILDER_API TResult<std::vector<FAffine3d>> PlayLocals(const FAnimation& Animation);  // in the parent's frame
EXEMPLARBUILDER_API TResult<std::vector<FAffine3d>> PlayMotions(const FAnimation& Animation); // from rest to the frame

/** A joint's transform as a matrix. In double from the start: floats would blur which translations are constant. */
EXEMPLARBUILDER_API FAffine3d ToMatrix(const FBoneTransform& Local);

/** From the parents' frames to the model's; parents come before children. */
EXEMPLARBUILDER_API std::vector<FAffine3d> ToModel(std::span<const int32_t> Parents, std::span<const FAffine3d> Local);

/** Model matrices of the skeleton at rest. */
EXEMPLARBUILDER_API std::vector<FAffine3d> RestModel(const FSkeletonData& Skeleton);

} // namespace Exemplar
