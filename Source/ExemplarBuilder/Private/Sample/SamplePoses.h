// Copyright (c) 2026 Exemplar contributors. MIT license.

#pragma once

#include "Sample/SampleSkeleton.h"

#include <string>

namespace Exemplar
{

/** A pose by the local transforms of its joints. */
struct FSamplePose
{
	std::string Name;
	std::vector<FBoneTransform> Local;
};

/** The named poses, in the order of SamplePoseNames. */
std::vector<FSamplePose> MakeSamplePoses(const FSkeletonData& Skeleton);

constexpr uint32_t SampleWalkFrames = 24;

/** One stride of a walk on the spot at 24 frames per second; the frame after the last is the first. */
std::vector<FSamplePose> MakeSampleWalk(const FSkeletonData& Skeleton);

/** A clip with a key of every joint's rotation and of the hips' translation at every frame. */
FClipData MakeSampleClip(
	const std::string& Name, float FramesPerSecond, bool bLoops, std::span<const FSamplePose> Frames);

/**
 * How far a joint is turned from rest, radians: Swing away from its bone's direction, Twist about it (of either sign).
 */
struct FJointAngles
{
	double Swing = 0.0;
	double Twist = 0.0;
};
FJointAngles MeasureJoint(const FBoneTransform& Rest, const FBoneTransform& Posed);

/**
 * Muscles that swell as joints bend: for each vertex a displacement of the rest surface along its normal. Linear
 * blending cannot reproduce them with any weights, because they do not depend on the pose through the palette.
 */
std::vector<FDouble3> MakeSampleBulges(std::span<const FDouble3> Positions, std::span<const FDouble3> Normals,
	const FSkeletonData& Skeleton, const FSamplePose& Pose);

} // namespace Exemplar
