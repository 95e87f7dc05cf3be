// Copyright (c) 2026 Exemplar contributors. MIT license.

#include "AnimationSpace/ClipMetric.h"

#include <algorithm>

namespace Exemplar
{

namespace ClipMetricDetail
{

bool HasOneRoot(const FSkeletonData& Skeleton)
{
	for (size_t Joint = 1; Joint < Skeleton.JointCount(); ++Joint)
	{
		if (Skeleton.Parents[Joint] == NoParent)
		{
			return false;
		}
	}
	return true;
}

/** What a joint may do: its limits, or turns of up to Most about every axis where it has none. */
FJointStatistics PriorOf(const FSkeletonData& Skeleton, size_t Joint, const FAffine3d& Rest, double Most)
{
	if (Skeleton.Parents[Joint] == NoParent)
	{
		return FrozenJoint(Rest);
	}
	if (!Skeleton.Limits.empty() && Skeleton.Limits[Joint] != FJointLimit{})
	{
		return LimitedJoint(Rest, Skeleton.Limits[Joint]);
	}
	return EulerJoint(Rest, {-Most, -Most, -Most}, {Most, Most, Most});
}

} // namespace ClipMetricDetail

TResult<FPoseMetric> BuildClipMetric(const FAnimation& Animation, const FClipMetricOptions& Options)
{
	using namespace ClipMetricDetail;
	const FSkeletonData& Skeleton = Animation.Skeleton;
	for (const double Share : {Options.Correlation, Options.PriorShare})
	{
		if (!(Share >= 0.0 && Share <= 1.0))
		{
			return FError{EErrorCode::InvalidArgument,
				"The metric's shares of correlated frames and of the prior are " + std::to_string(Options.Correlation) +
					" and " + std::to_string(Options.PriorShare) + "; give numbers from 0 to 1."};
		}
	}
	TResult<std::vector<FAffine3d>> Samples = PlayLocals(Animation);
	if (!Samples)
	{
		return Samples.GetError();
	}
	const size_t JointCount = Skeleton.JointCount(), FrameCount = Animation.FrameCount();
	std::vector<FAffine3d> Rest;
	for (const FBoneTransform& Local : Skeleton.RestLocal)
	{
		Rest.push_back(ToMatrix(Local));
	}
	if (JointCount > 0 && HasOneRoot(Skeleton))
	{
		std::fill_n(Samples->begin(), FrameCount, Rest[0]);
	}
	std::vector<FJointStatistics> Prior, Sampled;
	for (size_t Joint = 0; Joint < JointCount; ++Joint)
	{
		Prior.push_back(PriorOf(Skeleton, Joint, Rest[Joint], Options.PriorTurn));
		Sampled.push_back(SampledJoint(std::span(*Samples).subspan(Joint * FrameCount, FrameCount)));
	}
	TResult<FPoseMetric> Out = BuildPoseMetric(Skeleton.Parents, FrameCount > 0 ? Sampled : Prior);
	if (!Out)
	{
		return Out;
	}
	if (Options.Correlation > 0.0 && FrameCount > 0)
	{
		std::vector<FAffine3d> Frames(JointCount * FrameCount), Local(JointCount);
		for (size_t Frame = 0; Frame < FrameCount; ++Frame)
		{
			for (size_t Joint = 0; Joint < JointCount; ++Joint)
			{
				Local[Joint] = (*Samples)[Joint * FrameCount + Frame];
			}
			const std::vector<FAffine3d> Model = ToModel(Skeleton.Parents, Local);
			for (size_t Joint = 0; Joint < JointCount; ++Joint)
			{
				Frames[Joint * FrameCount + Frame] = Model[Joint];
			}
		}
		*Out = BlendMetrics(*Out, BuildSampledMetric(Frames, JointCount, FrameCount), Options.Correlation);
	}
	if (Options.PriorShare > 0.0 && FrameCount > 0)
	{
		const TResult<FPoseMetric> OfPrior = BuildPoseMetric(Skeleton.Parents, Prior);
		*Out = OfPrior ? BlendMetrics(*Out, *OfPrior, Options.PriorShare) : *Out;
	}
	std::vector<FAffine3d> ToBones;
	for (const FAffine3d& Model : ToModel(Skeleton.Parents, Rest))
	{
		ToBones.push_back(Inverse(Model));
	}
	return ChangeBasis(*Out, ToBones);
}

} // namespace Exemplar
