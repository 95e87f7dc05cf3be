// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Levels/PoseSamples.h"

#include "AnimationSpace/ClipMetric.h"
#include "Geometry/EigenLibrary.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

namespace Exemplar
{
namespace PoseSamplesDetail
{

/** Joints turned at random: twist within its limits, swing about any axis across it. */
static std::vector<FBoneTransform> DrawPose(const FSkeletonData& Skeleton, std::mt19937_64& Engine)
{
	const auto Unit = [&Engine] { return static_cast<double>(Engine() >> 11) * 0x1p-53; };
	constexpr double Most = 0.25 * std::numbers::pi;
	std::vector<FBoneTransform> Out = Skeleton.RestLocal;
	for (size_t Joint = 0; Joint < Out.size(); ++Joint)
	{
		const FJointLimit Limit = Skeleton.Limits.empty() ? FJointLimit{} : Skeleton.Limits[Joint];
		const Eigen::Vector3d Axis =
			Eigen::Vector3d(Limit.TwistAxis.X, Limit.TwistAxis.Y, Limit.TwistAxis.Z).normalized();
		const double Low = (std::max)(-Most, static_cast<double>(Limit.MinTwist));
		const double High = (std::min)(Most, static_cast<double>(Limit.MaxTwist));
		const double Twist = Low + (High - Low) * Unit();
		const double Swing = (std::min)(Most, static_cast<double>(Limit.MaxSwing)) * Unit();
		const double Around = 2.0 * std::numbers::pi * Unit();
		const Eigen::Vector3d U = Axis.unitOrthogonal(), V = Axis.cross(U);
		const Eigen::Quaterniond Turn =
			Eigen::AngleAxisd(Swing, Eigen::Vector3d(std::cos(Around) * U + std::sin(Around) * V)) *
			Eigen::AngleAxisd(Twist, Axis);
		FRotation& R = Out[Joint].Rotation;
		const Eigen::Quaterniond Q = Eigen::Quaterniond(R.W, R.X, R.Y, R.Z) * Turn;
		R = {
			static_cast<float>(Q.x()), static_cast<float>(Q.y()), static_cast<float>(Q.z()), static_cast<float>(Q.w())};
	}
	return Out;
}

/** The motions from rest of Count poses that are drawn within the joints' limits. */
static std::vector<FAffine3d> DrawMotions(const FSkeletonData& Skeleton, size_t Count, uint64_t Seed)
{
	std::mt19937_64 Engine(Seed);
	const std::vector<FAffine3d> Rest = RestModel(Skeleton);
	std::vector<FAffine3d> Out(Rest.size() * Count);
	for (size_t Pose = 0; Pose < Count; ++Pose)
	{
		FSkeletonData Drawn = Skeleton;
		Drawn.RestLocal = DrawPose(Skeleton, Engine);
		const std::vector<FAffine3d> Model = RestModel(Drawn);
		for (size_t Joint = 0; Joint < Rest.size(); ++Joint)
		{
			Out[Joint * Count + Pose] = Compose(Model[Joint], Inverse(Rest[Joint]));
		}
	}
	return Out;
}

} // namespace PoseSamplesDetail

TResult<FPoseSamples> SamplePoses(const FAnimation& Animation, size_t MaxPoses, uint64_t Seed)
{
	using namespace PoseSamplesDetail;
	const size_t JointCount = Animation.Skeleton.JointCount(), FrameCount = Animation.FrameCount();
	if (JointCount == 0)
	{
		return FError{
			EErrorCode::Degenerate, "The character has no skeleton. Levels of detail need a skinned character."};
	}
	FClipMetricOptions MetricOptions;
	MetricOptions.Correlation = 0.5;
	MetricOptions.PriorShare = 0.1;
	TResult<FPoseMetric> Metric = BuildClipMetric(Animation, MetricOptions);
	if (!Metric)
	{
		return Metric.GetError();
	}
	const TResult<std::vector<FAffine3d>> Motions = FrameCount > 0
		? PlayMotions(Animation)
		: TResult<std::vector<FAffine3d>>(DrawMotions(Animation.Skeleton, MaxPoses, Seed));
	if (!Motions)
	{
		return Motions.GetError();
	}
	const size_t Available = FrameCount > 0 ? FrameCount : MaxPoses;
	const size_t Count = (std::min)(MaxPoses, Available);
	FPoseSamples Out;
	Out.BoneCount = JointCount;
	Out.PoseCount = Count + 1;
	Out.Metric = std::move(*Metric);
	Out.Palettes.resize(Out.BoneCount * Out.PoseCount); // the first is the rest
	for (size_t Joint = 0; Joint < JointCount; ++Joint)
	{
		for (size_t Pose = 0; Pose < Count; ++Pose)
		{
			Out.Palettes[Joint * Out.PoseCount + Pose + 1] = (*Motions)[Joint * Available + Pose * Available / Count];
		}
	}
	return Out;
}

} // namespace Exemplar
