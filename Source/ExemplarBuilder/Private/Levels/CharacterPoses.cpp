// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "Levels/CharacterPoses.h"

#include "AnimationSpace/ClipMetric.h"
#include "AnimationSpace/EigenBlocks.h"
#include "Character/CharacterViews.h"
#include "Geometry/EigenLibrary.h"
#include "Pose/ClipSampling.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

namespace Exemplar
{
namespace CharacterPosesDetail
{

static Eigen::Matrix4d ToLocalMatrix(const FBoneTransform& T)
{
	const Eigen::Quaterniond Q =
		Eigen::Quaterniond(T.Rotation.W, T.Rotation.X, T.Rotation.Y, T.Rotation.Z).normalized();
	Eigen::Matrix4d Out = Eigen::Matrix4d::Identity();
	Out.topLeftCorner<3, 3>() = Q.toRotationMatrix() * Eigen::Vector3d(T.Scale.X, T.Scale.Y, T.Scale.Z).asDiagonal();
	Out.topRightCorner<3, 1>() = Eigen::Vector3d(T.Translation.X, T.Translation.Y, T.Translation.Z);
	return Out;
}

static std::vector<Eigen::Matrix4d> ModelMatrices(const FSkeletonData& Skeleton, std::span<const FBoneTransform> Local)
{
	std::vector<Eigen::Matrix4d> Out;
	for (size_t Joint = 0; Joint < Local.size(); ++Joint)
	{
		const Eigen::Matrix4d Own = ToLocalMatrix(Local[Joint]);
		const int32_t Parent = Skeleton.Parents[Joint];
		Out.push_back(Parent < 0 ? Own : Eigen::Matrix4d(Out[static_cast<size_t>(Parent)] * Own));
	}
	return Out;
}

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

static TResult<std::vector<std::vector<FBoneTransform>>> PickPoses(
	const FCharacterData& Character, size_t MaxPoses, uint64_t Seed)
{
	std::vector<std::pair<size_t, uint32_t>> Frames;
	for (size_t Clip = 0; Clip < Character.Clips.size(); ++Clip)
	{
		for (uint32_t Frame = 0; Frame < Character.Clips[Clip].FrameCount; ++Frame)
		{
			Frames.emplace_back(Clip, Frame);
		}
	}
	std::vector<std::vector<FBoneTransform>> Out;
	std::mt19937_64 Engine(Seed);
	const size_t Count = Frames.empty() ? MaxPoses : (std::min)(MaxPoses, Frames.size());
	for (size_t Pose = 0; Pose < Count; ++Pose)
	{
		if (Frames.empty())
		{
			Out.push_back(DrawPose(Character.Skeleton, Engine));
			continue;
		}
		const auto& [Index, Frame] = Frames[Pose * Frames.size() / Count];
		const FClipData& Clip = Character.Clips[Index];
		const FClipView View = ViewOf(Clip);
		std::vector<FBoneTransform> Local(Character.Skeleton.JointCount());
		const float Seconds = static_cast<float>(Frame) / Clip.FramesPerSecond;
		if (!FSampleClipJob{&View, Seconds, Character.Skeleton.RestLocal, Local}.Run())
		{
			return FError{EErrorCode::Mismatch,
				"Clip " + Clip.Name + " does not match the skeleton. Provide keys for its joints."};
		}
		Out.push_back(std::move(Local));
	}
	return Out;
}

} // namespace CharacterPosesDetail

TResult<FPoseSamples> SampleCharacterPoses(const FCharacterData& Character, size_t MaxPoses, uint64_t Seed)
{
	using namespace CharacterPosesDetail;
	const FSkeletonData& Skeleton = Character.Skeleton;
	if (Skeleton.JointCount() == 0)
	{
		return FError{EErrorCode::Degenerate, "The character has no skeleton. Levels require a skinned character."};
	}
	FClipMetricOptions MetricOptions;
	MetricOptions.Correlation = 0.5;
	MetricOptions.PriorShare = 0.1;
	TResult<FPoseMetric> Metric = BuildClipMetric(Skeleton, Character.Clips, MetricOptions);
	if (!Metric)
	{
		return Metric.GetError();
	}
	TResult<std::vector<std::vector<FBoneTransform>>> Picked = PickPoses(Character, MaxPoses, Seed);
	if (!Picked)
	{
		return Picked.GetError();
	}
	Picked->insert(Picked->begin(), Skeleton.RestLocal);
	const std::vector<Eigen::Matrix4d> Rest = ModelMatrices(Skeleton, Skeleton.RestLocal);
	FPoseSamples Out;
	Out.BoneCount = Skeleton.JointCount();
	Out.PoseCount = Picked->size();
	Out.Metric = std::move(*Metric);
	Out.Palettes.resize(Out.BoneCount * Out.PoseCount);
	for (size_t Pose = 0; Pose < Out.PoseCount; ++Pose)
	{
		const std::vector<Eigen::Matrix4d> Model = ModelMatrices(Skeleton, (*Picked)[Pose]);
		for (size_t Joint = 0; Joint < Out.BoneCount; ++Joint)
		{
			const Eigen::Matrix4d Palette = Pose == 0 ? Eigen::Matrix4d(Eigen::Matrix4d::Identity())
													  : Eigen::Matrix4d(Model[Joint] * Rest[Joint].inverse());
			Out.Palettes[Joint * Out.PoseCount + Pose] =
				ToAffine3d(Palette.topLeftCorner<3, 3>(), Palette.topRightCorner<3, 1>());
		}
	}
	return Out;
}

} // namespace Exemplar
