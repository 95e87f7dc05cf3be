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

/** Joints turned at random by at most so much: twist within its limits, swing about any axis across it. */
static std::vector<FBoneTransform> DrawPose(const FSkeletonData& Skeleton, double Most, std::mt19937_64& Engine)
{
	const auto Unit = [&Engine] { return static_cast<double>(Engine() >> 11) * 0x1p-53; };
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

/** The motion of the first root without its scale. */
static FAffine3d RootMotion(std::span<const FAffine3d> Motions, size_t Root, size_t FrameCount, size_t Frame)
{
	FAffine3d Out = Motions[Root * FrameCount + Frame];
	Eigen::Map<Eigen::Matrix<double, 3, 4, Eigen::RowMajor>> Matrix(Out.M.data());
	const Eigen::JacobiSVD<Eigen::Matrix3d> Parts(Matrix.leftCols<3>(), Eigen::ComputeFullU | Eigen::ComputeFullV);
	Matrix.leftCols<3>() = Parts.matrixU() * Parts.matrixV().transpose();
	return Out;
}

/**
 * A character that walks away is the same character: frames are seen from the root, so that floats and quadrics do not
 * lose to the distance what they have to tell apart.
 */
static void FactorRoot(const FSkeletonData& Skeleton, size_t FrameCount, std::vector<FAffine3d>& Motions)
{
	const auto Root = std::find_if(Skeleton.Parents.begin(), Skeleton.Parents.end(), [](int32_t P) { return P < 0; });
	if (Root == Skeleton.Parents.end())
	{
		return;
	}
	const size_t Index = static_cast<size_t>(Root - Skeleton.Parents.begin());
	for (size_t Frame = 0; Frame < FrameCount; ++Frame)
	{
		const FAffine3d Back = Inverse(RootMotion(Motions, Index, FrameCount, Frame));
		for (size_t Joint = 0; Joint < Skeleton.Parents.size(); ++Joint)
		{
			FAffine3d& Motion = Motions[Joint * FrameCount + Frame];
			Motion = Compose(Back, Motion);
		}
	}
}

/** Poses of a list of motions, the rest first. */
static FPoseSamples Collect(size_t JointCount, std::span<const FAffine3d> Motions, size_t FrameCount,
	std::span<const size_t> Frames, std::span<const FAffine3d> Drawn, size_t DrawnCount)
{
	FPoseSamples Out;
	Out.BoneCount = JointCount;
	Out.PoseCount = 1 + Frames.size() + DrawnCount;
	Out.Palettes.resize(Out.BoneCount * Out.PoseCount);
	for (size_t Joint = 0; Joint < JointCount; ++Joint)
	{
		FAffine3d* const Row = Out.Palettes.data() + Joint * Out.PoseCount + 1;
		for (size_t Pose = 0; Pose < Frames.size(); ++Pose)
		{
			Row[Pose] = Motions[Joint * FrameCount + Frames[Pose]];
		}
		std::copy_n(Drawn.data() + Joint * DrawnCount, DrawnCount, Row + Frames.size());
	}
	return Out;
}

/** Motions of all frames of the clips, seen from the root. */
static TResult<std::vector<FAffine3d>> PlayRooted(const FAnimation& Animation)
{
	TResult<std::vector<FAffine3d>> Motions = PlayMotions(Animation);
	if (Motions)
	{
		FactorRoot(Animation.Skeleton, Animation.FrameCount(), *Motions);
	}
	return Motions;
}

} // namespace PoseSamplesDetail

std::vector<FAffine3d> DrawMotions(const FSkeletonData& Skeleton, size_t Count, double Most, uint64_t Seed)
{
	using namespace PoseSamplesDetail;
	std::mt19937_64 Engine(Seed);
	const std::vector<FAffine3d> Rest = RestModel(Skeleton);
	std::vector<FAffine3d> Out(Rest.size() * Count);
	for (size_t Pose = 0; Pose < Count; ++Pose)
	{
		FSkeletonData Drawn = Skeleton;
		Drawn.RestLocal = DrawPose(Skeleton, Most, Engine);
		const std::vector<FAffine3d> Model = RestModel(Drawn);
		for (size_t Joint = 0; Joint < Rest.size(); ++Joint)
		{
			Out[Joint * Count + Pose] = Compose(Model[Joint], Inverse(Rest[Joint]));
		}
	}
	return Out;
}

TResult<FPoseSamples> SamplePoses(const FAnimation& Animation, size_t MaxPoses, uint64_t Seed)
{
	using namespace PoseSamplesDetail;
	const size_t JointCount = Animation.Skeleton.JointCount(), Available = Animation.FrameCount();
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
	const TResult<std::vector<FAffine3d>> Motions = PlayRooted(Animation);
	if (!Motions)
	{
		return Motions.GetError();
	}
	const size_t Count = (std::min)(MaxPoses, Available);
	const size_t DrawnCount = Available > 0 ? CountDrawnPoses(Count) : MaxPoses;
	std::vector<size_t> Frames;
	for (size_t Pose = 0; Pose < Count; ++Pose)
	{
		Frames.push_back(Pose * Available / Count);
	}
	FPoseSamples Out = Collect(JointCount, *Motions, Available, Frames,
		DrawMotions(Animation.Skeleton, DrawnCount, Available > 0 ? DrawnTurn : 2.0 * DrawnTurn, Seed), DrawnCount);
	Out.Metric = std::move(*Metric);
	return Out;
}

TResult<FPoseSamples> SampleOtherPoses(const FAnimation& Animation, size_t MaxPoses, uint64_t Seed)
{
	using namespace PoseSamplesDetail;
	const size_t Available = Animation.FrameCount();
	const TResult<std::vector<FAffine3d>> Motions = PlayRooted(Animation);
	if (!Motions)
	{
		return Motions.GetError();
	}
	const size_t Count = (std::min)(MaxPoses, Available), DrawnCount = Available > 0 ? 0 : MaxPoses;
	std::vector<size_t> Frames;
	for (size_t Pose = 0; Pose < Count; ++Pose)
	{
		Frames.push_back((2 * Pose + 1) * Available / (2 * Count));
	}
	return Collect(Animation.Skeleton.JointCount(), *Motions, Available, Frames,
		DrawMotions(Animation.Skeleton, DrawnCount, 2.0 * DrawnTurn, ~Seed), DrawnCount);
}

} // namespace Exemplar
